//! The fallback for errors that no rule matches.

use crate::text::cause::Cause;
use crate::vocabulary::exit;
use agent_error_macros::AgentError;
use std::error::Error;
use std::fmt;

/// An error that no rule of the program matches.
#[derive(Debug, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(
    "UNCLASSIFIED_ERROR",
    exit = exit::GENERAL_ERROR,
    shared,
    suggest = "Read the message and its causes",
    side_effects = unknown
)]
pub struct Unclassified {
    /// The kind of the I/O error that caused the failure, such as `ConnectionRefused`.
    pub(crate) io_kind: Option<String>,
    /// The error.
    #[context(skip)]
    pub(crate) error: Cause,
}

impl fmt::Display for Unclassified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

/// `Display` forwards to the wrapped error, so `source` does too.
impl Error for Unclassified {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source()
    }
}
