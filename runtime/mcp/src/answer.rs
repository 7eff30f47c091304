//! The answer of a tool that ends with an error: a result, or a JSON-RPC error.

use crate::declaration::{declared_actions, protocol};
use crate::responder::Responder;
use agent_error::format::clean;
use agent_error::vocabulary::Phase;
use agent_error::{AgentError, ErrorRecord};
use rmcp::ErrorData;
use rmcp::model::{CallToolResponse, ErrorCode};

/// The answer of a tool that ends with an error: a result, or a JSON-RPC error if the code declares one. Uses the
/// settings of the [`Server`](crate::Server) whose call it answers, otherwise
/// [`Responder::default`](crate::Responder::default).
///
/// # Errors
///
/// Errors whose code declares `protocol`.
pub fn answer(error: &dyn AgentError) -> Result<CallToolResponse, ErrorData> {
    if protocol(error).is_some() {
        return Err(error_data(error));
    }
    Ok(answer_offering(error, declared_actions(error)))
}

/// The result for an error, whose code declares these actions.
pub(crate) fn answer_offering(error: &dyn AgentError, declared: &'static [&'static str]) -> CallToolResponse {
    // rmcp marks every error that a tool returns as one, including a warning; a server reverts that.
    Responder::default().strict(true).result_offering(error, declared).into()
}

/// The error as a JSON-RPC error, with an [`ErrorRecord`] in `data`.
///
/// Its code is that of `protocol`, otherwise -32602 for an invalid call and -32603 for any other failure.
pub fn error_data(error: &dyn AgentError) -> ErrorData {
    let code = match (protocol(error), error.facts().phase) {
        (Some(code), _) => ErrorCode(code),
        (None, Some(Phase::Validation)) => ErrorCode::INVALID_PARAMS,
        (None, _) => ErrorCode::INTERNAL_ERROR,
    };
    let record = ErrorRecord::from_error(error);
    ErrorData::new(code, clean(&error), serde_json::to_value(&record).ok())
}
