//! Derives defaults from an HTTP status, such as the exit code of an error.

/// Returns the exit code for a status. Defaults to 1.
pub const fn exit_code(status: u16) -> u8 {
    match status {
        300..=399 => REDIRECTED,
        400 | 405 | 406 | 411 | 413..=417 | 422 | 431 => ARG_ERROR,
        401 | 407 | 511 => AUTH_REQUIRED,
        402 => PAYMENT_REQUIRED,
        403 | 451 => PERMISSION_DENIED,
        404 | 410 => NOT_FOUND,
        408 | 504 | 524 => TIMEOUT,
        409 | 423 => CONFLICT,
        412 | 424 | 426 | 428 => PRECONDITION,
        // Cloudflare defines the statuses above 511, except for 529, which some overloaded services return.
        425 | 502 | 503 | 520..=523 | 525..=527 | 529 | 530 => UNAVAILABLE,
        429 => RATE_LIMITED,
        _ => GENERAL_ERROR,
    }
}

/// Whether it's safe to repeat the identical request. Returns `true` for 408, 425, 429, 503 and 529, which mean that
/// the request wasn't processed. After 500, 502 or 504, the request may have been processed.
pub const fn is_retryable(status: u16) -> bool {
    matches!(status, 408 | 425 | 429 | 503 | 529)
}

/// Whether the status means that the request was rejected as invalid, without side effects.
pub const fn is_validation(status: u16) -> bool {
    exit_code(status) == ARG_ERROR
}

// Copies of the exit codes in the runtime crate. A test compares them.
const GENERAL_ERROR: u8 = 1;
const ARG_ERROR: u8 = 2;
const PRECONDITION: u8 = 4;
const NOT_FOUND: u8 = 5;
const CONFLICT: u8 = 6;
const PERMISSION_DENIED: u8 = 7;
const AUTH_REQUIRED: u8 = 8;
const PAYMENT_REQUIRED: u8 = 9;
const TIMEOUT: u8 = 10;
const RATE_LIMITED: u8 = 11;
const UNAVAILABLE: u8 = 12;
const REDIRECTED: u8 = 13;
