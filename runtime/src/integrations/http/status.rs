//! Defaults derived from an HTTP status, and support for `StatusCode` in fields.

use crate::error::context::Known;
use crate::error::field_roles::HttpStatus;
use crate::error::value::ContextValue;
use agent_error_rules::status;
use http::StatusCode;

/// Returns the exit code that corresponds to a status, or 1 if there is no specific exit code.
///
/// A variant with `status = N` and no `exit` has this exit code.
///
/// ```
/// use agent_error::{exit, http::exit_code};
/// use http::StatusCode;
///
/// assert_eq!(exit_code(StatusCode::TOO_MANY_REQUESTS), exit::RATE_LIMITED);
/// ```
pub fn exit_code(status: StatusCode) -> u8 {
    status::exit_code(status.as_u16())
}

/// Whether it's safe to retry a call that failed with this status. True for 408, 425, 429, 503 and 529, which mean that
/// the server did nothing. After a 500, 502 or 504, the server may have carried out the call.
///
/// ```
/// use http::StatusCode;
///
/// assert!(agent_error::http::is_retryable(StatusCode::SERVICE_UNAVAILABLE));
/// assert!(!agent_error::http::is_retryable(StatusCode::NOT_FOUND));
/// ```
pub fn is_retryable(status: StatusCode) -> bool {
    status::is_retryable(status.as_u16())
}

impl HttpStatus for StatusCode {
    fn status(&self) -> Option<u16> {
        Some(self.as_u16())
    }
}

/// In the context, a status is represented as a number.
impl Known for StatusCode {
    fn known(&self) -> ContextValue {
        self.as_u16().into()
    }
}
