//! The facts that follow from a status if nothing else is known about an error.

use crate::vocabulary::exit;
use http::StatusCode;

/// The exit code that corresponds to a status; 1 if none is closer.
///
/// ```
/// use agent_error::{exit, http::exit_code};
/// use http::StatusCode;
///
/// assert_eq!(exit_code(StatusCode::TOO_MANY_REQUESTS), exit::RATE_LIMITED);
/// ```
pub fn exit_code(status: StatusCode) -> u8 {
    match status.as_u16() {
        300..=399 => exit::REDIRECTED,
        400 | 405 | 406 | 411 | 413..=417 | 422 | 431 => exit::ARG_ERROR,
        401 | 407 | 511 => exit::AUTH_REQUIRED,
        402 => exit::PAYMENT_REQUIRED,
        403 | 451 => exit::PERMISSION_DENIED,
        404 | 410 => exit::NOT_FOUND,
        408 | 504 | 524 => exit::TIMEOUT,
        409 | 423 => exit::CONFLICT,
        412 | 424 | 426 | 428 => exit::PRECONDITION,
        // Above 511: the statuses of Cloudflare's edge, and the 529 of overloaded services.
        425 | 502 | 503 | 520..=523 | 525..=527 | 529 | 530 => exit::UNAVAILABLE,
        429 => exit::RATE_LIMITED,
        _ => exit::GENERAL_ERROR,
    }
}

/// Whether the identical call may succeed later without harm: true for 408, 425, 429, 503 and 529, which mean that
/// nothing was done. After a 500, 502 or 504 the call may have been carried out.
///
/// ```
/// use http::StatusCode;
///
/// assert!(agent_error::http::is_retryable(StatusCode::SERVICE_UNAVAILABLE));
/// assert!(!agent_error::http::is_retryable(StatusCode::NOT_FOUND));
/// ```
pub fn is_retryable(status: StatusCode) -> bool {
    matches!(status.as_u16(), 408 | 425 | 429 | 503 | 529)
}
