//! The state shared by signal handlers and the futures that wait for signals.

use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

static EXPECTED: AtomicBool = AtomicBool::new(false);
static AWAITED: AtomicBool = AtomicBool::new(false);
static ARRIVED: AtomicBool = AtomicBool::new(false);
static WAITING: Mutex<Option<Waker>> = Mutex::new(None);

/// The future returned by [`signalled`](super::signalled()).
#[derive(Debug)]
pub struct Signalled(());

impl Signalled {
    /// Creates the future. From then on, the first signal doesn't terminate the process.
    pub(super) fn awaited() -> Self {
        AWAITED.store(true, Ordering::Relaxed);
        Self(())
    }
}

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

/// Makes signals the normal way to stop the program.
pub(super) fn expect() {
    EXPECTED.store(true, Ordering::Relaxed);
}

/// Whether signals are the normal way to stop the program.
#[cfg(unix)]
pub(super) fn is_expected() -> bool {
    EXPECTED.load(Ordering::Relaxed)
}

/// If this is the first signal that [`signalled`] waits for, consumes it and returns true.
#[cfg(unix)]
pub(super) fn is_awaited() -> bool {
    let first = AWAITED.load(Ordering::Relaxed) && !ARRIVED.swap(true, Ordering::Relaxed);
    let waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner).take().filter(|_| first);
    waiting.into_iter().for_each(Waker::wake);
    first
}
