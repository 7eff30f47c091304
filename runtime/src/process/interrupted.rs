//! What becomes of Ctrl-C.

use crate::exit;
use agent_error_macros::AgentError;
use std::fmt;

/// Somebody stopped the program before it was done.
///
/// What [`run`](crate::run) answers for SIGINT (Ctrl-C), SIGTERM and SIGHUP, with the feature `signals` on Unix.
/// The process then ends *by the signal*, as if it had not been caught, so that a shell stops its script and
/// reports 128 plus the signal's number: 130 for Ctrl-C. No program ends with 130 of its own accord; codes above
/// 125 are the shell's, and the exit code of this declaration is the one for a caller who sees no signals.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unlinked)]
#[code(
    "INTERRUPTED",
    exit = exit::PARTIAL_FAILURE,
    shared,
    suggest = "Inspect what was done already before calling again"
)]
pub struct Interrupted {
    /// The signal, as in `SIGINT`.
    pub signal: String,
}

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "stopped by {} before it was done", self.signal)
    }
}

impl std::error::Error for Interrupted {}
