//! The status codes of gRPC.

use crate::vocabulary::word::wire_words;

wire_words! {
    /// A gRPC status code that an error can have: every code except `OK`.
    ///
    /// The [gRPC specification](https://grpc.io/docs/guides/status-codes/) defines when to use each code.
    pub enum GrpcCode {
        /// The caller cancelled the call.
        Cancelled = "CANCELLED",
        /// The error doesn't belong to any other code.
        Unknown = "UNKNOWN",
        /// An argument is invalid, whatever the state of the system.
        InvalidArgument = "INVALID_ARGUMENT",
        /// The deadline passed. The call may have succeeded all the same.
        DeadlineExceeded = "DEADLINE_EXCEEDED",
        /// A requested resource doesn't exist.
        NotFound = "NOT_FOUND",
        /// A resource that the call creates already exists.
        AlreadyExists = "ALREADY_EXISTS",
        /// The caller is known, but isn't allowed to make the call.
        PermissionDenied = "PERMISSION_DENIED",
        /// A quota, a rate limit or another resource is exhausted.
        ResourceExhausted = "RESOURCE_EXHAUSTED",
        /// The state of the system must be corrected before the next call.
        FailedPrecondition = "FAILED_PRECONDITION",
        /// A conflict with a concurrent call. Repeat the transaction, not only the failed call.
        Aborted = "ABORTED",
        /// A value lies outside of the valid range in the current state of the system.
        OutOfRange = "OUT_OF_RANGE",
        /// The server doesn't implement or support the method.
        Unimplemented = "UNIMPLEMENTED",
        /// A bug or a broken invariant in the server.
        Internal = "INTERNAL",
        /// The service is temporarily unavailable.
        Unavailable = "UNAVAILABLE",
        /// Data is lost or corrupted.
        DataLoss = "DATA_LOSS",
        /// Credentials are missing or invalid.
        Unauthenticated = "UNAUTHENTICATED",
    }
}
