//! The facts of an error that are numbers or words.

use crate::definition::error_def::ErrorDef;
use crate::vocabulary::exit;
use crate::vocabulary::terms::{Phase, RetryStrategy, Severity, SideEffects};

/// The facts of an error that are neither text nor context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The exit code of a process that ends with this error: 1 to 125. `None` if the error was read from a text without
    /// one; a process then ends with 1.
    pub exit_code: Option<u8>,
    /// Whether the identical call may succeed later; `None` is unknown.
    pub retryable: Option<bool>,
    /// The pauses between repeated calls.
    pub retry: Option<RetryStrategy>,
    /// What the failed call has already changed, if known.
    pub side_effects: Option<SideEffects>,
    /// When in the call the error occurred, if known.
    pub phase: Option<Phase>,
    /// The severity; `None` if the source of the error states none.
    pub severity: Option<Severity>,
    /// The HTTP status.
    pub status: Option<u16>,
}

impl Facts {
    /// An error without any known facts, to which a parser adds those that it reads.
    pub(crate) const UNKNOWN: Self = Self {
        exit_code: None,
        retryable: None,
        retry: None,
        side_effects: None,
        phase: None,
        severity: None,
        status: None,
    };

    /// The exit code of a process that ends with this error: 1 by default.
    pub fn exit_code(&self) -> u8 {
        self.exit_code.unwrap_or(exit::GENERAL_ERROR)
    }

    /// Whether the identical call may succeed later: false by default.
    pub fn is_retryable(&self) -> bool {
        self.retryable.unwrap_or_default()
    }

    /// The severity: an error by default.
    pub fn severity(&self) -> Severity {
        self.severity.unwrap_or(Severity::Error)
    }

    /// Whether it is a failure; a warning is not.
    pub fn is_failure(&self) -> bool {
        self.severity() != Severity::Warning
    }

    /// The HTTP status: the stated one, or the one that corresponds to the exit code.
    pub fn http_status(&self) -> u16 {
        self.known_status().unwrap_or_else(|| exit::http_status(self.exit_code()))
    }

    /// The HTTP status, if it was stated or follows from a stated exit code.
    pub(crate) fn known_status(&self) -> Option<u16> {
        self.status.or_else(|| self.exit_code.map(exit::http_status))
    }

    /// Whether the error was read from a text, so that no declaration or process adds facts to it.
    pub(crate) fn is_read(&self) -> bool {
        self.exit_code.is_none()
    }
}

impl Default for Facts {
    /// A general error that must not be repeated unchanged.
    fn default() -> Self {
        Self {
            exit_code: Some(exit::GENERAL_ERROR),
            retryable: Some(false),
            severity: Some(Severity::Error),
            ..Self::UNKNOWN
        }
    }
}

impl ErrorDef {
    /// The facts of an error with this code.
    pub const fn facts(&self) -> Facts {
        Facts {
            exit_code: Some(self.exit_code()),
            retryable: Some(self.is_retryable()),
            retry: self.retry_strategy(),
            side_effects: Some(self.side_effects()),
            phase: Some(self.phase()),
            severity: Some(self.severity()),
            status: self.status(),
        }
    }
}
