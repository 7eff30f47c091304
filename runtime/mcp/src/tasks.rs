//! The errors of tasks, which run beside the call that began them, without access to the server.

use crate::responder::Responder;
use agent_error::vocabulary::Severity;
use agent_error::{Format, exit};
use rmcp::model::{JsonObject, TaskPayload};
use serde_json::Value;

/// Converts the envelope that a task ended with to the format of the server.
pub(crate) fn write(responder: Responder, payload: &mut TaskPayload) {
    if let TaskPayload::Completed { result } = payload
        && let Some(mut error) = envelope(result).and_then(|text| Format::Envelope.parse(text).ok())
    {
        // It is an error of this program: what the envelope leaves out is what is usual, and not unknown.
        error.facts.exit_code.get_or_insert(exit::GENERAL_ERROR);
        error.facts.severity.get_or_insert(Severity::Error);
        let written = serde_json::to_value(responder.written(&error).content).unwrap_or_default();
        result.insert("content".to_owned(), written);
    }
}

/// The only text of a failed call, which may be our envelope.
fn envelope(result: &JsonObject) -> Option<&str> {
    let failed = result.get("isError").and_then(Value::as_bool)?;
    let [only] = result.get("content")?.as_array()?.as_slice() else { return None };
    only.get("text")?.as_str().filter(|text| failed && text.starts_with("{\"ok\":false,"))
}
