//! Redacts secrets in JSON values, such as callers' arguments and other servers' responses.

use super::redact_text::without_secrets;
use super::secret::{REDACTED, looks_secret, looks_secret_with_string};
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
            for item in items {
                redact_if(false, item);
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
    let is_string = || match value {
        Value::String(_) => true,
        Value::Array(items) => items.first().is_some_and(Value::is_string),
        _ => false,
    };
    looks_secret(name) || (is_about_one && SENT.contains(&name)) || (looks_secret_with_string(name) && is_string())
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
            })
        );
    }
}
