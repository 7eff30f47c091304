//! The command line of the process.

use super::commands::copied;
#[cfg(debug_assertions)]
use crate::catalog::error_set::ErrorSet;
use clap::Command;
use std::sync::{Mutex, PoisonError};

/// The command line of the process.
pub(super) struct CommandLine {
    /// The commands of the program, for its `errors` command.
    pub(super) commands: Option<Command>,
    /// The last clap error. For people, clap's own message contains more than the coded error.
    pub(super) last_error: Option<clap::Error>,
    /// The command that was called, if it declares its errors.
    #[cfg(debug_assertions)]
    pub(super) expected: Option<Expected>,
}

/// The command that was called, and its declared codes.
#[cfg(debug_assertions)]
pub(super) struct Expected {
    pub(super) command: String,
    pub(super) set: ErrorSet,
}

static STATE: Mutex<CommandLine> = Mutex::new(CommandLine {
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
pub(super) fn with<T>(access: impl FnOnce(&mut CommandLine) -> T) -> T {
    access(&mut STATE.lock().unwrap_or_else(PoisonError::into_inner))
}
