//! Machine-readable facts about an error, such as its exit code and severity.

use crate::definition::error_def::ErrorDef;
use crate::vocabulary::exit;
use crate::vocabulary::terms::{Phase, RetryStrategy, Severity, SideEffects};

/// Machine-readable facts about an error, such as its exit code, its severity and whether it's
/// retryable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The exit code, from 1 to 125. `None` for a parsed error, because the output formats don't
    /// contain the exit code.
    pub exit_code: Option<u8>,
    /// Whether the identical call may succeed later. `None` if a parsed error doesn't contain it.
    pub retryable: Option<bool>,
    /// How the delay between retries grows, if specified.
    pub retry: Option<RetryStrategy>,
    /// What the failed call has already changed, if known.
    pub side_effects: Option<SideEffects>,
    /// The phase of the call in which the error occurred. `None` if a parsed error doesn't contain
    /// it.
    pub phase: Option<Phase>,
    /// The severity. `None` if a parsed error doesn't contain it.
    pub severity: Option<Severity>,
    /// The HTTP status code, if specified.
    pub status: Option<u16>,
}

impl Facts {
    /// No known facts. Parsers start with this value and add the facts that they find.
    pub(crate) const UNKNOWN: Self = Self {
        exit_code: None,
        retryable: None,
        retry: None,
        side_effects: None,
        phase: None,
        severity: None,
        status: None,
    };

    /// Returns the exit code. Defaults to 1.
    pub fn exit_code(&self) -> u8 {
        self.exit_code.unwrap_or(exit::GENERAL_ERROR)
    }

    /// Whether the identical call may succeed later. Defaults to false.
    pub fn is_retryable(&self) -> bool {
        self.retryable.unwrap_or_default()
    }

    /// Returns the severity. Defaults to [`Severity::Error`].
    pub fn severity(&self) -> Severity {
        self.severity.unwrap_or(Severity::Error)
    }

    /// Whether this is a failure, as opposed to a warning.
    pub fn is_failure(&self) -> bool {
        self.severity() != Severity::Warning
    }

    /// Returns the HTTP status code. Defaults to the status that corresponds to the exit code.
    pub fn http_status(&self) -> u16 {
        self.known_status()
            .unwrap_or_else(|| exit::http_status(self.exit_code()))
    }

    /// Returns the HTTP status code, or the one of the exit code. Returns `None` if neither is
    /// known.
    pub(crate) fn known_status(&self) -> Option<u16> {
        self.status
            .or_else(|| self.exit_code.map(exit::http_status))
    }
}

impl Default for Facts {
    /// Returns the facts of a general error: exit code 1, not retryable.
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
    /// Returns the facts that errors with this code have by default.
    #[doc(hidden)]
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
