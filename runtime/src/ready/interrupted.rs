//! Ctrl-C and similar signals, with the feature `signals` on Unix.

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

/// Makes signals the normal way to end the program, as for a server: it ends by the signal without an answer.
#[cfg(feature = "signals")]
pub fn expect_signal() {
    EXPECTED.store(true, Ordering::Relaxed);
}

/// Waits for the first signal, for a server that finishes its work: this signal does not end the process, but the
/// second one does.
///
/// `Lines::until` of `agent-error-mcp` takes it.
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

/// Whether a signal is the first one that [`signalled`] waits for; if so, takes it.
#[cfg(all(feature = "signals", unix))]
pub(crate) fn is_awaited() -> bool {
    let first = AWAITED.load(Ordering::Relaxed) && !ARRIVED.swap(true, Ordering::Relaxed);
    let waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner).take().filter(|_| first);
    waiting.into_iter().for_each(Waker::wake);
    first
}

/// The program was stopped before it had finished.
///
/// After SIGINT (Ctrl-C), SIGTERM or SIGHUP the process ends by the signal, as if it had not been caught, so a shell
/// stops its script and reports 128 plus the number of the signal, 130 for Ctrl-C. The exit code here is for callers
/// that do not see signals; codes above 125 belong to the shell.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unlinked)]
#[code(
    "INTERRUPTED",
    exit = exit::PARTIAL_FAILURE,
    shared,
    suggest = "Inspect what was done already before calling again"
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

impl std::error::Error for Interrupted {}
