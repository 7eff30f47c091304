//! Builds variants from foreign errors.

use super::classified::{Classified, reported_by};
use super::{BoxError, Classifier, Found};
use crate::definition::def::{Catalogued, TypeDef};
use crate::definition::hooks::Hooks;
use crate::definition::rule::ClassifyRule;
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use crate::ready::find::finder;
use std::error::Error;
use std::io;
use std::marker::PhantomData;

/// A type that can be built from foreign errors: its variants have classification rules, or nest types that have them.
pub trait Build: Sized {
    /// Builds the error at index `place` in the `defs` table of `ty`, which is this type or a nested one.
    ///
    /// # Errors
    ///
    /// Returns `found` if the variant must store an error that can't be moved out of the errors that wrap it.
    #[allow(clippy::result_large_err, reason = "returns the arguments, and errors are rare")]
    fn build(ty: &'static TypeDef, place: usize, found: Found) -> Result<Self, Found>;

    /// Downcasts an error to this type. An error of a nested type is wrapped in the matching variant.
    ///
    /// # Errors
    ///
    /// Returns the error if it has a different type.
    fn adopt(error: BoxError) -> Result<Self, BoxError>;

    /// Wraps a record in the variant that nests [`ErrorRecord`].
    ///
    /// # Errors
    ///
    /// Returns the record if the type doesn't nest `ErrorRecord`.
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

/// Downcasts an error, including one inside a `Box` or an `io::Error`.
///
/// # Errors
///
/// Returns the error if it has a different type.
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

/// Downcasts the error inside an `io::Error`, such as one created with [`io::Error::other`].
fn inside<T: Error + 'static>(error: io::Error) -> Result<T, BoxError> {
    if !error.get_ref().is_some_and(<dyn Error + Send + Sync>::is::<T>) {
        return Err(error.into());
    }
    let kind = error.kind();
    let inner = error.into_inner().unwrap_or_else(|| io::Error::from(kind).into());
    inner.downcast::<T>().map(|own| *own)
}

/// A type that can represent any foreign error, because one of its variants has `classify(fallback)`.
///
/// `#[derive(AgentError)]` implements this trait.
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
    note = "add `classify(fallback)` to one of its variants"
)]
pub trait Classify: Build + AgentError + Catalogued + Send + Sync + 'static {
    /// Returns the classifier for the type's rules.
    #[doc(hidden)]
    fn classifier() -> &'static Classifier;

    /// Builds the fallback variant.
    #[doc(hidden)]
    fn fallback(found: Found) -> Self;

    /// Builds the variant whose rule matches the error. Rules of nested types apply too. If the error already has this
    /// type, it is returned unchanged; if it has a nested type, it is wrapped without consulting the rules.
    ///
    /// If other errors wrap a coded error, it can only be moved out of an `io::Error`. In any other wrapper, the coded
    /// error becomes a record if the type nests [`ErrorRecord`]. Otherwise, it becomes the source of the fallback
    /// variant.
    ///
    /// If the type doesn't declare the error's code, the error becomes a record too, provided that the type nests
    /// `ErrorRecord` and no `type` rule matches. Otherwise, the rules assign a code. To keep the code in every case,
    /// use [`Classifier::classify`].
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
        let has_named_type = decision.as_ref().is_some_and(|decision| matches!(decision.rule, ClassifyRule::Type(_)));
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

/// Builds the error at an index in its type's `defs` table.
type BuildFn = fn(usize, Found) -> Result<Classified, Found>;

/// Builds errors of one type from foreign errors.
pub(crate) struct Builder(pub(super) BuildFn);

/// A marker from which the derive creates the builder for `T`.
#[derive(Debug)]
pub struct BuilderOf<T>(PhantomData<T>);

impl<T: Build + AgentError + Catalogued + 'static> BuilderOf<T> {
    /// Adds the builder to a type's hooks.
    #[must_use]
    pub const fn and(mut hooks: Hooks) -> Hooks {
        hooks.builder = Some(const { &Builder(build_error::<T>) });
        hooks
    }
}

/// Builds the error at an index in the `defs` table of `T`. The foreign error becomes a cause.
#[allow(clippy::result_large_err, reason = "returns the arguments, and errors are rare")]
fn build_error<T: Build + AgentError + Catalogued + 'static>(place: usize, found: Found) -> Result<Classified, Found> {
    let causes = reported_by(&*found.error);
    let wait = found.retry_after;
    let error = T::build(T::TYPE, place, found)?;
    Ok(Classified::built(Box::new(error), wait, causes))
}
