//! The exit codes that a program gives to the errors of this crate.

use super::error_def::ErrorDef;
use std::sync::{PoisonError, RwLock};

/// How a program maps the exit codes of this crate's errors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OwnExits {
    /// From a code and its declared exit code to the program's exit code.
    pub(crate) map: fn(&str, u8) -> u8,
    /// Whether this crate declares the code. A function, so that only programs with a mapping link all declarations.
    pub(crate) is_own: fn(&ErrorDef) -> bool,
}

static OWN_EXITS: RwLock<Option<OwnExits>> = RwLock::new(None);

/// Sets the mapping of the running program.
pub(crate) fn set(exits: Option<OwnExits>) {
    *OWN_EXITS.write().unwrap_or_else(PoisonError::into_inner) = exits;
}

/// The exit code of a process that ends with this code.
pub(crate) fn exit_code(def: &ErrorDef) -> u8 {
    mapped(def).unwrap_or_else(|| def.exit_code())
}

/// The exit code that the program maps this code to, if it does.
pub(crate) fn mapped(def: &ErrorDef) -> Option<u8> {
    let exits = (*OWN_EXITS.read().unwrap_or_else(PoisonError::into_inner))?;
    let declared = def.exit_code();
    let mapped = (exits.is_own)(def).then(|| (exits.map)(def.code(), declared))?;
    crate::vocabulary::exit::is_error_code(mapped).then_some(mapped)
}
