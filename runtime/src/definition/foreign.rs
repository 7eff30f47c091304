//! What a program knows about the errors of other libraries.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// How to read what a foreign error type knows: a code of its own, an HTTP status, a wait, an invalid field, other
/// errors.
///
/// [`foreign!`](crate::foreign) states it for the whole program, [`Classifier::foreign`](crate::classify::Classifier::foreign)
/// to one classifier. What a type does not know is `None`. Of several descriptions of one type one counts as a whole:
/// the last that a classifier was given, or else the last that was linked.
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

/// A value that another library refused.
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
    /// A type of which nothing is known yet.
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

    /// Reads the code that the library gives the error, as an SQLSTATE or the name of a gRPC status: what
    /// `classify(code("23505"))` compares, letter by letter.
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

    /// Reads the message itself, where `Display` decorates it.
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

    /// Reads which value was refused, and why: this makes it a validation error.
    #[must_use]
    pub const fn invalid(mut self, invalid: fn(&E) -> Option<Invalid>) -> Self {
        self.invalid = invalid;
        self
    }

    /// Gives the errors that it holds in place of its source: for a wrapper whose `source` skips what it
    /// wraps, as with thiserror's `transparent`, and for a list of errors.
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
    /// What the error knows, if it has the type.
    fn read(&self, error: &(dyn Error + 'static)) -> Option<Knowledge>;
    /// The message itself.
    fn message(&self, error: &(dyn Error + 'static)) -> Option<String>;
    /// The errors that stand for the source.
    fn inner<'a>(&self, error: &'a (dyn Error + 'static), found: &mut Vec<&'a (dyn Error + 'static)>);
}

/// What an error knows.
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

/// States for the whole program what a foreign error type knows; takes a [`Foreign`].
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
