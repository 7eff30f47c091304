//! Removes secrets from values and texts: one rule for the arguments of callers and the answers of other servers.

use super::secret::{REDACTED, looks_secret};
use serde_json::{Map, Value};

/// The members of an object that name a field.
const NAMES: &[&str] =
    &["name", "key", "field", "param", "parameter", "property", "propertyName", "path", "pointer", "loc"];

/// The members beside them that contain the value sent for it.
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

/// Redacts a value whose name looks like a secret, and such members of any other value at any depth.
pub(crate) fn redact(name: &str, value: &mut Value) {
    redact_if(looks_secret(name), value);
}

/// The value without secrets.
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
                redact_if(is_secret_member(name, is_about_one), value);
            }
        }
        Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

pub(super) fn is_secret_member(name: &str, is_about_one: bool) -> bool {
    looks_secret(name) || (is_about_one && SENT.contains(&name))
}

/// Whether an object describes a field whose name looks like a secret, such as `{"name": "password", "value": …}`.
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
            "details": [{"api_key": {"id": 7}, "max_tokens": 5}],
            "fields": [{"name": "password", "value": "hunter2"}, {"loc": ["body", "otp"], "input": 123_456, "msg": "bad"}],
        });
        assert_eq!(
            redacted(sent),
            json!({
                "user": "eve", "token": "[REDACTED]", "pin": 1, "password": null,
                "details": [{"api_key": "[REDACTED]", "max_tokens": 5}],
                "fields": [
                    {"name": "password", "value": "[REDACTED]"},
                    {"loc": ["body", "otp"], "input": "[REDACTED]", "msg": "bad"}
                ],
            })
        );
    }
}
