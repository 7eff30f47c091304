//! Exit codes, severities, phases and other values of facts.

pub use grpc_code::GrpcCode;
pub use terms::{ContextFormat, Danger, Phase, RetryStrategy, Severity, SideEffects, UnknownWord};

pub(crate) mod duration;
pub(crate) mod exit;
pub(crate) mod grpc_code;
pub(crate) mod reason_phrase;
pub(crate) mod terms;
