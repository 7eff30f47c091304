//! The [`AgentError`] trait.

use crate::error::record::ErrorRecord;
use std::error::Error;
use std::sync::Arc;

/// An error with a stable code, and a record of everything that a caller needs to recover from it.
///
/// Use `#[derive(AgentError)]` to implement this trait. To implement it by hand, start `record`
/// with [`ErrorRecord::of_error`], which takes the message from the `Display` impl and the causes
/// from [`Error::source`]. For a code that another type declares, start with
/// [`ErrorRecord::declared`].
///
/// ```
/// use agent_error::{AgentError, ErrorRecord, Format, exit};
///
/// #[derive(Debug, thiserror::Error)]
/// #[error("the disk is full")]
/// struct DiskFull {
///     free: u64,
/// }
///
/// impl AgentError for DiskFull {
///     fn code(&self) -> &str {
///         "DISK_FULL"
///     }
///
///     fn record(&self) -> ErrorRecord {
///         ErrorRecord::of_error(self.code(), self)
///             .with_exit_code(exit::sysexits::CANTCREAT)
///             .with_suggestion("Delete old snapshots")
///             .with_context("free", self.free)
///     }
/// }
///
/// let record = DiskFull { free: 7 }.record();
/// assert_eq!(record.message(), "the disk is full");
/// assert_eq!(record.suggestion(), Some("Delete old snapshots"));
/// ```
///
/// A wrapper forwards both methods, and adds what it knows:
///
/// ```
/// use agent_error::{AgentError, ErrorRecord};
///
/// #[derive(Debug, thiserror::Error)]
/// #[error("request {id}: {error}")]
/// struct InRequest<E: AgentError> {
///     id: u64,
///     error: E,
/// }
///
/// impl<E: AgentError> AgentError for InRequest<E> {
///     fn code(&self) -> &str {
///         self.error.code()
///     }
///
///     fn record(&self) -> ErrorRecord {
///         self.error.record().with_context("request", self.id)
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no error code",
    note = "add `#[derive(AgentError)]` and `#[code(\"...\")]` to the type, or implement the trait by hand",
    note = "an error of another library gets its code from a variant, such as `#[code(\"NOT_READ\")] Read {{ source: io::Error }}`",
    note = "a `main` that returns `agent_error::Report` accepts any error with `?`"
)]
pub trait AgentError: Error {
    /// Returns the stable code, such as `NOT_FOUND`. Use it to match and to count errors.
    fn code(&self) -> &str;

    /// Returns everything about the error, such as its message, its exit code and advice.
    ///
    /// Each call formats the message and the values again. To read several facts, call this once.
    /// If the record has another code than [`code`](Self::code) returns, outputs show that of
    /// `code`, and debug builds print a warning.
    fn record(&self) -> ErrorRecord;
}

/// Forwards to the error behind the pointer.
macro_rules! forward {
    ($($pointer:ty: [$($bounds:tt)*];)*) => {$(
        impl<E: $($bounds)*> AgentError for $pointer {
            fn code(&self) -> &str {
                (**self).code()
            }

            #[inline]
            fn record(&self) -> ErrorRecord {
                (**self).record()
            }
        }
    )*};
}

forward! {
    Box<E>: [AgentError];
    Arc<E>: [AgentError + ?Sized];
    &E: [AgentError + ?Sized];
}
