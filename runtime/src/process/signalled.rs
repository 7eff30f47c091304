//! Programs that handle signals, and those that await one.

use super::Program;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

static EXPECTED: AtomicBool = AtomicBool::new(false);
static AWAITED: AtomicBool = AtomicBool::new(false);
static ARRIVED: AtomicBool = AtomicBool::new(false);
static WAITING: Mutex<Option<Waker>> = Mutex::new(None);

impl Program {
    /// With `true`, SIGINT (Ctrl-C), SIGTERM and SIGHUP become the error [`Interrupted`](super::Interrupted), whose code `INTERRUPTED` is then in
    /// the program's catalog. `false` by default: no handler is installed, and the code isn't listed.
    ///
    /// After writing the error, the process ends by the signal, within half a second even if the error cannot be written.
    /// A signal that was ignored when the program began remains ignored (on Linux). The setting applies from
    /// [`run`](Self::run) on; with `#[agent_error::main(handle_signals = true)]`, the tests of the program also list the code.
    ///
    /// Handlers exist only on Unix. On other systems the setting only lists the code, so exports are the same everywhere.
    ///
    /// ```no_run
    /// use agent_error::{Program, Report};
    /// use std::process::ExitCode;
    ///
    /// fn main() -> ExitCode {
    ///     Program::from_env().handle_signals(true).run(|| -> Result<(), Report> { Ok(()) })
    /// }
    /// ```
    #[must_use]
    pub fn handle_signals(mut self, handle: bool) -> Self {
        self.handles_signals = handle;
        self
    }
}

/// Makes signals the normal way to end the program, as for a server: it ends by the signal without an answer, although
/// it [handles signals](crate::Program::handle_signals).
pub fn expect_signal() {
    EXPECTED.store(true, Ordering::Relaxed);
}

/// Waits for the first SIGINT (Ctrl-C), SIGTERM or SIGHUP, for a server that finishes its work: this signal does not end
/// the process, but the second one does.
///
/// Calling it installs handlers for these signals on Unix, unless the program [handles
/// signals](crate::Program::handle_signals) already. On other systems the future is never ready.
///
/// With the feature `mcp`, `mcp::Lines::until` takes it.
pub fn signalled() -> Signalled {
    AWAITED.store(true, Ordering::Relaxed);
    #[cfg(unix)]
    super::interrupt::listen();
    Signalled(())
}

/// The future of [`signalled`].
#[derive(Debug)]
pub struct Signalled(());

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

/// Whether signals are the normal way to end the program.
#[cfg(unix)]
pub(super) fn is_expected() -> bool {
    EXPECTED.load(Ordering::Relaxed)
}

/// Whether a signal is the first one that [`signalled`] waits for; if so, takes it.
#[cfg(unix)]
pub(super) fn is_awaited() -> bool {
    let first = AWAITED.load(Ordering::Relaxed) && !ARRIVED.swap(true, Ordering::Relaxed);
    let waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner).take().filter(|_| first);
    waiting.into_iter().for_each(Waker::wake);
    first
}
