//! The facts that follow from a status if nothing else is known about an error, and fields with a status.

use crate::error::context::{ContextValue, Known};
use crate::error::http_status::HttpStatus;
use agent_error_rules::status;
use http::StatusCode;

/// The exit code that corresponds to a status; 1 if none is closer.
///
/// A variant with `status = N` and no exit code has this one.
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

/// Whether the identical call may succeed later without harm: true for 408, 425, 429, 503 and 529, which mean that
/// nothing was done. After a 500, 502 or 504, the call may have been carried out.
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

/// In the context, a status is its number.
impl Known for StatusCode {
    fn known(&self) -> ContextValue<'_> {
        ContextValue::Unsigned(self.as_u16().into())
    }
}
