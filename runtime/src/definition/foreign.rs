//! What a foreign error says about itself.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

/// The data of a foreign error, such as the error of an HTTP client. All fields are optional.
///
/// Return it from the function that you register with [`foreign!`](crate::foreign).
///
/// For examples, see the [guide](crate::_guide::foreign).
#[derive(Clone, Debug, Default)]
pub struct Foreign<'a> {
    /// The library's own code, such as an SQLSTATE or the name of a gRPC status. Rules such as `classify(code("23505"))`
    /// match this code exactly.
    pub code: Option<String>,
    /// The HTTP status.
    pub status: Option<u16>,
    /// The message. Set it if the `Display` output contains more than the message.
    pub message: Option<String>,
    /// The delay before the next attempt.
    pub retry_after: Option<Duration>,
    /// The invalid value and the reason. If set, the `validation` rule matches.
    pub invalid: Option<Invalid>,
    /// The inner errors. They replace the error's source in searches.
    ///
    /// Use it for lists of errors, and for wrappers whose `source` skips the wrapped error, such as thiserror's
    /// `transparent`.
    pub inner: Vec<&'a (dyn Error + 'static)>,
}

/// An invalid value that another library reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invalid {
    /// The name of the field or flag.
    pub field: String,
    /// Why the value is invalid.
    pub reason: String,
}

/// Inspects an error. Returns `None` if it has a different type.
#[doc(hidden)]
pub type ReadForeign = for<'a> fn(&'a (dyn Error + 'static)) -> Option<Foreign<'a>>;

/// Downcasts to an error, directly or behind a pointer.
#[doc(hidden)]
pub fn behind_pointers<'a, E: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a E> {
    let boxed = || error.downcast_ref::<Box<E>>().map(|error| &**error);
    let shared = || error.downcast_ref::<Arc<E>>().map(|error| &**error);
    error.downcast_ref::<E>().or_else(boxed).or_else(shared)
}

/// Registers a function that inspects a foreign error type for the whole program. Takes the type, and a function that
/// returns [`Foreign`](crate::definition::Foreign). If a type is registered several times, only the registration that is
/// linked last applies.
///
/// Has no effect on targets without linker-based registration, such as WebAssembly and Miri.
#[macro_export]
macro_rules! foreign {
    ($error:ty, $read:expr $(,)?) => {
        const _: () = {
            fn read<'a>(
                error: &'a (dyn ::std::error::Error + 'static),
            ) -> ::core::option::Option<$crate::definition::Foreign<'a>> {
                let read: fn(&'a $error) -> $crate::definition::Foreign<'a> = $read;
                $crate::__private::behind_pointers(error).map(read)
            }
    $crate::__agent_error_link!(AGENT_ERROR_FOREIGN_0_1_0: $crate::__private::ReadForeign = read);
        };
    };
}
