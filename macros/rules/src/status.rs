//! Derives defaults from an HTTP status, such as the exit code of an error.

/// Returns the exit code for a status. Defaults to 1. The comments are the names of the exit codes.
pub const fn exit_code(status: u16) -> u8 {
    match status {
        300..=399 => 13,                                    // REDIRECTED
        400 | 405 | 406 | 411 | 413..=417 | 422 | 431 => 2, // ARG_ERROR
        401 | 407 | 511 => 8,                               // AUTH_REQUIRED
        402 => 9,                                           // PAYMENT_REQUIRED
        403 | 451 => 7,                                     // PERMISSION_DENIED
        404 | 410 => 5,                                     // NOT_FOUND
        408 | 504 | 524 => 10,                              // TIMEOUT
        409 | 423 => 6,                                     // CONFLICT
        412 | 424 | 426 | 428 => 4,                         // PRECONDITION
        // Cloudflare defines the statuses above 511, except for 529, which some overloaded services
        // return.
        425 | 502 | 503 | 520..=523 | 525..=527 | 529 | 530 => 12, // UNAVAILABLE
        429 => 11,                                                 // RATE_LIMITED
        _ => 1,                                                    // GENERAL_ERROR
    }
}

/// Whether it's safe to repeat the identical request. Returns `true` for 408, 425, 429, 503 and
/// 529, which mean that the request wasn't processed. After 500, 502 or 504, the request may have
/// been processed.
pub const fn is_retryable(status: u16) -> bool {
    matches!(status, 408 | 425 | 429 | 503 | 529)
}

/// Whether the status means that the request was rejected as invalid, without side effects.
pub const fn is_validation(status: u16) -> bool {
    exit_code(status) == 2
}
