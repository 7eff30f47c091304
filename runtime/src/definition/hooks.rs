//! Functions that other modules attach to a type's definition.

use std::any::Any;
use std::fmt;

/// A set of functions that one module attaches to a type. The module finds them again by downcasting.
pub(crate) type Hook = &'static (dyn Any + Send + Sync);

/// All functions attached to a type.
#[derive(Clone, Copy)]
pub struct Hooks {
    pub(crate) known: &'static [Hook],
}

impl Hooks {
    /// No functions.
    pub const NONE: Self = Self { known: &[] };

    /// Returns the functions of type `T`, if attached.
    pub(crate) fn get<T: Any>(self) -> Option<&'static T> {
        self.known.iter().find_map(|hook| hook.downcast_ref())
    }
}

impl fmt::Debug for Hooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hooks({})", self.known.len())
    }
}
