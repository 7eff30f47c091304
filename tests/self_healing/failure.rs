//! The parts of an answer that the agent reads.

use serde::Deserialize;
use serde_json::Value;

/// All facts that the agent can know of a failure: it has no fields for message, advice and context.
#[derive(Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Failure {
    pub(crate) code: String,
    pub(crate) retryable: bool,
    pub(crate) retry_after_ms: Option<u64>,
    pub(crate) fix_command: Option<String>,
    #[serde(default)]
    pub(crate) actions: Vec<String>,
}

/// The end of a call.
#[derive(Debug)]
pub(crate) enum Answer {
    Done(Value),
    Failed(Failure),
}
