//! From a foreign error to the variant whose rule it meets.

use super::{BoxError, Classifier};
use crate::def::Catalogued;
use crate::error::AgentError;
use crate::foreign::Invalid;
use crate::record::ErrorRecord;
use crate::text::causes;
use std::error::Error;
use std::fmt;
use std::io;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

/// A foreign error and what is known about it: what `classify(..., with = function)` builds a variant from.
#[derive(Debug)]
#[non_exhaustive]
pub struct Found {
    /// The message of the error that met the rule.
    pub message: String,
    /// The HTTP status.
    pub status: Option<u16>,
    /// How long to wait before the next call.
    pub retry_after: Option<Duration>,
    /// The value that was refused.
    pub invalid: Option<Invalid>,
    /// The whole error.
    pub error: BoxError,
}

/// [`Found`] without the error.
#[derive(Clone, Debug)]
pub struct Known {
    /// The message of the error that met the rule.
    pub message: String,
    /// The HTTP status.
    pub status: Option<u16>,
    /// How long to wait before the next call.
    pub retry_after: Option<Duration>,
    /// The value that was refused.
    pub invalid: Option<Invalid>,
}

impl Known {
    /// Together with the error itself.
    #[must_use]
    pub fn with(self, error: BoxError) -> Found {
        let Self { message, status, retry_after, invalid } = self;
        Found { message, status, retry_after, invalid, error }
    }

    /// The field that was refused.
    pub fn field(&self) -> Option<String> {
        self.invalid.as_ref().map(|invalid| invalid.field.clone())
    }

    /// Why it was refused.
    pub fn reason(&self) -> Option<String> {
        self.invalid.as_ref().map(|invalid| invalid.reason.clone())
    }
}

impl Found {
    /// The error, and what is known about it.
    #[must_use]
    pub fn split(self) -> (Known, BoxError) {
        let Self { message, status, retry_after, invalid, error } = self;
        (Known { message, status, retry_after, invalid }, error)
    }
}

/// A type whose variants state rules.
pub trait Build: Sized {
    /// The error that declares the code at a place of the type's table; gives everything back if its
    /// source cannot be taken out of what wraps it.
    ///
    /// # Errors
    ///
    /// What was given.
    #[allow(clippy::result_large_err, reason = "it is what the caller gave, and rare")]
    fn build(place: usize, found: Found) -> Result<Self, Found>;
}

/// A type that can stand for every foreign error: one of its variants is `classify(fallback)`.
///
/// The derive implements it.
///
/// ```
/// use agent_error::{AgentError, Classify};
/// use std::io;
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// enum ToolError {
///     /// A file does not exist.
///     #[error("a file is missing")]
///     #[code("FILE_NOT_FOUND", exit = 5, classify(io(NotFound)))]
///     NoFile { source: io::Error },
///     /// Anything else.
///     #[error("{message}")]
///     #[code("ERROR", classify(fallback))]
///     Other { message: String },
/// }
///
/// fn read(path: &str) -> Result<String, ToolError> {
///     std::fs::read_to_string(path).map_err(ToolError::classify)
/// }
///
/// assert_eq!(read("/no/such/file").unwrap_err().code(), "FILE_NOT_FOUND");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot stand for every foreign error",
    note = "mark one of its variants `classify(fallback)`"
)]
pub trait Classify: Build + AgentError + Catalogued + Send + Sync + 'static {
    /// The rules of the type.
    #[doc(hidden)]
    fn classifier() -> &'static Classifier;

    /// The variant of the fallback.
    #[doc(hidden)]
    fn fallback(found: Found) -> Self;

    /// The variant whose rule the error meets; an error of this type is given back as it is.
    ///
    /// A coded error deeper inside cannot be taken out: it becomes a cause, and
    /// [`Classifier::classify`] would keep its code.
    fn classify(error: impl Into<BoxError>) -> Self {
        let error = match error.into().downcast::<Self>() {
            Ok(own) => return *own,
            Err(foreign) => foreign,
        };
        let built = match Self::classifier().decide(&*error) {
            Some(decision) => Self::build(decision.place(), decision.into_known().with(error)),
            None => Err(Self::classifier().known(&*error).with(error)),
        };
        built.unwrap_or_else(Self::fallback)
    }
}

/// The error that declares the code at a place, as data; the foreign error stays among its causes.
#[allow(clippy::result_large_err, reason = "it is what the caller gave, and rare")]
pub(crate) fn build_record<T: Build + AgentError + 'static>(place: usize, found: Found) -> Result<ErrorRecord, Found> {
    let error: &(dyn Error + 'static) = &*found.error;
    let causes = std::iter::once(error).chain(causes(error)).map(ToString::to_string).collect();
    let error = T::build(place, found)?;
    let record = ErrorRecord::from_error(&error);
    Ok(match error.source() {
        Some(_) => record,
        None => record.caused_by(causes),
    })
}

/// The place of a source in a variant.
#[derive(Debug)]
pub struct Slot<T>(PhantomData<T>);

impl<T> Slot<T> {
    /// The place itself.
    pub const NEW: Self = Self(PhantomData);
}

/// Source types that take any error.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot hold every foreign error",
    note = "the source of a fallback is a `Box<dyn Error + Send + Sync>` or an `io::Error`"
)]
pub trait KnownSource: Sized {
    /// The error as this type.
    fn from_foreign(error: BoxError) -> Self;
}

impl KnownSource for BoxError {
    fn from_foreign(error: BoxError) -> Self {
        error
    }
}

impl KnownSource for Box<dyn Error + Send> {
    fn from_foreign(error: BoxError) -> Self {
        error
    }
}

impl KnownSource for Box<dyn Error> {
    fn from_foreign(error: BoxError) -> Self {
        error
    }
}

impl KnownSource for Arc<dyn Error + Send + Sync> {
    fn from_foreign(error: BoxError) -> Self {
        error.into()
    }
}

/// An error that holds an I/O error keeps its kind.
impl KnownSource for io::Error {
    fn from_foreign(error: BoxError) -> Self {
        match error.downcast::<Self>() {
            Ok(own) => *own,
            Err(error) => {
                let kind = causes(&*error).find_map(|cause| cause.downcast_ref::<Self>().map(Self::kind));
                Self::new(kind.unwrap_or(io::ErrorKind::Other), error)
            }
        }
    }
}

impl<T: KnownSource> KnownSource for Option<T> {
    fn from_foreign(error: BoxError) -> Self {
        Some(T::from_foreign(error))
    }
}

/// Types that take any error, which rustc tries first.
pub trait AnySource<T> {
    /// The error as the type.
    ///
    /// # Errors
    ///
    /// Never.
    fn take(&self, error: BoxError) -> Result<T, BoxError>;
}

impl<T: KnownSource> AnySource<T> for &Slot<T> {
    fn take(&self, error: BoxError) -> Result<T, BoxError> {
        Ok(T::from_foreign(error))
    }
}

/// Error types that must be the error itself: what wraps them cannot be taken apart.
pub trait ConcreteSource<T> {
    /// The error as the type.
    ///
    /// # Errors
    ///
    /// The error, if it is another.
    fn take(&self, error: BoxError) -> Result<T, BoxError>;
}

impl<T: Error + 'static> ConcreteSource<T> for Slot<T> {
    fn take(&self, error: BoxError) -> Result<T, BoxError> {
        error.downcast::<T>().map(|error| *error)
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
