//! Programs that handle signals, and those that await one.

use super::Program;
use super::awaited::{self, Signalled};

impl Program {
    /// With `true`, SIGINT (Ctrl-C), SIGTERM and SIGHUP become the error [`Interrupted`](super::Interrupted), whose code
    /// `INTERRUPTED` is then in the program's catalog. `false` by default: no handler is installed, and the code isn't
    /// listed.
    ///
    /// After writing the error, the process ends by the signal, within half a second even if the error cannot be written.
    /// On Linux, a signal that was ignored when the program began remains ignored. The setting applies from
    /// [`run`](Self::run) on; with `#[agent_error::main(handle_signals = true)]`, the catalog lists the code before that,
    /// too.
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
    awaited::expect();
}

/// Waits for the first SIGINT (Ctrl-C), SIGTERM or SIGHUP, for a server that finishes its work: this signal does not end
/// the process, but the second one does.
///
/// Calling it installs handlers for these signals on Unix, unless the program [handles
/// signals](crate::Program::handle_signals) already. On other systems the future is never ready.
///
/// With the feature `mcp`, `mcp::Lines::until` takes it.
pub fn signalled() -> Signalled {
    let signalled = Signalled::awaited();
    #[cfg(unix)]
    super::interrupt::listen();
    signalled
}
