//! Conversions from a foreign error to a variant's source field or nested error. Generated code calls the method on a
//! [`Slot`], and method resolution selects the first trait below that the field's type supports.

use super::build::{Build, unboxed};
use super::{BoxError, Found};
use crate::definition::def::TypeDef;
use crate::error::record::ErrorRecord;
use crate::text::cause::causes;
use std::error::Error;
use std::io;
use std::marker::PhantomData;
use std::sync::Arc;

/// Stands in for a field of type `T` during method resolution.
#[derive(Debug)]
pub struct Slot<T>(PhantomData<T>);

impl<T> Slot<T> {
    /// The only value of this type.
    pub const NEW: Self = Self(PhantomData);
}

/// A source type that can hold any error.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot contain every foreign error",
    note = "use `Box<dyn Error + Send + Sync>` or `io::Error` for the source of a fallback"
)]
pub trait KnownSource: Sized {
    /// Wraps the error in this type.
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

/// If the source chain contains an I/O error, keeps that error's kind.
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

/// Converts an error to a type that can hold any error. Tried first.
pub trait AnySource<T> {
    /// Converts the error to the field's type.
    ///
    /// # Errors
    ///
    /// Never returns an error.
    fn hold(&self, error: BoxError) -> Result<T, BoxError>;
}

impl<T: KnownSource> AnySource<T> for &&Slot<T> {
    fn hold(&self, error: BoxError) -> Result<T, BoxError> {
        Ok(T::from_foreign(error))
    }
}

/// Converts an error to a pointer to its type, or to an option of its type. Tried second.
pub trait PointerSource<T> {
    /// Converts the error to the field's type.
    ///
    /// # Errors
    ///
    /// Returns the error if it has a different type.
    fn hold(&self, error: BoxError) -> Result<T, BoxError>;
}

impl<T: Error + 'static> PointerSource<Box<T>> for &Slot<Box<T>> {
    fn hold(&self, error: BoxError) -> Result<Box<T>, BoxError> {
        unboxed(error).map(Box::new)
    }
}

impl<T: Error + 'static> PointerSource<Arc<T>> for &Slot<Arc<T>> {
    fn hold(&self, error: BoxError) -> Result<Arc<T>, BoxError> {
        match error.downcast::<Arc<T>>() {
            Ok(shared) => Ok(*shared),
            Err(error) => unboxed(error).map(Arc::new),
        }
    }
}

impl<T: Error + 'static> PointerSource<Option<T>> for &Slot<Option<T>> {
    fn hold(&self, error: BoxError) -> Result<Option<T>, BoxError> {
        unboxed(error).map(Some)
    }
}

/// Downcasts an error to the field's type. Tried last. Errors that wrap an error of that type aren't unwrapped, except
/// for boxes and I/O errors.
pub trait ConcreteSource<T> {
    /// Converts the error to the field's type.
    ///
    /// # Errors
    ///
    /// Returns the error if it has a different type.
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

/// Equivalent to `Error + 'static`, with a better compiler message.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an error, so `classify` cannot store an error in the field",
    label = "this type does not implement `Error`",
    note = "make the field an `Option`, or add `with = ...` to the rules"
)]
pub trait Source: Error + 'static {}

impl<T: Error + 'static> Source for T {}

/// Builds nested errors whose types have classification rules. Method resolution tries this trait before
/// [`NestedAsIs`].
pub trait NestedBuild<T> {
    /// Calls [`Build::build`].
    ///
    /// # Errors
    ///
    /// Returns `found` if the error can't be built.
    #[allow(clippy::result_large_err, reason = "returns the arguments, and errors are rare")]
    fn build_nested(&self, ty: &'static TypeDef, place: usize, found: Found) -> Result<T, Found>;

    /// Calls [`Build::adopt`].
    ///
    /// # Errors
    ///
    /// Returns the error if it has a different type.
    fn adopt_nested(&self, error: BoxError) -> Result<T, BoxError>;

    /// Calls [`Build::from_record`].
    ///
    /// # Errors
    ///
    /// Returns the record if the nested type can't hold it.
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

/// The fallback for nested types without classification rules.
pub trait NestedAsIs<T> {
    /// Always fails, because the type has no rules.
    ///
    /// # Errors
    ///
    /// Always returns `found`.
    #[allow(clippy::result_large_err, reason = "returns the arguments, and errors are rare")]
    fn build_nested(&self, _: &'static TypeDef, _: usize, found: Found) -> Result<T, Found> {
        Err(found)
    }

    /// Downcasts an error to this type.
    ///
    /// # Errors
    ///
    /// Returns the error if it has a different type.
    fn adopt_nested(&self, error: BoxError) -> Result<T, BoxError>;

    /// Always fails, because the type can't hold a record.
    ///
    /// # Errors
    ///
    /// Always returns the record.
    fn nested_from_record(&self, record: ErrorRecord) -> Result<T, ErrorRecord> {
        Err(record)
    }
}

impl<T: Error + 'static> NestedAsIs<T> for Slot<T> {
    fn adopt_nested(&self, error: BoxError) -> Result<T, BoxError> {
        unboxed(error)
    }
}
