//! What a foreign error says about itself.

use super::field_error::FieldError;
use std::error::Error;
use std::time::Duration;

/// The data of a foreign error, such as the error of an HTTP client. All fields are optional.
///
/// Return it from a function registered with [`foreign!`](crate::foreign), as in the
/// [guide](crate::_guide::foreign).
///
/// ```
/// use agent_error::{AgentError, Classify, Foreign};
///
/// /// The error of an HTTP client.
/// #[derive(Debug, thiserror::Error)]
/// #[error("status {status}")]
/// struct ClientError {
///     status: u16,
/// }
///
/// agent_error::foreign!(ClientError, |error| Foreign { status: Some(error.status), ..Foreign::default() });
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// #[error("the server is overloaded")]
/// #[code("SERVER_OVERLOADED", exit = 12, classify(status(503)))]
/// struct Overloaded;
///
/// let record = Overloaded::classify(ClientError { status: 503 });
/// assert_eq!(record.code(), "SERVER_OVERLOADED");
/// assert!(record.is_retryable());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Foreign<'a> {
    /// The library's own code, such as an SQLSTATE. Rules such as `classify(code("23505"))` match
    /// it exactly.
    pub code: Option<String>,
    /// The HTTP status.
    pub status: Option<u16>,
    /// The message. Set it if the `Display` output contains more than the message.
    pub message: Option<String>,
    /// The delay before the next attempt.
    pub retry_after: Option<Duration>,
    /// The invalid value and the reason. If set, the `validation` rule matches.
    pub invalid: Option<FieldError>,
    /// The inner errors, which replace the error's source in searches. Use it for lists of errors,
    /// and if `source` skips the wrapped error, as with thiserror's `transparent`.
    pub inner: Vec<&'a (dyn Error + 'static)>,
}

/// Inspects an error. Returns `None` if it has a different type.
#[doc(hidden)]
pub type ReadForeign = for<'a> fn(&'a (dyn Error + 'static)) -> Option<Foreign<'a>>;

/// Registers a function that inspects a foreign error type for the whole program. Takes the type,
/// and a function that returns [`Foreign`](crate::Foreign). If a type is registered
/// several times, only the registration that is linked last applies.
///
/// Has no effect on targets without linker-based registration, such as WebAssembly and Miri.
#[macro_export]
macro_rules! foreign {
    ($error:ty, $read:expr $(,)?) => {
        const _: () = {
            fn read<'a>(
                error: &'a (dyn ::std::error::Error + 'static),
            ) -> ::core::option::Option<$crate::Foreign<'a>> {
                let read: fn(&'a $error) -> $crate::Foreign<'a> = $read;
                $crate::__private::behind_pointers(error).map(read)
            }
    $crate::__agent_error_link!(AGENT_ERROR_FOREIGN_0_1_0: $crate::__private::ReadForeign = read);
        };
    };
}
