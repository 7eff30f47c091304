//! The global state of a process: the running program, the selected format, and the reported exit code.
//!
//! Three modules keep state of their own. `definition::running_settings` has the settings that affect declarations,
//! `panicked` has thread-local state, and `command_line` has the command line that clap parsed.

use super::Program;
use super::abnormal_exit::AbnormalExit;
use crate::format::{Format, Renderer};
use std::cell::Cell;
#[cfg(feature = "signals")]
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
#[cfg(feature = "signals")]
use std::task::Waker;
use std::time::{Duration, Instant};
use std::{process, thread};

pub(super) struct ProcessState {
    pub(super) running: Option<RunningProgram>,
    pub(super) format: FormatChoice,
    pub(super) reported: Option<u8>,
    /// Whether the program has panicked. After a panic, another thread may hold the lock of a stream forever.
    pub(super) has_panicked: bool,
    #[cfg(feature = "signals")]
    pub(super) signals: SignalState,
}

/// A program that is running, and a flag that is set once its result was reported.
#[derive(Clone)]
pub(super) struct RunningProgram {
    pub(super) program: Arc<Program>,
    pub(super) answered: Arc<AtomicBool>,
}

#[derive(Clone, Copy)]
pub(super) struct FormatChoice {
    pub(super) by_program: Option<Renderer<'static>>,
    /// Whether the command-line parser has our flags.
    pub(super) expects_flags: bool,
    /// Whether the command-line parser has reported which flag was passed.
    pub(super) knows_flag: bool,
    pub(super) by_flag: Option<FormatFlag>,
}

#[cfg_attr(not(feature = "clap"), allow(dead_code, reason = "only a parser reports flags"))]
#[derive(Clone, Copy)]
pub(crate) enum FormatFlag {
    Output(Format),
    Agent,
}

#[cfg(feature = "signals")]
#[derive(Debug)]
pub(super) struct SignalState {
    /// Whether users stop the program with a signal, so that a signal isn't an error.
    #[cfg_attr(not(unix), allow(dead_code, reason = "signals are only handled on Unix"))]
    pub(super) is_expected: bool,
    pub(super) is_awaited: bool,
    pub(super) has_arrived: bool,
    /// The number of futures that were created to wait for a signal.
    pub(super) futures: usize,
    /// The waker of each future that waits for a signal.
    pub(super) wakers: BTreeMap<usize, Waker>,
}

static STATE: Mutex<ProcessState> = Mutex::new(ProcessState {
    running: None,
    format: FormatChoice { by_program: None, expects_flags: false, knows_flag: false, by_flag: None },
    reported: None,
    has_panicked: false,
    #[cfg(feature = "signals")]
    signals: SignalState {
        is_expected: false,
        is_awaited: false,
        has_arrived: false,
        futures: 0,
        wakers: BTreeMap::new(),
    },
});

/// Reads or changes the state. `access` must neither call this function nor run code of the program.
pub(super) fn with<T>(access: impl FnOnce(&mut ProcessState) -> T) -> T {
    access(&mut STATE.lock().unwrap_or_else(PoisonError::into_inner))
}

thread_local! {
    /// Whether this thread reports the result.
    static ANSWERS: Cell<bool> = const { Cell::new(false) };
}

impl RunningProgram {
    pub(super) fn begin(program: Program) -> Self {
        let running = Self { program: Arc::new(program), answered: Arc::default() };
        let _replaced = with(|state| {
            state.reported = None;
            state.running.replace(running.clone())
        });
        running
    }

    pub(super) fn current() -> Option<Self> {
        with(|state| state.running.clone())
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
    with(|state| state.reported = Some(exit));
}

/// Reports how the program ended, and exits the process. If another thread is already reporting, waits for that thread,
/// because returning would abort the process in the middle of the output.
pub(super) fn end(ended: AbnormalExit) {
    let Some(running) = RunningProgram::current() else { return };
    if let Some(exit) = with(|state| state.reported) {
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

pub(super) fn wait_for_the_end() -> ! {
    loop {
        thread::park();
    }
}
