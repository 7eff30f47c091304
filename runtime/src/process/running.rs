//! The program that runs now: what must be able to speak for it from outside, as a panic hook or the
//! handler of a signal, finds it here.

use super::Program;
use super::ended::Ended;
use std::cell::Cell;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// A program and whether its last words are spoken.
#[derive(Clone)]
pub(super) struct Running {
    pub(super) program: Arc<Program>,
    answered: Arc<AtomicBool>,
}

static RUNNING: Mutex<Option<Running>> = Mutex::new(None);

thread_local! {
    /// Whether this thread speaks the last words.
    static ANSWERS: Cell<bool> = const { Cell::new(false) };
}

impl Running {
    /// Makes this the program that runs.
    pub(super) fn begin(program: Program) -> Self {
        let running = Self { program: Arc::new(program), answered: Arc::default() };
        *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = Some(running.clone());
        running
    }

    pub(super) fn current() -> Option<Self> {
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns if the program is still to answer; otherwise someone else answers for it and ends the process.
    pub(super) fn wait_unless_it_may_answer(&self) {
        if !self.may_answer() {
            wait_for_the_end();
        }
        ANSWERS.set(true);
    }

    /// Whether it is still to answer; true once.
    pub(super) fn may_answer(&self) -> bool {
        !self.answered.swap(true, Ordering::AcqRel)
    }
}

/// Ends the process as the program that runs would, unless another thread is about to.
pub(super) fn end(ended: Ended) {
    let Some(running) = Running::current() else { return };
    if running.may_answer() || ANSWERS.replace(false) {
        let exit = running.program.reporter().ended(ended);
        process::exit(exit.into());
    }
}

/// Does nothing until the process ends.
pub(super) fn wait_for_the_end() -> ! {
    loop {
        thread::park();
    }
}
