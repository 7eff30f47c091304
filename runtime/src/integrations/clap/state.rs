//! The command line of the process.

use super::commands::copied;
#[cfg(debug_assertions)]
use super::expected::Expected;
use clap::Command;
use std::sync::{Mutex, PoisonError};

/// The command line of the process.
pub(super) struct State {
    /// The commands of the program, for its `errors` command.
    pub(super) commands: Option<Command>,
    /// The last clap error. For people, clap's own message contains more than the coded error.
    pub(super) last_error: Option<clap::Error>,
    /// The command that was called, if it declares its errors.
    #[cfg(debug_assertions)]
    pub(super) expected: Option<Expected>,
}

static STATE: Mutex<State> = Mutex::new(State {
    commands: None,
    last_error: None,
    #[cfg(debug_assertions)]
    expected: None,
});

/// Returns a copy of the program's commands, if the command line has been parsed.
pub(super) fn commands() -> Option<Command> {
    with(|state| state.commands.as_ref().map(copied))
}

/// Reads or changes the state. `access` must not call this function.
pub(super) fn with<T>(access: impl FnOnce(&mut State) -> T) -> T {
    access(&mut STATE.lock().unwrap_or_else(PoisonError::into_inner))
}
