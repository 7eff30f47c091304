//! What becomes of Ctrl-C, with the feature `signals` on Unix.

use crate::vocabulary::exit;
use agent_error_macros::AgentError;
use std::fmt;
#[cfg(feature = "signals")]
use std::pin::Pin;
#[cfg(feature = "signals")]
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(feature = "signals")]
use std::sync::{Mutex, PoisonError};
#[cfg(feature = "signals")]
use std::task::{Context, Poll, Waker};

#[cfg(feature = "signals")]
pub(crate) static EXPECTED: AtomicBool = AtomicBool::new(false);

/// From now on a signal is how the program is meant to end, as a server's is: it ends by it without an answer.
#[cfg(feature = "signals")]
pub fn expect_signal() {
    EXPECTED.store(true, Ordering::Relaxed);
}

/// The first signal from now on, for a server that finishes what it has begun: it does not end the process, and the second
/// one does.
///
/// With the feature `mcp`, `mcp::Lines::until` takes it.
#[cfg(feature = "signals")]
pub fn signalled() -> Signalled {
    AWAITED.store(true, Ordering::Relaxed);
    Signalled(())
}

/// The future of [`signalled`].
#[cfg(feature = "signals")]
#[derive(Debug)]
pub struct Signalled(());

#[cfg(feature = "signals")]
static AWAITED: AtomicBool = AtomicBool::new(false);
#[cfg(feature = "signals")]
static ARRIVED: AtomicBool = AtomicBool::new(false);
#[cfg(feature = "signals")]
static WAITING: Mutex<Option<Waker>> = Mutex::new(None);

#[cfg(feature = "signals")]
impl Future for Signalled {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
        if ARRIVED.load(Ordering::Relaxed) {
            return Poll::Ready(());
        }
        *waiting = Some(cx.waker().clone());
        Poll::Pending
    }
}

/// Whether a signal is the first one that [`signalled`] waits for; it is taken then.
#[cfg(all(feature = "signals", unix))]
pub(crate) fn is_awaited() -> bool {
    let first = AWAITED.load(Ordering::Relaxed) && !ARRIVED.swap(true, Ordering::Relaxed);
    let waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner).take().filter(|_| first);
    waiting.into_iter().for_each(Waker::wake);
    first
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
