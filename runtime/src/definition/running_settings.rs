//! Settings of the running program that affect its catalog.

use super::error_def::ErrorDef;
use crate::vocabulary::exit;
use std::sync::{Arc, PoisonError, RwLock};

#[derive(Clone, Default)]
pub(crate) struct RunningSettings {
    pub(crate) exit_overrides: Option<ExitOverrides>,
    /// The exit code after a panic.
    pub(crate) panic_exit: Option<u8>,
    /// Whether signals become the error `INTERRUPTED`.
    pub(crate) handles_signals: bool,
}

pub(crate) const PANIC_CODE: &str = "INTERNAL";

/// Maps a code and its declared exit code to the program's exit code.
type ExitMap = Arc<dyn Fn(&str, u8) -> u8 + Send + Sync>;

/// A program's overrides for the exit codes of this crate's errors.
#[derive(Clone)]
pub(crate) struct ExitOverrides {
    /// Maps a code and its declared exit code to the program's exit code.
    pub(crate) map: ExitMap,
    /// Whether this crate declares the code. A pointer, so that only programs with overrides link
    /// all declarations.
    pub(crate) is_own: fn(&ErrorDef) -> bool,
}

static SETTINGS: RwLock<RunningSettings> = RwLock::new(RunningSettings {
    exit_overrides: None,
    panic_exit: None,
    handles_signals: false,
});

pub(crate) fn set(settings: RunningSettings) {
    *SETTINGS.write().unwrap_or_else(PoisonError::into_inner) = settings;
}

pub(crate) fn get() -> RunningSettings {
    SETTINGS
        .read()
        .unwrap_or_else(PoisonError::into_inner)
        .clone()
}

/// Returns the program's override for a code, if there is one and it's a valid exit code for
/// errors.
pub(crate) fn overridden_exit_code(def: &ErrorDef) -> Option<u8> {
    let exit = override_for(def)?;
    exit::is_error_code(exit).then_some(exit)
}

fn override_for(def: &ErrorDef) -> Option<u8> {
    let settings = get();
    if def.code() == PANIC_CODE && settings.panic_exit.is_some() {
        return settings.panic_exit;
    }
    let overrides = settings.exit_overrides?;
    let is_own = (overrides.is_own)(def);
    is_own.then(|| (overrides.map)(def.code(), def.exit_code()))
}
