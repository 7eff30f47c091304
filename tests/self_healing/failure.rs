//! The parts of a result that the agent reads.

use serde::Deserialize;
use serde_json::Value;

/// Everything that the agent knows about a failure. The type deliberately lacks the message, the advice and the
/// context.
#[derive(Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Failure {
    pub(crate) code: String,
    pub(crate) retryable: bool,
    pub(crate) retry_after_ms: Option<u64>,
    pub(crate) fix_command: Option<String>,
    #[serde(default)]
    pub(crate) actions: Vec<String>,
}

/// The result of a call.
#[derive(Debug)]
pub(crate) enum Answer {
    Done(Value),
    Failed(Failure),
}
