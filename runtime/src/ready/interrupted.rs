//! The error for a program that was stopped by a signal.

use crate::vocabulary::exit;
use agent_error_macros::AgentError;
use std::fmt;

/// The program was stopped before it finished.
///
/// Only programs that handle signals return this error.
///
/// After SIGINT (Ctrl-C), SIGTERM or SIGHUP, the signal still terminates the process. A shell therefore stops its
/// script, and reports 128 plus the signal number, such as 130 for Ctrl-C. The exit code of this error is for callers
/// that can't see signals. It isn't above 125, because these codes are reserved for the shell.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(
    "INTERRUPTED",
    exit = exit::PARTIAL_FAILURE,
    shared,
    suggest = "Check what has already been done before you call again"
)]
pub struct Interrupted {
    /// The signal, such as `SIGINT`.
    pub signal: String,
}

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stopped by {} before it was done", self.signal)
    }
}
