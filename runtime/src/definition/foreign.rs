//! Functions that inspect the errors of other libraries.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

/// Functions that inspect a foreign error type, such as the error of an HTTP client.
///
/// Register them with [`foreign!`](crate::foreign). All functions are optional. If a type is registered several times,
/// only the registration that is linked last applies.
///
/// For examples, see the [guide](crate::_guide::foreign).
#[derive(Debug)]
pub struct Foreign<E> {
    code: fn(&E) -> Option<String>,
    status: fn(&E) -> Option<u16>,
    message: fn(&E) -> Option<String>,
    retry_after: fn(&E) -> Option<Duration>,
    invalid: fn(&E) -> Option<Invalid>,
    inner: for<'a> fn(&'a E) -> Vec<&'a (dyn Error + 'static)>,
}

/// An invalid value that another library reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// The name of the field or flag.
    pub field: String,
    /// Why the value is invalid.
    pub reason: String,
}

impl<E> Default for Foreign<E> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E> Foreign<E> {
    /// Creates an empty set of functions.
    pub const fn new() -> Self {
        Self {
            code: |_| None,
            status: |_| None,
            message: |_| None,
            retry_after: |_| None,
            invalid: |_| None,
            inner: |_| Vec::new(),
        }
    }

    /// Sets the function that returns the library's own code, such as an SQLSTATE or the name of a gRPC status. Rules
    /// such as `classify(code("23505"))` match this code exactly.
    #[must_use]
    pub const fn code(self, code: fn(&E) -> Option<String>) -> Self {
        Self { code, ..self }
    }

    /// Sets the function that returns the HTTP status.
    #[must_use]
    pub const fn status(self, status: fn(&E) -> Option<u16>) -> Self {
        Self { status, ..self }
    }

    /// Sets the function that returns the message. Use this if the `Display` output contains more than the message.
    #[must_use]
    pub const fn message(self, message: fn(&E) -> Option<String>) -> Self {
        Self { message, ..self }
    }

    /// Sets the function that returns the delay before the next attempt.
    #[must_use]
    pub const fn retry_after(self, retry_after: fn(&E) -> Option<Duration>) -> Self {
        Self { retry_after, ..self }
    }

    /// Sets the function that returns the invalid value and the reason. If it returns `Some`, the `validation` rule
    /// matches.
    #[must_use]
    pub const fn invalid(self, invalid: fn(&E) -> Option<Invalid>) -> Self {
        Self { invalid, ..self }
    }

    /// Sets the function that returns inner errors. They replace the error's source in searches.
    ///
    /// Use it for lists of errors, and for wrappers whose `source` skips the wrapped error, such as thiserror's
    /// `transparent`.
    #[must_use]
    pub const fn inner(self, inner: for<'a> fn(&'a E) -> Vec<&'a (dyn Error + 'static)>) -> Self {
        Self { inner, ..self }
    }
}

/// A type-erased [`Foreign`].
#[doc(hidden)]
pub trait ForeignError: Send + Sync {
    /// Inspects an error. Returns `None` if it has a different type.
    fn read(&self, error: &(dyn Error + 'static)) -> Option<Knowledge>;
    /// Appends the inner errors to `found`.
    fn inner<'a>(&self, error: &'a (dyn Error + 'static), found: &mut Vec<&'a (dyn Error + 'static)>);
}

/// The data extracted from an error.
#[doc(hidden)]
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    pub(crate) code: Option<String>,
    pub(crate) status: Option<u16>,
    /// The message alone, without the rest of the `Display` output.
    pub(crate) message: Option<String>,
    pub(crate) retry_after: Option<Duration>,
    pub(crate) invalid: Option<Invalid>,
}

impl<E: Error + 'static> ForeignError for Foreign<E> {
    fn read(&self, error: &(dyn Error + 'static)) -> Option<Knowledge> {
        let error = behind_pointers::<E>(error)?;
        Some(Knowledge {
            code: (self.code)(error),
            status: (self.status)(error),
            message: (self.message)(error),
            retry_after: (self.retry_after)(error),
            invalid: (self.invalid)(error),
        })
    }

    fn inner<'a>(&self, error: &'a (dyn Error + 'static), found: &mut Vec<&'a (dyn Error + 'static)>) {
        if let Some(error) = behind_pointers::<E>(error) {
            found.extend((self.inner)(error));
        }
    }
}

fn behind_pointers<'a, E: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a E> {
    let boxed = || error.downcast_ref::<Box<E>>().map(|error| &**error);
    let shared = || error.downcast_ref::<Arc<E>>().map(|error| &**error);
    error.downcast_ref::<E>().or_else(boxed).or_else(shared)
}

/// Registers functions that inspect a foreign error type for the whole program. Takes a [`Foreign`].
///
/// Has no effect on targets without linker-based registration, such as WebAssembly and Miri.
#[macro_export]
macro_rules! foreign {
    ($foreign:expr $(,)?) => {
        const _: () = {
            $crate::__agent_error_link!(
                AGENT_ERROR_FOREIGN_0_1_0: &'static dyn $crate::__private::ForeignError = &$foreign
            );
        };
    };
}
