//! Converts errors to tool results and JSON-RPC errors.

use crate::current_call;
use crate::declaration::protocol;
use crate::responder::ToolResults;
use crate::size::fit;
use agent_error::facts::Phase;
use agent_error::format::{Reader, clean};
use agent_error::{AgentError, ErrorRecord};
use rmcp::ErrorData;
use rmcp::model::{CallToolResponse, ErrorCode};

/// Converts an error to the response of a tool call.
///
/// Returns a result with `isError: true`. During a call of a [`Server`](crate::Server), the result
/// has the server's format. Otherwise, it's an envelope.
///
/// # Errors
///
/// Returns a JSON-RPC error if the error's code declares `protocol`.
pub fn result(error: &dyn AgentError) -> Result<CallToolResponse, ErrorData> {
    respond(error.record())
}

/// Converts a record to the response of a tool call, or to a JSON-RPC error.
pub(crate) fn respond(error: ErrorRecord) -> Result<CallToolResponse, ErrorData> {
    if protocol(&error).is_some() {
        return Err(data_of(error));
    }
    Ok(as_result(error))
}

/// Converts a record to the result of a tool call.
fn as_result(error: ErrorRecord) -> CallToolResponse {
    // rmcp sets `isError` on every error that a tool returns, even on warnings. A `Server` clears
    // it for warnings.
    current_call::result(
        ToolResults {
            strict: true,
            ..ToolResults::default()
        },
        error,
    )
    .into()
}

/// Converts an error to a JSON-RPC error with an [`ErrorRecord`] in `data`.
///
/// The JSON-RPC code is the declared `protocol` code. If the error's code declares none, the
/// JSON-RPC code is -32602 in the validation phase and -32603 in all other phases.
pub fn error_data(error: &dyn AgentError) -> ErrorData {
    data_of(error.record())
}

pub(crate) fn data_of(mut record: ErrorRecord) -> ErrorData {
    let code = match (protocol(&record), record.phase()) {
        (Some(code), _) => ErrorCode(code),
        (None, Some(Phase::Validation)) => ErrorCode::INVALID_PARAMS,
        (None, _) => ErrorCode::INTERNAL_ERROR,
    };
    let settings = current_call::offer(&mut record).unwrap_or_default();
    fit(settings.followable(record), settings.max_bytes, |record| {
        ErrorData::new(code, clean(record), serde_json::to_value(record).ok())
    })
}

/// Returns the record in a JSON-RPC error's `data`, if there is one.
pub(crate) fn record_in(error: &ErrorData) -> Option<ErrorRecord> {
    Reader::ENVELOPE
        .read(&serde_json::json!({"ok": false, "error": error.data}).to_string())
        .ok()
}
