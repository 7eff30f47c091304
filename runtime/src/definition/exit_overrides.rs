//! Exit codes that a program assigns to this crate's errors.

use super::error_def::ErrorDef;
use std::sync::{PoisonError, RwLock};

/// A program's overrides for the exit codes of this crate's errors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ExitOverrides {
    /// Maps a code and its declared exit code to the program's exit code.
    pub(crate) map: fn(&str, u8) -> u8,
    /// Whether this crate declares the code. This is a function pointer, so only programs that override exit codes link
    /// all of this crate's declarations.
    pub(crate) is_own: fn(&ErrorDef) -> bool,
}

static OWN_EXITS: RwLock<Option<ExitOverrides>> = RwLock::new(None);

/// Sets the overrides for this process.
pub(crate) fn set(exits: Option<ExitOverrides>) {
    *OWN_EXITS.write().unwrap_or_else(PoisonError::into_inner) = exits;
}

/// Returns the effective exit code of an error.
pub(crate) fn exit_code(def: &ErrorDef) -> u8 {
    mapped(def).unwrap_or_else(|| def.exit_code())
}

/// Returns the program's override for a code, if there is one and it's a valid exit code for errors.
pub(crate) fn mapped(def: &ErrorDef) -> Option<u8> {
    let exits = (*OWN_EXITS.read().unwrap_or_else(PoisonError::into_inner))?;
    let declared = def.exit_code();
    let mapped = (exits.is_own)(def).then(|| (exits.map)(def.code(), declared))?;
    crate::vocabulary::exit::is_error_code(mapped).then_some(mapped)
}
