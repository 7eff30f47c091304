//! The error in a transparent variant.

use super::coded::AgentError;
use super::context::Field;
use crate::definition::error_def::ErrorDef;

/// The declaration of an inner error's code.
pub fn inner_def<E: AgentError + ?Sized>(error: &E) -> Option<&'static ErrorDef> {
    error.inner()?.def()
}

/// First choice: a field that is an error with a code.
pub trait InnerError<'a> {
    /// The error.
    fn inner(self) -> Option<&'a dyn AgentError>;
}

impl<'a, T: AgentError> InnerError<'a> for &&Field<'a, T> {
    fn inner(self) -> Option<&'a dyn AgentError> {
        Some(self.0)
    }
}

/// Any other field; rustc reports that its type has no catalog.
pub trait NoInnerError<'a> {
    /// Nothing.
    fn inner(self) -> Option<&'a dyn AgentError>;
}

impl<'a, T> NoInnerError<'a> for &Field<'a, T> {
    fn inner(self) -> Option<&'a dyn AgentError> {
        None
    }
}
