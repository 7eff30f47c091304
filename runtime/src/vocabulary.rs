//! The terms for facts about errors: exit codes, severities, phases, durations.

pub use danger::DangerLevel;
pub use terms::{Phase, RetryStrategy, Severity, Shown, SideEffects};
pub use word::ParseWordError;

#[cfg(feature = "tooling")]
pub(crate) mod change_class;
pub(crate) mod danger;
pub(crate) mod duration;
pub(crate) mod exit;
#[cfg(feature = "tooling")]
pub(crate) mod export_format;
pub(crate) mod terms;
pub(crate) mod word;

#[cfg(feature = "tooling")]
pub(crate) use agent_error_rules::good;
pub(crate) use agent_error_rules::recoverable;
