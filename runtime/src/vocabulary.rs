//! Exit codes, severities, phases and other values of facts.

pub use grpc_code::GrpcCode;
pub use terms::{
    ContextFormat, DangerLevel, ParseWordError, Phase, RetryStrategy, Severity, SideEffects,
};

pub(crate) mod duration;
pub(crate) mod exit;
pub(crate) mod grpc_code;
pub(crate) mod terms;
