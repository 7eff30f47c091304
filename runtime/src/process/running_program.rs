//! The running program. Its result can also come from a panic hook or a signal handler.

use super::Program;
use super::abnormal_exit::AbnormalExit;
use super::state;
pub(super) use super::state::RunningProgram;
use std::cell::Cell;
use std::process;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

thread_local! {
    /// Whether this thread reports the result.
    static ANSWERS: Cell<bool> = const { Cell::new(false) };
}

impl RunningProgram {
    pub(super) fn begin(program: Program) -> Self {
        let running = Self { program: Arc::new(program), answered: Arc::default() };
        let _replaced = state::with(|state| {
            state.reported = None;
            state.running.replace(running.clone())
        });
        running
    }

    pub(super) fn current() -> Option<Self> {
        state::with(|state| state.running.clone())
    }

    /// Returns if no result has been reported. If another thread is reporting one, blocks until that thread ends the
    /// process.
    pub(super) fn wait_unless_it_may_answer(&self) {
        if !self.claim_report() {
            wait_for_the_end();
        }
        ANSWERS.set(true);
    }

    /// Claims the right to report the result. Returns true only for the first caller.
    pub(super) fn claim_report(&self) -> bool {
        !self.answered.swap(true, Ordering::AcqRel)
    }
}

/// Marks the result as reported, so that nothing else is reported while the process ends.
pub(super) fn answered(exit: u8) {
    state::with(|state| state.reported = Some(exit));
}

/// Reports how the program ended, and exits the process. If another thread is already reporting, waits for that thread,
/// because returning would abort the process in the middle of the output.
pub(super) fn end(ended: AbnormalExit) {
    let Some(running) = RunningProgram::current() else { return };
    if let Some(exit) = state::with(|state| state.reported) {
        process::exit(exit.into());
    }
    if running.claim_report() || ANSWERS.replace(false) {
        let exit = running.program.reporter().ended(ended);
        answered(exit);
        process::exit(exit.into());
    }
    // Limit the wait, because the reporting thread may need a lock that this thread holds.
    let until = Instant::now() + MAX_WAIT;
    while let Some(left) = until.checked_duration_since(Instant::now()) {
        thread::park_timeout(left);
    }
}

/// The maximum time that a panicking thread waits for the reporting thread.
const MAX_WAIT: Duration = Duration::from_secs(20);

/// Blocks until the process ends.
pub(super) fn wait_for_the_end() -> ! {
    loop {
        thread::park();
    }
}
