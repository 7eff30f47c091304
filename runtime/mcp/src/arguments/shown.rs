//! Formats names and values for error messages, without secrets.

use agent_error::__private::Secrets;
use agent_error::FieldError;
use agent_error::format::{clean, without_secrets};
use agent_error::ready::InvalidFields;
use rmcp::model::JsonObject;
use serde_json::Value;

/// The maximum length of a quoted string, in characters.
const MAX_CHARS: usize = 200;

/// The maximum number of items in a quoted array or object.
const MAX_ITEMS: usize = 10;

pub(super) fn list(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

/// Redacts and truncates a value that the caller sent.
pub(crate) fn shown(value: &Value) -> Value {
    match value {
        Value::String(text) => {
            // Redact before truncating, because a truncated secret no longer matches.
            let redacted = without_secrets(text);
            match redacted.char_indices().nth(MAX_CHARS) {
                Some((end, _)) => format!("{}... ({} bytes)", &redacted[..end], text.len()).into(),
                None => redacted.into(),
            }
        }
        Value::Array(items) if items.len() > MAX_ITEMS => {
            format!("array of {} items", items.len()).into()
        }
        Value::Array(items) => items.iter().map(shown).collect(),
        Value::Object(members) if members.len() > MAX_ITEMS => {
            format!("object of {} members", members.len()).into()
        }
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| (name.clone(), shown(value)))
            .collect(),
        other => other.clone(),
    }
}

pub(crate) const fn json_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Collects the arguments whose names look like secrets.
pub(crate) fn secrets_in(arguments: Option<&JsonObject>) -> Secrets {
    let mut secrets = Secrets::default();
    for (name, value) in arguments.into_iter().flatten() {
        secrets.add(name, value);
    }
    secrets
}

/// Creates the error for arguments that serde rejected. Serde's message may quote values, so
/// secrets are redacted.
pub(crate) fn refused(tool: &str, why: &str, secrets: &Secrets) -> InvalidFields {
    // Redact before truncating, because a truncated secret no longer matches.
    let reason = clean(&without_secrets(&secrets.removed_from(why)));
    let message = format!("Invalid arguments: {}.", reason.trim_end_matches('.'));
    InvalidFields::new(tool, [FieldError::new("(root)", message)])
}
