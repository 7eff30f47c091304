//! Conversions between gRPC status codes, exit codes and HTTP statuses.
//!
//! # The status code of an error
//!
//! [`code::of`](of) determines the status code of an error as follows:
//!
//! 1. If the variant declares a status code, such as `grpc = FAILED_PRECONDITION`, uses this code.
//! 2. Otherwise, if the error has an HTTP status, uses [`from_http_status`].
//! 3. Otherwise, uses [`from_exit_code`].
//!
//! # From an exit code
//!
//! | exit code | status code |
//! |---|---|
//! | 2 `ARG_ERROR`, 64 `USAGE` | `INVALID_ARGUMENT` |
//! | 4 `PRECONDITION`, 9 `PAYMENT_REQUIRED` | `FAILED_PRECONDITION` |
//! | 5 `NOT_FOUND`, 67 `NOUSER`, 68 `NOHOST` | `NOT_FOUND` |
//! | 6 `CONFLICT` | `ABORTED` |
//! | 7 `PERMISSION_DENIED`, 77 `NOPERM` | `PERMISSION_DENIED` |
//! | 8 `AUTH_REQUIRED` | `UNAUTHENTICATED` |
//! | 10 `TIMEOUT` | `DEADLINE_EXCEEDED` |
//! | 11 `RATE_LIMITED` | `RESOURCE_EXHAUSTED` |
//! | 12 `UNAVAILABLE`, 69 `UNAVAILABLE`, 75 `TEMPFAIL` | `UNAVAILABLE` |
//! | 13 `REDIRECTED` | `UNIMPLEMENTED` |
//! | 65 `DATAERR`, 66 `NOINPUT`, 70 `SOFTWARE`, 71 `OSERR`, 72 `OSFILE`, 73 `CANTCREAT`, 74 `IOERR`, 76 `PROTOCOL`, 78 `CONFIG` | `INTERNAL` |
//! | any other | `UNKNOWN` |
//!
//! # From an HTTP status
//!
//! | HTTP status | status code |
//! |---|---|
//! | 400, 406, 411, 413, 414, 415, 417, 422, 431 | `INVALID_ARGUMENT` |
//! | 401, 407, 511 | `UNAUTHENTICATED` |
//! | 402, 412, 424, 426, 428 | `FAILED_PRECONDITION` |
//! | 403, 451 | `PERMISSION_DENIED` |
//! | 404, 410 | `NOT_FOUND` |
//! | 405, 501, 300 to 399 | `UNIMPLEMENTED` |
//! | 408, 504, 524 | `DEADLINE_EXCEEDED` |
//! | 409, 423 | `ABORTED` |
//! | 416 | `OUT_OF_RANGE` |
//! | 425, 502, 503, 520 to 523, 525 to 527, 529, 530 | `UNAVAILABLE` |
//! | 429 | `RESOURCE_EXHAUSTED` |
//! | 499 | `CANCELLED` |
//! | any other from 500 to 599 | `INTERNAL` |
//! | any other | `UNKNOWN` |
//!
//! # From a status code
//!
//! If a server sends no exit code or HTTP status, clients derive them from the status code with
//! [`exit_code`] and [`http_status`]. [`is_retryable`] is only true for `UNAVAILABLE`.
//!
//! | status code | exit code | HTTP status |
//! |---|---|---|
//! | `OK` | 0 `SUCCESS` | 200 |
//! | `CANCELLED` | 1 `GENERAL_ERROR` | 499 |
//! | `UNKNOWN` | 1 `GENERAL_ERROR` | 500 |
//! | `INVALID_ARGUMENT` | 2 `ARG_ERROR` | 400 |
//! | `DEADLINE_EXCEEDED` | 10 `TIMEOUT` | 504 |
//! | `NOT_FOUND` | 5 `NOT_FOUND` | 404 |
//! | `ALREADY_EXISTS` | 6 `CONFLICT` | 409 |
//! | `PERMISSION_DENIED` | 7 `PERMISSION_DENIED` | 403 |
//! | `RESOURCE_EXHAUSTED` | 11 `RATE_LIMITED` | 429 |
//! | `FAILED_PRECONDITION` | 4 `PRECONDITION` | 412 |
//! | `ABORTED` | 6 `CONFLICT` | 409 |
//! | `OUT_OF_RANGE` | 2 `ARG_ERROR` | 400 |
//! | `UNIMPLEMENTED` | 2 `ARG_ERROR` | 501 |
//! | `INTERNAL` | 70 `SOFTWARE` | 500 |
//! | `UNAVAILABLE` | 12 `UNAVAILABLE` | 503 |
//! | `DATA_LOSS` | 74 `IOERR` | 500 |
//! | `UNAUTHENTICATED` | 8 `AUTH_REQUIRED` | 401 |
//!
//! Google's `google.rpc.Code` maps `FAILED_PRECONDITION` to 400. This table maps it to 412, like an
//! HTTP API that returns the same error.

use agent_error::__private::fields;
use agent_error::__tooling::GrpcCode;
use agent_error::AgentError;
use agent_error::ErrorDef;
use agent_error::ErrorRecord;
use agent_error::exit::{self, sysexits};
use tonic::Code;

/// Returns the status code of an error: the declared code, or one derived from the HTTP status or
/// exit code.
///
/// ```
/// use agent_error::{AgentError, exit};
/// use agent_error_tonic::code;
/// use tonic::Code;
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// enum StoreError {
///     #[error("the bucket is not empty")]
///     #[code("BUCKET_NOT_EMPTY", exit = exit::CONFLICT, grpc = FAILED_PRECONDITION)]
///     NotEmpty,
///     #[error("no such bucket")]
///     #[code("BUCKET_NOT_FOUND", exit = exit::NOT_FOUND)]
///     NotFound,
/// }
///
/// assert_eq!(code::of(&StoreError::NotEmpty), Code::FailedPrecondition);
/// assert_eq!(code::of(&StoreError::NotFound), Code::NotFound);
/// ```
pub fn of(error: &dyn AgentError) -> Code {
    of_record(&mut error.record())
}

pub(crate) fn of_record(record: &mut ErrorRecord) -> Code {
    if let Some(declared) = record.def().and_then(ErrorDef::grpc_code) {
        return from_declared(declared);
    }
    let facts = fields(record).facts;
    match facts.status {
        Some(status) => from_http_status(status),
        None => from_exit_code(facts.exit_code()),
    }
}

const fn from_declared(code: GrpcCode) -> Code {
    match code {
        GrpcCode::Cancelled => Code::Cancelled,
        GrpcCode::InvalidArgument => Code::InvalidArgument,
        GrpcCode::DeadlineExceeded => Code::DeadlineExceeded,
        GrpcCode::NotFound => Code::NotFound,
        GrpcCode::AlreadyExists => Code::AlreadyExists,
        GrpcCode::PermissionDenied => Code::PermissionDenied,
        GrpcCode::ResourceExhausted => Code::ResourceExhausted,
        GrpcCode::FailedPrecondition => Code::FailedPrecondition,
        GrpcCode::Aborted => Code::Aborted,
        GrpcCode::OutOfRange => Code::OutOfRange,
        GrpcCode::Unimplemented => Code::Unimplemented,
        GrpcCode::Internal => Code::Internal,
        GrpcCode::Unavailable => Code::Unavailable,
        GrpcCode::DataLoss => Code::DataLoss,
        GrpcCode::Unauthenticated => Code::Unauthenticated,
        _ => Code::Unknown,
    }
}

/// Returns the status code for an exit code. See the [table](self#from-an-exit-code).
pub const fn from_exit_code(exit_code: u8) -> Code {
    from_declared(GrpcCode::from_exit_code(exit_code))
}

/// Returns the status code for an HTTP status. See the [table](self#from-an-http-status).
pub const fn from_http_status(status: u16) -> Code {
    from_declared(GrpcCode::from_http_status(status))
}

/// Returns the exit code for a status code. See the [table](self#from-a-status-code).
pub const fn exit_code(code: Code) -> u8 {
    match code {
        Code::Ok => exit::SUCCESS,
        Code::Cancelled | Code::Unknown => exit::GENERAL_ERROR,
        Code::InvalidArgument | Code::OutOfRange | Code::Unimplemented => exit::ARG_ERROR,
        Code::DeadlineExceeded => exit::TIMEOUT,
        Code::NotFound => exit::NOT_FOUND,
        Code::AlreadyExists | Code::Aborted => exit::CONFLICT,
        Code::PermissionDenied => exit::PERMISSION_DENIED,
        Code::ResourceExhausted => exit::RATE_LIMITED,
        Code::FailedPrecondition => exit::PRECONDITION,
        Code::Internal => sysexits::SOFTWARE,
        Code::Unavailable => exit::UNAVAILABLE,
        Code::DataLoss => sysexits::IOERR,
        Code::Unauthenticated => exit::AUTH_REQUIRED,
    }
}

/// Returns the HTTP status for a status code. See the [table](self#from-a-status-code).
pub const fn http_status(code: Code) -> u16 {
    match code {
        Code::Ok => 200,
        Code::Cancelled => 499,
        Code::InvalidArgument | Code::OutOfRange => 400,
        Code::DeadlineExceeded => 504,
        Code::NotFound => 404,
        Code::AlreadyExists | Code::Aborted => 409,
        Code::PermissionDenied => 403,
        Code::ResourceExhausted => 429,
        Code::FailedPrecondition => 412,
        Code::Unimplemented => 501,
        Code::Unknown | Code::Internal | Code::DataLoss => 500,
        Code::Unavailable => 503,
        Code::Unauthenticated => 401,
    }
}

/// Whether a call that failed with this status code can be retried if the server sent no details.
/// Only true for `UNAVAILABLE`.
///
/// `RESOURCE_EXHAUSTED` can also mean that a daily quota is used up or a message is too large, in
/// which case retrying doesn't help. An error with this code is retryable if the server sends a
/// `RetryInfo`.
pub const fn is_retryable(code: Code) -> bool {
    matches!(code, Code::Unavailable)
}

/// Returns the name of a status code in the gRPC specification, such as `NOT_FOUND`.
pub const fn name(code: Code) -> &'static str {
    match code {
        Code::Ok => "OK",
        Code::Cancelled => "CANCELLED",
        Code::Unknown => "UNKNOWN",
        Code::InvalidArgument => "INVALID_ARGUMENT",
        Code::DeadlineExceeded => "DEADLINE_EXCEEDED",
        Code::NotFound => "NOT_FOUND",
        Code::AlreadyExists => "ALREADY_EXISTS",
        Code::PermissionDenied => "PERMISSION_DENIED",
        Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
        Code::FailedPrecondition => "FAILED_PRECONDITION",
        Code::Aborted => "ABORTED",
        Code::OutOfRange => "OUT_OF_RANGE",
        Code::Unimplemented => "UNIMPLEMENTED",
        Code::Internal => "INTERNAL",
        Code::Unavailable => "UNAVAILABLE",
        Code::DataLoss => "DATA_LOSS",
        Code::Unauthenticated => "UNAUTHENTICATED",
    }
}
