//! The global state of a process: the running program, the selected format, and the reported exit code.
//!
//! Three modules keep state of their own. `definition::running_settings` has the settings that affect declarations,
//! `panicked` has thread-local state, and `command_line` has the command line that clap parsed.

use super::Program;
use crate::format::{Format, Renderer};
#[cfg(feature = "signals")]
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
#[cfg(feature = "signals")]
use std::task::Waker;

pub(super) struct ProcessState {
    pub(super) running: Option<RunningProgram>,
    pub(super) format: FormatChoice,
    /// The exit code of the reported result.
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

/// The format selected at run time.
#[derive(Clone, Copy)]
pub(super) struct FormatChoice {
    /// The format set by the program.
    pub(super) by_program: Option<Renderer<'static>>,
    /// Whether the command-line parser has our flags.
    pub(super) expects_flags: bool,
    /// Whether the command-line parser has reported which flag was passed.
    pub(super) knows_flag: bool,
    /// The flag that the command-line parser reported.
    pub(super) by_flag: Option<FormatFlag>,
}

impl FormatChoice {
    pub(super) const NONE: Self = Self { by_program: None, expects_flags: false, knows_flag: false, by_flag: None };
}

#[cfg_attr(not(feature = "clap"), allow(dead_code, reason = "only a parser reports flags"))]
#[derive(Clone, Copy)]
pub(crate) enum FormatFlag {
    Output(Format),
    Agent,
}

/// The state of signal handling.
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

#[cfg(feature = "signals")]
impl SignalState {
    pub(super) const NONE: Self =
        Self { is_expected: false, is_awaited: false, has_arrived: false, futures: 0, wakers: BTreeMap::new() };
}

static STATE: Mutex<ProcessState> = Mutex::new(ProcessState {
    running: None,
    format: FormatChoice::NONE,
    reported: None,
    has_panicked: false,
    #[cfg(feature = "signals")]
    signals: SignalState::NONE,
});

/// Reads or changes the state. `access` must neither call this function nor run code of the program.
pub(super) fn with<T>(access: impl FnOnce(&mut ProcessState) -> T) -> T {
    access(&mut STATE.lock().unwrap_or_else(PoisonError::into_inner))
}
