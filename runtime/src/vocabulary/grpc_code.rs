//! gRPC status codes.

use crate::vocabulary::exit::{self, sysexits};
use crate::vocabulary::terms::wire_words;

wire_words! {
    /// A gRPC status code that an error can have: every code except `OK`.
    ///
    /// The [gRPC specification](https://grpc.io/docs/guides/status-codes/) defines when to use each
    /// code.
    pub enum GrpcCode {
        /// The caller cancelled the call.
        Cancelled = "CANCELLED",
        /// No other code applies.
        Unknown = "UNKNOWN",
        /// An argument is invalid, regardless of the state of the system.
        InvalidArgument = "INVALID_ARGUMENT",
        /// The deadline passed. The call may still have succeeded.
        DeadlineExceeded = "DEADLINE_EXCEEDED",
        /// A requested resource doesn't exist.
        NotFound = "NOT_FOUND",
        /// A resource that the call creates already exists.
        AlreadyExists = "ALREADY_EXISTS",
        /// The caller is authenticated, but isn't allowed to make the call.
        PermissionDenied = "PERMISSION_DENIED",
        /// A rate limit is exceeded, or a quota or another resource is exhausted.
        ResourceExhausted = "RESOURCE_EXHAUSTED",
        /// The state of the system must be corrected before the next call.
        FailedPrecondition = "FAILED_PRECONDITION",
        /// The call conflicted with a concurrent call. Retry the whole transaction, not only the
        /// failed call.
        Aborted = "ABORTED",
        /// A value is outside the range that's valid in the current state of the system.
        OutOfRange = "OUT_OF_RANGE",
        /// The server doesn't implement or support the method.
        Unimplemented = "UNIMPLEMENTED",
        /// The server has a bug or a broken invariant.
        Internal = "INTERNAL",
        /// The service is temporarily unavailable.
        Unavailable = "UNAVAILABLE",
        /// Data is lost or corrupted.
        DataLoss = "DATA_LOSS",
        /// Credentials are missing or invalid.
        Unauthenticated = "UNAUTHENTICATED",
    }
}

impl GrpcCode {
    /// Returns the status code for an exit code. Used if an error declares neither a gRPC status
    /// code nor an HTTP status.
    pub const fn from_exit_code(exit_code: u8) -> Self {
        match exit_code {
            ..=exit::GENERAL_ERROR | exit::PARTIAL_FAILURE | 14..sysexits::USAGE | 79.. => {
                Self::Unknown
            }
            exit::PRECONDITION => Self::FailedPrecondition,
            exit::REDIRECTED => Self::Unimplemented,
            sysexits::NOHOST => Self::NotFound,
            _ => Self::from_http_status(exit::http_status(exit_code)),
        }
    }

    /// Returns the status code for an HTTP status. Used if an error has an HTTP status, but
    /// declares no gRPC status code.
    pub const fn from_http_status(status: u16) -> Self {
        match status {
            400 | 406 | 411 | 413..=415 | 417 | 422 | 431 => Self::InvalidArgument,
            401 | 407 | 511 => Self::Unauthenticated,
            402 | 412 | 424 | 426 | 428 => Self::FailedPrecondition,
            403 | 451 => Self::PermissionDenied,
            404 | 410 => Self::NotFound,
            300..=399 | 405 | 501 => Self::Unimplemented,
            408 | 504 | 524 => Self::DeadlineExceeded,
            409 | 423 => Self::Aborted,
            416 => Self::OutOfRange,
            425 | 502 | 503 | 520..=523 | 525..=527 | 529 | 530 => Self::Unavailable,
            429 => Self::ResourceExhausted,
            499 => Self::Cancelled,
            500..=599 => Self::Internal,
            _ => Self::Unknown,
        }
    }
}
