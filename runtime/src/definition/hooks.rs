//! What the rooms below know about a type, as data that its definition carries for them.

use std::any::Any;
use std::fmt;

/// What one room knows about a type; the room recognises it by its own type.
pub(crate) type Hook = &'static (dyn Any + Send + Sync);

/// All that is known about a type.
#[derive(Clone, Copy)]
pub struct Hooks {
    pub(crate) known: &'static [Hook],
    /// How it is built from foreign errors, if it states rules.
    pub(crate) builder: Option<Hook>,
}

impl Hooks {
    /// Nothing is known.
    pub const NONE: Self = Self { known: &[], builder: None };

    /// What the room that asks knows.
    pub(crate) fn get<T: Any>(self) -> Option<&'static T> {
        self.known.iter().chain(&self.builder).find_map(|hook| hook.downcast_ref())
    }
}

impl fmt::Debug for Hooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hooks({})", self.known.len())
    }
}
