//! Functions that recognize errors of a type. The module `registry` creates them, and downcasts to their type.

use std::any::Any;
use std::fmt;

/// The functions that recognize errors of one type.
pub(crate) type Hook = &'static (dyn Any + Send + Sync);

/// The functions that recognize errors of a type and of its nested types.
#[derive(Clone, Copy)]
pub struct Hooks {
    #[doc(hidden)]
    pub known: &'static [Hook],
}

impl Hooks {
    /// No functions.
    pub const NONE: Self = Self { known: &[] };

    /// Returns the functions of type `T`.
    pub(crate) fn iter<T: Any>(self) -> impl Iterator<Item = &'static T> {
        self.known.iter().filter_map(|hook| hook.downcast_ref())
    }
}

impl fmt::Debug for Hooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hooks({})", self.known.len())
    }
}
