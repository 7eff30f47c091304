//! The values that the fields of a variant take from a foreign error: sources and nested errors. rustc selects the
//! first trait here that the field's type implements.

use super::build::{Build, unboxed};
use super::{BoxError, Found};
use crate::definition::def::TypeDef;
use crate::error::record::ErrorRecord;
use crate::text::cause::causes;
use std::error::Error;
use std::io;
use std::marker::PhantomData;
use std::sync::Arc;

/// The place of a source in a variant.
#[derive(Debug)]
pub struct Slot<T>(PhantomData<T>);

impl<T> Slot<T> {
    /// The position.
    pub const NEW: Self = Self(PhantomData);
}

/// Source types that take any error.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot contain every foreign error",
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

/// An error with an I/O error inside keeps its kind.
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
    fn hold(&self, error: BoxError) -> Result<T, BoxError>;
}

impl<T: KnownSource> AnySource<T> for &&Slot<T> {
    fn hold(&self, error: BoxError) -> Result<T, BoxError> {
        Ok(T::from_foreign(error))
    }
}

/// Pointers to an error type and options of one, which rustc tries second.
pub trait PointedSource<T> {
    /// The error behind the pointer.
    ///
    /// # Errors
    ///
    /// The error, if it has another type.
    fn hold(&self, error: BoxError) -> Result<T, BoxError>;
}

impl<T: Error + 'static> PointedSource<Box<T>> for &Slot<Box<T>> {
    fn hold(&self, error: BoxError) -> Result<Box<T>, BoxError> {
        unboxed(error).map(Box::new)
    }
}

impl<T: Error + 'static> PointedSource<Arc<T>> for &Slot<Arc<T>> {
    fn hold(&self, error: BoxError) -> Result<Arc<T>, BoxError> {
        match error.downcast::<Arc<T>>() {
            Ok(shared) => Ok(*shared),
            Err(error) => unboxed(error).map(Arc::new),
        }
    }
}

impl<T: Error + 'static> PointedSource<Option<T>> for &Slot<Option<T>> {
    fn hold(&self, error: BoxError) -> Result<Option<T>, BoxError> {
        unboxed(error).map(Some)
    }
}

/// Types that must be the error itself, perhaps in a box: errors around it cannot be taken apart.
pub trait ConcreteSource<T> {
    /// The error as the type.
    ///
    /// # Errors
    ///
    /// The error, if it has another type.
    fn hold(&self, error: BoxError) -> Result<T, BoxError>
    where
        T: Source;
}

impl<T> ConcreteSource<T> for Slot<T> {
    fn hold(&self, error: BoxError) -> Result<T, BoxError>
    where
        T: Source,
    {
        unboxed(error)
    }
}

/// The bound "is an error"; only its error message is used.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an error, so `classify` cannot move an error into the field",
    label = "this type does not implement `Error`",
    note = "make the field an `Option`, or add `with = ...` to the rules"
)]
pub trait Source: Error + 'static {}

impl<T: Error + 'static> Source for T {}

/// Types that are nested and can be made from foreign errors, which rustc tries first.
pub trait NestedBuild<T> {
    /// As [`Build::build`].
    ///
    /// # Errors
    ///
    /// The argument.
    #[allow(clippy::result_large_err, reason = "it returns the arguments, and is rare")]
    fn build_nested(&self, ty: &'static TypeDef, place: usize, found: Found) -> Result<T, Found>;

    /// As [`Build::adopt`].
    ///
    /// # Errors
    ///
    /// The argument.
    fn adopt_nested(&self, error: BoxError) -> Result<T, BoxError>;

    /// As [`Build::from_record`].
    ///
    /// # Errors
    ///
    /// The argument.
    fn nested_from_record(&self, record: ErrorRecord) -> Result<T, ErrorRecord>;
}

impl<T: Build> NestedBuild<T> for &Slot<T> {
    fn build_nested(&self, ty: &'static TypeDef, place: usize, found: Found) -> Result<T, Found> {
        T::build(ty, place, found)
    }

    fn adopt_nested(&self, error: BoxError) -> Result<T, BoxError> {
        T::adopt(error)
    }

    fn nested_from_record(&self, record: ErrorRecord) -> Result<T, ErrorRecord> {
        T::from_record(record)
    }
}

/// Nested types without rules.
pub trait NestedAsIs<T> {
    /// Never succeeds: the type has no rules.
    ///
    /// # Errors
    ///
    /// The argument.
    #[allow(clippy::result_large_err, reason = "it returns the arguments, and is rare")]
    fn build_nested(&self, _: &'static TypeDef, _: usize, found: Found) -> Result<T, Found> {
        Err(found)
    }

    /// The error itself.
    ///
    /// # Errors
    ///
    /// The argument, if it has another type.
    fn adopt_nested(&self, error: BoxError) -> Result<T, BoxError>;

    /// Never succeeds: it is not a record.
    ///
    /// # Errors
    ///
    /// The argument.
    fn nested_from_record(&self, record: ErrorRecord) -> Result<T, ErrorRecord> {
        Err(record)
    }
}

impl<T: Error + 'static> NestedAsIs<T> for Slot<T> {
    fn adopt_nested(&self, error: BoxError) -> Result<T, BoxError> {
        unboxed(error)
    }
}
