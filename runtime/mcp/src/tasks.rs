//! Renders the errors of tasks. Tasks run outside of the call that started them, so they don't know the server's
//! format.

use crate::responder::Responder;
use agent_error::vocabulary::Severity;
use agent_error::{Format, exit};
use rmcp::model::{JsonObject, TaskPayload};
use serde_json::Value;

/// Converts a task's error from an envelope to the server's format.
pub(crate) fn write(responder: Responder, payload: &mut TaskPayload) {
    if let TaskPayload::Completed { result } = payload
        && let Some(mut error) = envelope(result).and_then(|text| Format::Envelope.parse(text).ok())
    {
        // The envelope comes from this program, so omitted members have default values.
        error.facts.exit_code.get_or_insert(exit::GENERAL_ERROR);
        error.facts.severity.get_or_insert(Severity::Error);
        let written = serde_json::to_value(responder.written(&error).content).unwrap_or_default();
        result.insert("content".to_owned(), written);
    }
}

/// Returns the text of a failed call if it consists of a single envelope.
fn envelope(result: &JsonObject) -> Option<&str> {
    let failed = result.get("isError").and_then(Value::as_bool)?;
    let [only] = result.get("content")?.as_array()?.as_slice() else { return None };
    only.get("text")?.as_str().filter(|text| failed && text.starts_with("{\"ok\":false,"))
}
