//! Functions of other rooms for a type, as data in its definition.

use std::any::Any;
use std::fmt;

/// The functions of one room for a type, which the room recognizes by its own type.
pub(crate) type Hook = &'static (dyn Any + Send + Sync);

/// All functions for a type.
#[derive(Clone, Copy)]
pub struct Hooks {
    pub(crate) known: &'static [Hook],
    /// The functions that build it from foreign errors, if it has rules.
    pub(crate) builder: Option<Hook>,
}

impl Hooks {
    /// No functions.
    pub const NONE: Self = Self { known: &[], builder: None };

    /// The functions of the room that asks.
    pub(crate) fn get<T: Any>(self) -> Option<&'static T> {
        self.known.iter().chain(&self.builder).find_map(|hook| hook.downcast_ref())
    }
}

/// The libraries in this build; its hooks are those that belong to no type of errors. Each is linked on its own: the hooks of
/// a type would link all that the type can do.
#[derive(Debug)]
pub(crate) struct Libraries;

impl fmt::Debug for Hooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hooks({})", self.known.len())
    }
}
