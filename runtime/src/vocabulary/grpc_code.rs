//! gRPC status codes.

use crate::vocabulary::word::wire_words;

wire_words! {
    /// A gRPC status code that an error can have: every code except `OK`.
    ///
    /// The [gRPC specification](https://grpc.io/docs/guides/status-codes/) defines when to use each code.
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
        /// A quota, a rate limit or another resource is exhausted.
        ResourceExhausted = "RESOURCE_EXHAUSTED",
        /// The state of the system must be corrected before the next call.
        FailedPrecondition = "FAILED_PRECONDITION",
        /// The call conflicted with a concurrent call. Retry the whole transaction, not only the failed call.
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
