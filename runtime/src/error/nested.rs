//! Accesses the inner error of a transparent variant.

use super::coded::AgentError;
use super::context::Field;
use crate::definition::error_def::ErrorDef;

/// Returns the definition of the inner error's code.
pub fn inner_def<E: AgentError + ?Sized>(error: &E) -> Option<&'static ErrorDef> {
    error.inner()?.def()
}

/// First choice: a field whose type is a coded error.
pub trait InnerError<'a> {
    /// Returns the error.
    fn inner(self) -> Option<&'a dyn AgentError>;
}

impl<'a, T: AgentError> InnerError<'a> for &&Field<'a, T> {
    fn inner(self) -> Option<&'a dyn AgentError> {
        Some(self.0)
    }
}

/// Fallback: any other type. The field doesn't compile anyway, because its type has no catalog.
pub trait NoInnerError<'a> {
    /// Returns `None`.
    fn inner(self) -> Option<&'a dyn AgentError>;
}

impl<'a, T> NoInnerError<'a> for &Field<'a, T> {
    fn inner(self) -> Option<&'a dyn AgentError> {
        None
    }
}
