//! Exit codes, severities, phases and other values of facts.

pub use duration::HumanDuration;
pub use grpc_code::GrpcCode;
pub use terms::{ContextFormat, DangerLevel, Phase, RetryStrategy, Severity, SideEffects};
pub use word::ParseWordError;

pub(crate) mod duration;
pub(crate) mod exit;
pub(crate) mod grpc_code;
pub(crate) mod terms;
pub(crate) mod word;

pub(crate) use agent_error_rules::recoverable;
