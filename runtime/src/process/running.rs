//! The running program, for a panic hook or a signal handler that answers in its place.

use super::Program;
use super::ended::Ended;
use std::cell::Cell;
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU16, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A program, and whether its answer was given.
#[derive(Clone)]
pub(super) struct Running {
    pub(super) program: Arc<Program>,
    answered: Arc<AtomicBool>,
}

static RUNNING: Mutex<Option<Running>> = Mutex::new(None);

thread_local! {
    /// Whether this thread gives the answer.
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

    /// Returns if the program still has to answer; otherwise another thread answers for it and ends the process.
    pub(super) fn wait_unless_it_may_answer(&self) {
        if !self.may_answer() {
            wait_for_the_end();
        }
        ANSWERS.set(true);
    }

    /// Whether it still has to answer; true once.
    pub(super) fn may_answer(&self) -> bool {
        !self.answered.swap(true, Ordering::AcqRel)
    }
}

/// Whether people read the program's own text at its end: of a panic, that is what its panic hook writes.
pub(super) fn keeps_its_words() -> bool {
    Running::current().is_some_and(|running| running.program.keeps_its_words())
}

/// The exit code of the answer, once it is given; before that, a number that processes do not end with.
static ANSWERED: AtomicU16 = AtomicU16::new(NO_ANSWER);
const NO_ANSWER: u16 = u16::MAX;

/// Marks the answer as given, so that no event at the end of the process gives another one.
pub(super) fn answered(exit: u8) {
    ANSWERED.store(exit.into(), Ordering::Release);
}

/// Ends the process as the running program would. If another thread is about to, waits for it: returning would abort
/// the process in the middle of its answer.
pub(super) fn end(ended: Ended) {
    let Some(running) = Running::current() else { return };
    if let Ok(exit) = u8::try_from(ANSWERED.load(Ordering::Acquire)) {
        process::exit(exit.into());
    }
    if running.may_answer() || ANSWERS.replace(false) {
        let exit = running.program.reporter().ended(ended);
        answered(exit);
        process::exit(exit.into());
    }
    // The thread that answers may need a lock of this thread.
    let until = Instant::now() + PATIENCE;
    while let Some(left) = until.checked_duration_since(Instant::now()) {
        thread::park_timeout(left);
    }
}

/// The time that a panicking thread waits for the answer of another thread.
const PATIENCE: Duration = Duration::from_secs(20);

/// Does nothing until the process ends.
pub(super) fn wait_for_the_end() -> ! {
    loop {
        thread::park();
    }
}
