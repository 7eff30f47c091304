//! From a foreign error to the variant whose rule matches.

use super::classified::{Classified, reported_by};
use super::{BoxError, Classifier, Found};
use crate::definition::def::{Catalogued, TypeDef};
use crate::definition::hooks::Hooks;
use crate::definition::rule::Rule;
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use crate::ready::known::finder;
use std::error::Error;
use std::io;
use std::marker::PhantomData;

/// A type that can be made from foreign errors: its variants have rules, or nest types that have some.
pub trait Build: Sized {
    /// The error with the code at an index of a type's table; the type is this one or nested in it. Returns its
    /// arguments if the source cannot be taken out of the errors around it.
    ///
    /// # Errors
    ///
    /// The arguments.
    #[allow(clippy::result_large_err, reason = "it returns the arguments, and is rare")]
    fn build(ty: &'static TypeDef, place: usize, found: Found) -> Result<Self, Found>;

    /// The error, if it has this type or a nested one.
    ///
    /// # Errors
    ///
    /// The argument.
    fn adopt(error: BoxError) -> Result<Self, BoxError>;

    /// A record, if the type nests [`ErrorRecord`].
    ///
    /// # Errors
    ///
    /// The argument.
    fn from_record(record: ErrorRecord) -> Result<Self, ErrorRecord> {
        Err(record)
    }
}

impl Build for ErrorRecord {
    fn build(_: &'static TypeDef, _: usize, found: Found) -> Result<Self, Found> {
        Err(found)
    }

    fn adopt(error: BoxError) -> Result<Self, BoxError> {
        unboxed(error)
    }

    fn from_record(record: ErrorRecord) -> Result<Self, ErrorRecord> {
        Ok(record)
    }
}

impl<T: Build> Build for Box<T> {
    fn build(ty: &'static TypeDef, place: usize, found: Found) -> Result<Self, Found> {
        T::build(ty, place, found).map(Self::new)
    }

    fn adopt(error: BoxError) -> Result<Self, BoxError> {
        T::adopt(error).map(Self::new)
    }

    fn from_record(record: ErrorRecord) -> Result<Self, ErrorRecord> {
        T::from_record(record).map(Self::new)
    }
}

/// The error itself, perhaps in another box or in an I/O error.
///
/// # Errors
///
/// The argument, if it has another type.
pub fn unboxed<T: Error + 'static>(error: BoxError) -> Result<T, BoxError> {
    let error = match error.downcast::<T>() {
        Ok(own) => return Ok(*own),
        Err(error) => error,
    };
    let error = match error.downcast::<Box<T>>() {
        Ok(own) => return Ok(**own),
        Err(error) => error,
    };
    error.downcast::<io::Error>().and_then(|error| inside(*error))
}

/// The error that [`io::Error::other`] wraps.
fn inside<T: Error + 'static>(error: io::Error) -> Result<T, BoxError> {
    if !error.get_ref().is_some_and(<dyn Error + Send + Sync>::is::<T>) {
        return Err(error.into());
    }
    let kind = error.kind();
    let inner = error.into_inner().unwrap_or_else(|| io::Error::from(kind).into());
    inner.downcast::<T>().map(|own| *own)
}

/// A type that can represent every foreign error: one of its variants is `classify(fallback)`.
///
/// Implemented by the derive.
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
    message = "`{Self}` cannot represent every foreign error",
    note = "mark one of its variants `classify(fallback)`"
)]
pub trait Classify: Build + AgentError + Catalogued + Send + Sync + 'static {
    /// The rules of the type.
    #[doc(hidden)]
    fn classifier() -> &'static Classifier;

    /// The variant of the fallback.
    #[doc(hidden)]
    fn fallback(found: Found) -> Self;

    /// The variant whose rule matches the error, including nested types. An error of this type or a nested one is
    /// returned as it is.
    ///
    /// A coded error inside other errors cannot be moved out of them, except out of an `io::Error`. A type that nests [`ErrorRecord`] keeps it as a
    /// record; for other types it becomes the source of the fallback. An error with a code of a type outside of this
    /// catalog is kept as a record, too, unless a rule names its type; a type without an `ErrorRecord` applies its rules.
    /// [`Classifier::classify`] always keeps the code.
    fn classify(error: impl Into<BoxError>) -> Self {
        let error = match Self::adopt(error.into()) {
            Ok(own) => return own,
            Err(foreign) => foreign,
        };
        let classifier = Self::classifier();
        if let Some(coded) = classifier.finder().find_in_context(&*error) {
            let kept = Self::from_record(ErrorRecord::from_error(&coded));
            return kept.unwrap_or_else(|_| Self::fallback(classifier.known(&*error).with(error)));
        }
        let decision = classifier.decide(&*error);
        let has_named_type = decision.as_ref().is_some_and(|decision| matches!(decision.rule, Rule::Type(_)));
        if let Some(coded) = finder().find_in_context(&*error).filter(|_| !has_named_type)
            && let Ok(kept) = Self::from_record(ErrorRecord::from_error(&coded))
        {
            return kept;
        }
        let built = match decision {
            Some(decision) => Self::build(decision.entry.ty, decision.place(), decision.into_known().with(error)),
            None => Err(classifier.known(&*error).with(error)),
        };
        built.unwrap_or_else(Self::fallback)
    }
}

/// Builds the error with the code at an index of its type's table.
type BuildError = fn(usize, Found) -> Result<Classified, Found>;

/// The functions that build a type from foreign errors.
pub(crate) struct Builder(pub(super) BuildError);

/// The functions that build the type `T`.
#[derive(Debug)]
pub struct BuilderOf<T>(PhantomData<T>);

impl<T: Build + AgentError + Catalogued + 'static> BuilderOf<T> {
    /// The hooks of a type, and this one.
    #[must_use]
    pub const fn and(mut hooks: Hooks) -> Hooks {
        hooks.builder = Some(const { &Builder(build_error::<T>) });
        hooks
    }
}

/// The error with the code at an index; the foreign error is among its causes.
#[allow(clippy::result_large_err, reason = "it returns the arguments, and is rare")]
fn build_error<T: Build + AgentError + Catalogued + 'static>(place: usize, found: Found) -> Result<Classified, Found> {
    let causes = reported_by(&*found.error);
    let wait = found.retry_after;
    let error = T::build(T::TYPE, place, found)?;
    Ok(Classified::built(Box::new(error), wait, causes))
}
