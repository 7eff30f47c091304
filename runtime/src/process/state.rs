//! The global state of a process: the running program, the selected format, and the reported exit
//! code.
//!
//! Other modules keep state of their own: `definition::running_settings` has the settings that affect
//! declarations, `panicked` has thread-local state, and `integrations::clap` has the command line
//! that clap parsed.

use super::Program;
use super::reports::Reports;
use crate::format::{Format, Stream};
use std::cell::Cell;
#[cfg(feature = "clap")]
use std::ffi::OsString;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

pub(super) struct ProcessState {
    pub(super) running: Option<Arc<Program>>,
    pub(super) format_by_program: Option<Format>,
    /// The format of the flag that the command-line parser found.
    pub(super) format_by_flag: Option<Format>,
    /// The arguments that the program passed to its parser, if they aren't those of the process.
    #[cfg(feature = "clap")]
    pub(super) arguments: Option<Vec<OsString>>,
    /// Whether the parser has our flags, but hasn't parsed the command line yet.
    pub(super) awaits_flags: bool,
    /// The program whose result a thread has claimed the right to report. A program may run another
    /// one.
    claimed: Option<Arc<Program>>,
    /// The exit code, once the result was reported.
    pub(super) reported: Option<u8>,
    /// The errors that didn't end the program.
    pub(super) reports: Reports,
    /// The streams that are written to without their locks.
    unlocked: [bool; 2],
    /// Whether users stop the program with a signal, so that a signal isn't an error.
    #[cfg(feature = "signals")]
    #[cfg_attr(
        not(unix),
        allow(dead_code, reason = "signals are only handled on Unix")
    )]
    pub(super) expects_signal: bool,
}

impl ProcessState {
    /// Writes to a stream without its lock from now on, because another thread may hold the lock
    /// forever.
    pub(super) fn ignore_lock(&mut self, stream: Stream) {
        self.unlocked[stream as usize] = true;
    }

    pub(super) fn ignores_lock(&self, stream: Stream) -> bool {
        self.unlocked[stream as usize]
    }

    /// Stops taking the locks of both streams before writing.
    pub(super) fn ignore_locks(&mut self) {
        self.unlocked = [true; 2];
    }
}

static STATE: Mutex<ProcessState> = Mutex::new(ProcessState {
    running: None,
    format_by_program: None,
    format_by_flag: None,
    #[cfg(feature = "clap")]
    arguments: None,
    awaits_flags: false,
    claimed: None,
    reported: None,
    reports: Reports::NONE,
    unlocked: [false; 2],
    #[cfg(feature = "signals")]
    expects_signal: false,
});

/// Reads or changes the state. `access` must neither call this function nor run code of the
/// program.
pub(super) fn with<T>(access: impl FnOnce(&mut ProcessState) -> T) -> T {
    access(&mut STATE.lock().unwrap_or_else(PoisonError::into_inner))
}

thread_local! {
    /// Whether this thread reports the result.
    pub(super) static ANSWERS: Cell<bool> = const { Cell::new(false) };
}

pub(crate) fn running() -> Option<Arc<Program>> {
    with(|state| state.running.clone())
}

/// Returns the previous reports.
pub(super) fn replace_reports(reports: Reports) -> Reports {
    with(|state| std::mem::replace(&mut state.reports, reports))
}

/// Claims the right to report a program's result. Returns true only for the first caller.
pub(super) fn claim_report(program: &Arc<Program>) -> bool {
    let previous = with(|state| state.claimed.replace(Arc::clone(program)));
    let is_repeated = previous.is_some_and(|claimed| Arc::ptr_eq(&claimed, program));
    !is_repeated
}

/// Marks the result as reported, so that nothing else is reported while the process ends.
pub(super) fn answered(exit: u8) {
    with(|state| state.reported = Some(exit));
}

pub(super) fn wait_for_the_end() -> ! {
    loop {
        thread::park();
    }
}
