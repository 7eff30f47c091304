//! Arguments that the schema of a tool allows, and its Rust type does not.

use crate::error::field_error::FieldError;
use crate::ready::InvalidFields;
use crate::text::clean::clean;
use crate::text::secret::REDACTED;
use crate::text::secret::looks_secret;
use rmcp::model::JsonObject;
use serde_json::Value;

/// The texts that a caller sent under names that look like secrets, in each form in which an error may quote them.
pub(in crate::integrations::mcp) struct Secrets(Vec<String>);

impl Secrets {
    pub(in crate::integrations::mcp) fn of(arguments: Option<&JsonObject>) -> Self {
        let mut secrets = Vec::new();
        arguments.into_iter().flatten().for_each(|(name, value)| collect(value, looks_secret(name), &mut secrets));
        Self(secrets)
    }

    /// The text without them.
    fn removed_from(&self, text: &str) -> String {
        let quoted = |secret: &String| {
            let (rust, json) = (format!("{secret:?}"), Value::from(secret.as_str()).to_string());
            let inside = |quoted: String| quoted[1..quoted.len() - 1].to_owned();
            [secret.clone(), inside(rust), inside(json)]
        };
        let mut forms: Vec<String> = self.0.iter().flat_map(quoted).filter(|form| !form.is_empty()).collect();
        // A secret may hold another.
        forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
        forms.iter().fold(text.to_owned(), |text, form| text.replace(form.as_str(), REDACTED))
    }
}

fn collect(value: &Value, secret: bool, secrets: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, value)| collect(value, secret || looks_secret(name), secrets));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, secret, secrets)),
        Value::String(text) if secret => secrets.push(text.clone()),
        Value::Number(number) if secret => secrets.push(number.to_string()),
        _ => {}
    }
}

/// The error for arguments that serde refused for this reason, in which it quotes what was sent.
pub(in crate::integrations::mcp) fn refused(tool: &str, why: &str, secrets: &Secrets) -> InvalidFields {
    // In this order: what is cut is no longer found.
    let why = clean(&secrets.removed_from(why));
    let message = format!("The arguments cannot be read: {}.", why.trim_end_matches('.'));
    InvalidFields { action: tool.to_owned(), fields: vec![FieldError::new("(root)", message)] }
}
