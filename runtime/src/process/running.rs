//! The running program. Panic hooks and signal handlers can report in its place.

use super::Program;
use super::abnormal_exit::AbnormalExit;
use std::cell::Cell;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A program, and whether its result was reported.
#[derive(Clone)]
pub(super) struct Running {
    pub(super) program: Arc<Program>,
    answered: Arc<AtomicBool>,
}

static RUNNING: Mutex<Option<Running>> = Mutex::new(None);

thread_local! {
    /// Whether this thread is responsible for the result.
    static ANSWERS: Cell<bool> = const { Cell::new(false) };
}

impl Running {
    /// Makes this the running program.
    pub(super) fn begin(program: Program) -> Self {
        program.observers.add_early();
        ANSWERED.store(NO_ANSWER, Ordering::Release);
        let running = Self { program: Arc::new(program), answered: Arc::default() };
        *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = Some(running.clone());
        running
    }

    pub(super) fn current() -> Option<Self> {
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns if the result still has to be reported. Otherwise, another thread is reporting the result and will end
    /// the process, so this blocks forever.
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

/// Whether the program writes errors with its own function. If so, its panic hook reports panics.
pub(super) fn has_custom_output() -> bool {
    Running::current().is_some_and(|running| running.program.has_custom_output())
}

/// The exit code of the reported result, or `NO_ANSWER` before it's reported.
static ANSWERED: AtomicU16 = AtomicU16::new(NO_ANSWER);
const NO_ANSWER: u16 = u16::MAX;

/// Marks the result as reported, so that nothing else is reported while the process ends.
pub(super) fn answered(exit: u8) {
    ANSWERED.store(exit.into(), Ordering::Release);
}

/// Reports how the program ended, and exits the process. If another thread is already doing this, waits for it, because
/// returning would abort the process in the middle of its output.
pub(super) fn end(ended: AbnormalExit) {
    let Some(running) = Running::current() else { return };
    if let Ok(exit) = u8::try_from(ANSWERED.load(Ordering::Acquire)) {
        process::exit(exit.into());
    }
    if running.claim_report() || ANSWERS.replace(false) {
        let exit = running.program.reporter().ended(ended);
        answered(exit);
        process::exit(exit.into());
    }
    // Limit the wait, because the reporting thread may need a lock held by this thread.
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
