//! Functions that recognize the errors of one type.

use crate::error::coded::AgentError;
use std::error::Error;
use std::sync::Arc;

/// Recognizes one type.
pub(crate) type Cast = for<'a> fn(&'a (dyn Error + 'static)) -> Option<&'a (dyn AgentError + 'static)>;

/// The functions that recognize the errors of one type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Casts {
    /// The size of the type, which excludes most errors of unknown type.
    pub(crate) size: usize,
    /// The alignment of the type.
    #[cfg(any(feature = "anyhow", feature = "eyre"))]
    pub(crate) align: usize,
    /// Recognizes the type.
    pub(crate) cast: Cast,
    /// Recognizes a `Box` or an `Arc` of it.
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

// Every type of errors has its own copy of these two, so they are written without closures.

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
