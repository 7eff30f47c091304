//! Handling and awaiting signals.

use super::{Program, state};
use std::pin::Pin;
use std::task::{Context, Poll};

impl Program {
    /// Sets whether SIGINT (Ctrl-C), SIGTERM and SIGHUP become the error [`Interrupted`](super::Interrupted). If so,
    /// the catalog contains its code `INTERRUPTED`. Defaults to false: no handler is installed, and the code isn't
    /// listed.
    ///
    /// After the error is written, the signal terminates the process. This takes at most half a second, even if the
    /// error can't be written. On Linux, signals that were ignored when the program started stay ignored.
    ///
    /// The setting takes effect when [`run`](Self::run) is called. To list the code in catalogs created earlier, use
    /// `#[agent_error::main(handle_signals = true)]` instead.
    ///
    /// Signals are only handled on Unix. On other systems, the setting only lists the code, so that exports are the
    /// same everywhere.
    #[must_use]
    pub fn handle_signals(mut self, handle: bool) -> Self {
        self.handles_signals = handle;
        self
    }
}

/// Declares that users stop the program with a signal, as they stop a server. Signals then terminate the program
/// without an error, even if it [handles signals](crate::Program::handle_signals).
pub fn expect_signal() {
    state::with(|state| state.signals.is_expected = true);
}

/// Waits for the first SIGINT (Ctrl-C), SIGTERM or SIGHUP. Use this for a graceful shutdown: the first signal doesn't
/// terminate the process, but the second one does.
///
/// On Unix, calling this function installs signal handlers, unless the program already [handles
/// signals](crate::Program::handle_signals). On other systems, the future never completes.
pub fn signalled() -> Signalled {
    let future = state::with(|state| {
        state.signals.is_awaited = true;
        state.signals.futures += 1;
        state.signals.futures
    });
    #[cfg(unix)]
    super::interrupt::listen();
    Signalled(future)
}

/// The future returned by [`signalled`].
#[derive(Debug)]
pub struct Signalled(usize);

impl Future for Signalled {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let waker = cx.waker().clone();
        let (has_arrived, _replaced) = state::with(|state| {
            let signals = &mut state.signals;
            (signals.has_arrived, signals.wakers.insert(self.0, waker))
        });
        if has_arrived { Poll::Ready(()) } else { Poll::Pending }
    }
}

impl Drop for Signalled {
    fn drop(&mut self) {
        let _removed = state::with(|state| state.signals.wakers.remove(&self.0));
    }
}
