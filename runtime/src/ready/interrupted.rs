//! What becomes of Ctrl-C, with the feature `signals` on Unix.

use crate::vocabulary::exit;
use agent_error_macros::AgentError;
use std::fmt;
#[cfg(feature = "signals")]
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(feature = "signals")]
pub(crate) static EXPECTED: AtomicBool = AtomicBool::new(false);

/// From now on a signal is how the program is meant to end, as a server's is: it ends by it without an answer.
#[cfg(feature = "signals")]
pub fn expect_signal() {
    EXPECTED.store(true, Ordering::Relaxed);
}

/// The program was stopped before it was done.
///
/// After SIGINT (Ctrl-C), SIGTERM or SIGHUP the process ends by the signal, as if it had not been caught: a shell stops its
/// script and reports 128 plus the signal's number, 130 for Ctrl-C. The exit code given here is for callers who see
/// no signals; codes above 125 are the shell's, and no program ends with 130 of its own accord.
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
