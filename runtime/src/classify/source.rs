//! What the fields of a variant take from a foreign error: sources, and nested errors. rustc picks among the traits
//! here what the field's type allows.

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
    fn hold(&self, error: BoxError) -> Result<T, BoxError>;
}

impl<T: KnownSource> AnySource<T> for &Slot<T> {
    fn hold(&self, error: BoxError) -> Result<T, BoxError> {
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
    fn hold(&self, error: BoxError) -> Result<T, BoxError>;
}

impl<T: Error + 'static> ConcreteSource<T> for Slot<T> {
    fn hold(&self, error: BoxError) -> Result<T, BoxError> {
        error.downcast::<T>().map(|error| *error)
    }
}

/// Types that are nested and can be made from foreign errors, which rustc tries first.
pub trait NestedBuild<T> {
    /// As [`Build::build`].
    ///
    /// # Errors
    ///
    /// What was given.
    #[allow(clippy::result_large_err, reason = "it is what the caller gave, and rare")]
    fn build_nested(&self, ty: &'static TypeDef, place: usize, found: Found) -> Result<T, Found>;

    /// As [`Build::adopt`].
    ///
    /// # Errors
    ///
    /// What was given.
    fn adopt_nested(&self, error: BoxError) -> Result<T, BoxError>;

    /// As [`Build::from_record`].
    ///
    /// # Errors
    ///
    /// What was given.
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

/// Nested types that no rule makes.
pub trait NestedAsIs<T> {
    /// Never: there are no rules.
    ///
    /// # Errors
    ///
    /// What was given.
    #[allow(clippy::result_large_err, reason = "it is what the caller gave, and rare")]
    fn build_nested(&self, _: &'static TypeDef, _: usize, found: Found) -> Result<T, Found> {
        Err(found)
    }

    /// The error itself.
    ///
    /// # Errors
    ///
    /// What was given, if it has another type.
    fn adopt_nested(&self, error: BoxError) -> Result<T, BoxError>;

    /// Never: it is not a record.
    ///
    /// # Errors
    ///
    /// What was given.
    fn nested_from_record(&self, record: ErrorRecord) -> Result<T, ErrorRecord> {
        Err(record)
    }
}

impl<T: Error + 'static> NestedAsIs<T> for Slot<T> {
    fn adopt_nested(&self, error: BoxError) -> Result<T, BoxError> {
        unboxed(error)
    }
}
