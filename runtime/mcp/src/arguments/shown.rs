//! Formats names and values for error messages.

use agent_error::format::without_secrets;
use serde_json::Value;

/// The maximum length of a quoted string, in characters.
const MAX_CHARS: usize = 200;

/// The maximum number of items in a quoted array or object.
const MAX_ITEMS: usize = 10;

/// Formats a list of names.
pub(super) fn list(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// Redacts and truncates a value that the caller sent.
pub(crate) fn shown(value: &Value) -> Value {
    match value {
        Value::String(text) => {
            // Redact before truncating, because a truncated secret no longer matches.
            let shown = without_secrets(text);
            match shown.char_indices().nth(MAX_CHARS) {
                Some((end, _)) => format!("{}... ({} bytes)", &shown[..end], text.len()).into(),
                None => shown.into(),
            }
        }
        Value::Array(items) if items.len() > MAX_ITEMS => format!("array of {} items", items.len()).into(),
        Value::Array(items) => items.iter().map(shown).collect(),
        Value::Object(members) if members.len() > MAX_ITEMS => format!("object of {} members", members.len()).into(),
        Value::Object(members) => members.iter().map(|(name, value)| (name.clone(), shown(value))).collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::shown;
    use serde_json::{Value, json};

    #[test]
    fn large_values_are_summed_up() {
        assert_eq!(shown(&json!([1, "a", null])), json!([1, "a", null]));
        assert_eq!(shown(&Value::from(vec![0; 11])), json!("array of 11 items"));
        let text = "é".repeat(300);
        assert_eq!(shown(&json!({"a": text})), json!({"a": format!("{}... (600 bytes)", "é".repeat(200))}));
    }
}
