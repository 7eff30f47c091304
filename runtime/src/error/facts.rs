//! What an error says about itself in numbers and words.

use crate::definition::def::ErrorDef;
use crate::vocabulary::exit;
use crate::vocabulary::terms::{Phase, RetryStrategy, Severity, SideEffects};

/// The facts of an error that are neither text nor context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The exit code of a process that ends with this error: 1 to 125.
    pub exit_code: u8,
    /// Whether the identical call may succeed later.
    pub retryable: bool,
    /// The pauses between repeated calls.
    pub retry: Option<RetryStrategy>,
    /// What the failed call has already changed, if known.
    pub side_effects: Option<SideEffects>,
    /// When in the call the error occurred, if known.
    pub phase: Option<Phase>,
    /// How bad it is; `None` is an error whose source does not say.
    pub severity: Option<Severity>,
    /// The HTTP status.
    pub status: Option<u16>,
}

impl Facts {
    /// How bad it is: an error, unless stated otherwise.
    pub fn severity(&self) -> Severity {
        self.severity.unwrap_or(Severity::Error)
    }

    /// Whether it is a failure; a warning is not.
    pub fn is_failure(&self) -> bool {
        self.severity() != Severity::Warning
    }

    /// The HTTP status: the stated one, or the one that fits the exit code.
    pub fn http_status(&self) -> u16 {
        self.status.unwrap_or_else(|| exit::http_status(self.exit_code))
    }
}

impl Default for Facts {
    /// A general error of which nothing else is known.
    fn default() -> Self {
        Self {
            exit_code: exit::GENERAL_ERROR,
            retryable: false,
            retry: None,
            side_effects: None,
            phase: None,
            severity: Some(Severity::Error),
            status: None,
        }
    }
}

impl ErrorDef {
    /// What an error with this code says about itself in numbers and words.
    pub const fn facts(&self) -> Facts {
        Facts {
            exit_code: self.exit,
            retryable: self.retryable,
            retry: self.retry,
            side_effects: Some(self.side_effects),
            phase: Some(self.phase),
            severity: Some(self.severity),
            status: self.status,
        }
    }
}
