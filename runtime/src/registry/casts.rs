//! Functions that downcast to one type.

use crate::error::coded::AgentError;
use std::error::Error;
use std::sync::Arc;

/// Downcasts an error to one type.
pub(crate) type Cast = for<'a> fn(&'a (dyn Error + 'static)) -> Option<&'a (dyn AgentError + 'static)>;

/// The functions that downcast to one type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Casts {
    /// The size of the type. Checking it first rules out most errors.
    pub(crate) size: usize,
    /// The alignment of the type.
    #[cfg(any(feature = "anyhow", feature = "eyre"))]
    pub(crate) align: usize,
    /// Downcasts to the type.
    pub(crate) cast: Cast,
    /// Downcasts to a `Box` or an `Arc` of the type.
    pub(crate) cast_pointer: Cast,
}

impl Casts {
    pub(crate) const fn of<T: AgentError + 'static>() -> Self {
        Self {
            size: size_of::<T>(),
            #[cfg(any(feature = "anyhow", feature = "eyre"))]
            align: align_of::<T>(),
            cast: cast::<T>,
            cast_pointer: cast_pointer::<T>,
        }
    }
}

// These two are instantiated for every error type. To keep them small, they don't use closures.

fn cast<'a, T: AgentError + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a (dyn AgentError + 'static)> {
    if let Some(error) = error.downcast_ref::<T>() {
        return Some(error);
    }
    None
}

fn cast_pointer<'a, T: AgentError + 'static>(
    error: &'a (dyn Error + 'static),
) -> Option<&'a (dyn AgentError + 'static)> {
    if let Some(error) = error.downcast_ref::<Box<T>>() {
        return Some(&**error);
    }
    if let Some(error) = error.downcast_ref::<Arc<T>>() {
        return Some(&**error);
    }
    None
}
