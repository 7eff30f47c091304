//! Redacts secrets in JSON values, such as callers' arguments and other servers' responses.

use super::redact_text::without_secrets;
use super::secret::{REDACTED, SecretValues, ambiguous, looks_secret};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// Members that contain the name of a field.
const NAMES: &[&str] =
    &["name", "key", "field", "param", "parameter", "property", "propertyName", "path", "pointer", "loc"];

/// Members that contain the value that was sent for the field.
const SENT: &[&str] = &[
    "value",
    "input",
    "sent",
    "received",
    "actual",
    "got",
    "given",
    "rejectedValue",
    "rejected_value",
    "attemptedValue",
    "attempted_value",
];

/// Redacts a value if its name looks secret. Otherwise, redacts all members whose names look secret, at any depth, and
/// applies [`without_secrets`] to the remaining strings.
pub(crate) fn redact(name: &str, value: &mut Value) {
    redact_if(is_secret_member(name, value, false), value);
}

/// Redacts the secrets in a value.
pub(crate) fn redacted(mut value: Value) -> Value {
    redact("", &mut value);
    value
}

fn redact_if(is_secret: bool, value: &mut Value) {
    match value {
        Value::Null => {}
        _ if is_secret => *value = REDACTED.into(),
        Value::Array(items) => {
            for index in 0..items.len() {
                redact_if(is_secret_item(items, index), &mut items[index]);
            }
        }
        Value::Object(members) => {
            let is_about_one = is_about_a_secret(members);
            for (name, value) in members {
                redact_if(is_secret_member(name, value, is_about_one), value);
            }
        }
        Value::String(text) => {
            if let Cow::Owned(hidden) = without_secrets(text) {
                *text = hidden;
            }
        }
        Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Whether a member is a secret. `is_about_one` tells whether the enclosing object describes a secret field.
pub(super) fn is_secret_member(name: &str, value: &Value, is_about_one: bool) -> bool {
    looks_secret(name) || (is_about_one && SENT.contains(&name)) || is_secret_with(name, value)
}

/// Whether an ambiguous name has a value that makes it secret. `key` and similar names are only secret in text, before `=`.
fn is_secret_with(name: &str, value: &Value) -> bool {
    match (ambiguous(name), value) {
        (Some(SecretValues::Strings), Value::String(_)) => true,
        (Some(SecretValues::Strings), Value::Array(items)) => items.first().is_some_and(Value::is_string),
        (Some(SecretValues::Digits), Value::String(text)) => SecretValues::Digits.contain(text),
        (Some(SecretValues::Digits), Value::Number(number)) => SecretValues::Digits.contain(&number.to_string()),
        _ => false,
    }
}

/// Whether an element of a list is a secret that the previous element names, as in `["--password", "S"]` or
/// `["x-api-key", "S"]`. Without a flag, the list must be a pair whose value looks random. Otherwise, it may be a list of
/// names.
pub(super) fn is_secret_item(items: &[Value], index: usize) -> bool {
    let before = index.checked_sub(1).map(|before| &items[before]);
    let (Some(Value::String(name)), Value::String(value)) = (before, &items[index]) else { return false };
    let is_flag = name.starts_with('-') && !name.contains('=') && !value.starts_with('-');
    let is_pair = items.len() == 2 && SecretValues::Random.contain(value);
    (is_flag || is_pair) && looks_secret(name)
}

/// Whether an object describes a field whose name suggests a secret, as in `{"name": "password", "value": …}`.
pub(super) fn is_about_a_secret(members: &Map<String, Value>) -> bool {
    let names = |value: &Value| match value {
        Value::String(name) => looks_secret(name),
        Value::Array(path) => path.iter().any(|part| part.as_str().is_some_and(looks_secret)),
        _ => false,
    };
    NAMES.iter().any(|name| members.get(*name).is_some_and(names))
}

#[cfg(test)]
mod tests {
    use super::redacted;
    use serde_json::json;

    #[test]
    fn secrets_are_redacted_at_any_depth() {
        let sent = json!({
            "user": "eve", "token": "t0ken", "pin": 1, "password": null,
            "details": [{"api_key": {"id": 7}, "max_tokens": 5, "tokens": 7, "auth": {"by": "eve"}}],
            "url": "postgres://eve:a@db", "tokens": ["a"], "pass": "a",
            "fields": [{"name": "password", "value": "hunter2"}, {"loc": ["body", "otp"], "input": 123_456, "msg": "bad"}],
            "argv": ["tool", "--password", "a", "--token", "--user", "eve"],
            "headers": [["x-api-key", "Zq7Hunter2Secret9x"], ["password", "email"]],
            "card": {"pin": 1234, "key": "Zq7Hunter2Secret9x"},
        });
        assert_eq!(
            redacted(sent),
            json!({
                "user": "eve", "token": "[REDACTED]", "pin": 1, "password": null,
                "details": [{"api_key": "[REDACTED]", "max_tokens": 5, "tokens": 7, "auth": {"by": "eve"}}],
                "url": "postgres://eve:[REDACTED]@db", "tokens": "[REDACTED]", "pass": "[REDACTED]",
                "fields": [
                    {"name": "password", "value": "[REDACTED]"},
                    {"loc": ["body", "otp"], "input": "[REDACTED]", "msg": "bad"}
                ],
                "argv": ["tool", "--password", "[REDACTED]", "--token", "--user", "eve"],
                "headers": [["x-api-key", "[REDACTED]"], ["password", "email"]],
                "card": {"pin": "[REDACTED]", "key": "Zq7Hunter2Secret9x"},
            })
        );
    }
}
