//! Arguments that the schema of a tool allows, and its Rust type does not.

use crate::context::REDACTED;
use crate::field_error::FieldError;
use crate::ready::InvalidFields;
use crate::secret::looks_secret;
use crate::text::clean;
use rmcp::model::JsonObject;
use serde_json::Value;

/// The texts that a caller sent under names that look like secrets.
pub(in crate::mcp) struct Secrets(Vec<String>);

impl Secrets {
    pub(in crate::mcp) fn of(arguments: Option<&JsonObject>) -> Self {
        let mut secrets = Vec::new();
        arguments.into_iter().flatten().for_each(|(name, value)| collect(value, looks_secret(name), &mut secrets));
        // A secret may hold another.
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        Self(secrets)
    }
}

fn collect(value: &Value, secret: bool, secrets: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, value)| collect(value, secret || looks_secret(name), secrets));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, secret, secrets)),
        Value::String(text) if secret && !text.is_empty() => secrets.push(text.clone()),
        Value::Number(number) if secret => secrets.push(number.to_string()),
        _ => {}
    }
}

/// The error for arguments that serde refused for this reason, in which it quotes what was sent.
pub(in crate::mcp) fn refused(tool: &str, why: &str, secrets: &Secrets) -> InvalidFields {
    let mut why = clean(&why);
    for secret in &secrets.0 {
        why = why.replace(secret, REDACTED);
    }
    let message = format!("The arguments cannot be read: {}.", why.trim_end_matches('.'));
    InvalidFields { action: tool.to_owned(), fields: vec![FieldError::new("(root)", message)] }
}
