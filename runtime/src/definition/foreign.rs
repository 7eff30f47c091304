//! Functions for the errors of other libraries.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Functions that read a foreign error type: its code, an HTTP status, a wait, an invalid field, other errors.
///
/// [`foreign!`](crate::foreign) declares them for the whole program,
/// [`Classifier::foreign`](crate::classify::Classifier::foreign) for one classifier. Facts that a type does not have
/// are `None`. If a type has several descriptions, only one is used: the last given to the classifier, otherwise the
/// last one linked.
///
/// ```
/// use agent_error::definition::Foreign;
///
/// #[derive(Debug, thiserror::Error)]
/// #[error("API error {status}: {message}")]
/// struct ApiError {
///     status: u16,
///     message: String,
/// }
///
/// agent_error::foreign!(
///     Foreign::<ApiError>::new().status(|error| Some(error.status)).message(|error| Some(error.message.clone()))
/// );
/// ```
pub struct Foreign<E> {
    code: fn(&E) -> Option<String>,
    status: fn(&E) -> Option<u16>,
    message: fn(&E) -> Option<String>,
    retry_after: fn(&E) -> Option<Duration>,
    invalid: fn(&E) -> Option<Invalid>,
    inner: for<'a> fn(&'a E) -> Vec<&'a (dyn Error + 'static)>,
}

/// A value that another library rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// The name of the field or the flag.
    pub field: String,
    /// Why the value is invalid.
    pub reason: String,
}

impl<E> Default for Foreign<E> {
    fn default() -> Self {
        Self::new()
    }
}

impl<E> fmt::Debug for Foreign<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Foreign<{}>", std::any::type_name::<E>())
    }
}

impl<E> Foreign<E> {
    /// A type without any functions.
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

    /// Reads the library's code, such as an SQLSTATE or the name of a gRPC status, which `classify(code("23505"))`
    /// compares exactly.
    #[must_use]
    pub const fn code(mut self, code: fn(&E) -> Option<String>) -> Self {
        self.code = code;
        self
    }

    /// Reads the HTTP status.
    #[must_use]
    pub const fn status(mut self, status: fn(&E) -> Option<u16>) -> Self {
        self.status = status;
        self
    }

    /// Reads the message, if `Display` adds other text to it.
    #[must_use]
    pub const fn message(mut self, message: fn(&E) -> Option<String>) -> Self {
        self.message = message;
        self
    }

    /// Reads how long to wait before the next call.
    #[must_use]
    pub const fn retry_after(mut self, retry_after: fn(&E) -> Option<Duration>) -> Self {
        self.retry_after = retry_after;
        self
    }

    /// Reads the rejected value and the reason; the error is then a validation error.
    #[must_use]
    pub const fn invalid(mut self, invalid: fn(&E) -> Option<Invalid>) -> Self {
        self.invalid = invalid;
        self
    }

    /// Returns errors in place of its source: for a wrapper whose `source` skips the wrapped error, as with thiserror's
    /// `transparent`, and for a list of errors.
    #[must_use]
    pub const fn inner(mut self, inner: for<'a> fn(&'a E) -> Vec<&'a (dyn Error + 'static)>) -> Self {
        self.inner = inner;
        self
    }
}

/// [`Foreign`] for a type that only the implementation knows.
#[doc(hidden)]
pub trait ForeignError: Send + Sync {
    /// The size of the type.
    fn size(&self) -> usize;
    /// The facts of the error, if it has the type.
    fn read(&self, error: &(dyn Error + 'static)) -> Option<Knowledge>;
    /// The message itself.
    fn message(&self, error: &(dyn Error + 'static)) -> Option<String>;
    /// The errors in place of the source.
    fn inner<'a>(&self, error: &'a (dyn Error + 'static), found: &mut Vec<&'a (dyn Error + 'static)>);
}

/// The facts of an error.
#[doc(hidden)]
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    pub(crate) code: Option<String>,
    pub(crate) status: Option<u16>,
    pub(crate) retry_after: Option<Duration>,
    pub(crate) invalid: Option<Invalid>,
}

impl<E: Error + 'static> ForeignError for Foreign<E> {
    fn size(&self) -> usize {
        size_of::<E>()
    }

    fn read(&self, error: &(dyn Error + 'static)) -> Option<Knowledge> {
        let error = behind_pointers::<E>(error)?;
        Some(Knowledge {
            code: (self.code)(error),
            status: (self.status)(error),
            retry_after: (self.retry_after)(error),
            invalid: (self.invalid)(error),
        })
    }

    fn message(&self, error: &(dyn Error + 'static)) -> Option<String> {
        behind_pointers::<E>(error).and_then(self.message)
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

/// Declares the functions of a foreign error type for the whole program; takes a [`Foreign`].
///
/// On targets without a registry (WebAssembly, Miri) use [`Classifier::foreign`](crate::classify::Classifier::foreign).
#[macro_export]
macro_rules! foreign {
    ($foreign:expr $(,)?) => {
        const _: () = {
            $crate::__private::register_foreign!($foreign);
        };
    };
}
