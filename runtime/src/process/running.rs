//! The program that runs now: what must be able to speak for it from outside, as a panic hook or the
//! handler of a signal, finds it here.

use super::Program;
use super::panicked::Ended;
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
            loop {
                thread::park();
            }
        }
    }

    /// Whether it is still to answer; true once.
    pub(super) fn may_answer(&self) -> bool {
        !self.answered.swap(true, Ordering::AcqRel)
    }
}

/// Ends the process as the program that runs would.
pub(super) fn end(ended: Ended) {
    let Some(running) = Running::current().filter(Running::may_answer) else { return };
    let exit = running.program.reporter().ended(ended);
    process::exit(exit.into());
}
