//! The state of the process: the running program, the chosen format, and what has been reported.
//!
//! Settings that declarations depend on are in `definition::running_settings`, because they're read there. What only
//! concerns one thread is in `panicked`, and the parsed command line in `integrations::clap`.

use super::observer::Observer;
use super::output::FormatChoice;
use super::running::Running;
#[cfg(feature = "signals")]
use super::signalled::SignalState;
use std::sync::{Mutex, PoisonError};

/// The state of the process.
pub(super) struct ProcessState {
    pub(super) running: Option<Running>,
    /// The observers of the next program that runs.
    pub(super) early_observers: Vec<Observer>,
    pub(super) format: FormatChoice,
    /// The exit code of the reported result.
    pub(super) reported: Option<u8>,
    /// Whether the program has panicked. If so, another thread may hold the lock of a stream forever.
    pub(super) has_panicked: bool,
    #[cfg(feature = "signals")]
    pub(super) signals: SignalState,
}

static STATE: Mutex<ProcessState> = Mutex::new(ProcessState {
    running: None,
    early_observers: Vec::new(),
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
