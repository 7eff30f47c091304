//! Converts errors to tool results and JSON-RPC errors.

use crate::current_call;
use crate::declaration::protocol;
use crate::size::fit;
use crate::tool_results::ToolResults;
use agent_error::facts::Phase;
use agent_error::format::{Reader, clean};
use agent_error::{AgentError, ErrorRecord};
use rmcp::ErrorData;
use rmcp::model::{CallToolResponse, ErrorCode};
use serde_json::{Value, json};

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
    current_call::result(ToolResults::default().strict(), error).into()
}

/// Converts an error to a JSON-RPC error with an [`ErrorRecord`] in `data`, without its `message`. To
/// read it, add the error's `message` to `data`.
///
/// The JSON-RPC code is the declared `protocol` code. If the error's code declares none, the
/// JSON-RPC code is -32602 in the validation phase and -32603 in all other phases.
pub fn error_data(error: &dyn AgentError) -> ErrorData {
    data_of(error.record())
}

pub(crate) fn data_of(mut record: ErrorRecord) -> ErrorData {
    let code = json_rpc_code(&record);
    let settings = current_call::offer(&mut record).unwrap_or_default();
    fit(settings.followable(record), settings.max_bytes, |record| {
        ErrorData::new(code, clean(record), data(record))
    })
}

/// Serializes a record without its message, which the JSON-RPC error already has.
pub(crate) fn data(record: &ErrorRecord) -> Option<Value> {
    let mut data = serde_json::to_value(record).ok()?;
    data.as_object_mut()?.remove("message");
    Some(data)
}

fn json_rpc_code(record: &ErrorRecord) -> ErrorCode {
    if let Some(code) = protocol(record) {
        return ErrorCode(code);
    }
    match record.phase() {
        Some(Phase::Validation) => ErrorCode::INVALID_PARAMS,
        _ => ErrorCode::INTERNAL_ERROR,
    }
}

/// Returns the record in a JSON-RPC error's `data`, if there is one. If `data` doesn't repeat the
/// message, the record has the message of the JSON-RPC error.
pub(crate) fn record_in(error: &ErrorData) -> Option<ErrorRecord> {
    let mut members = error.data.as_ref()?.as_object()?.clone();
    members
        .entry("message")
        .or_insert_with(|| error.message.as_ref().into());
    let envelope = json!({"ok": false, "error": members}).to_string();
    Reader::ENVELOPE.read(&envelope).ok()
}
