//! Redacts secrets in JSON values, such as callers' arguments and other servers' responses.

use super::redact_text::prose::{MESSAGES, is_complaint};
use super::redact_text::without_secrets;
use super::secret::{REDACTED, SecretValues, ambiguous, looks_secret};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// Members that contain the name of a field.
const NAMES: &str = "name key field param parameter property propertyName path pointer loc";

/// Members that contain the value that was sent for the field.
const SENT: &str =
    "value input sent received actual got given rejectedValue rejected_value attemptedValue attempted_value";

/// Whether a JSON value is secret, judging by where it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The value isn't known to be secret.
    Ordinary,
    /// The value describes a field with a secret name.
    AboutSecret,
    /// The value is secret.
    Secret,
}

impl Place {
    pub(super) fn of(name: &str, value: &Value) -> Self {
        Self::Ordinary.of_member(name, value)
    }

    pub(super) fn of_member(self, name: &str, value: &Value) -> Self {
        match self {
            Self::Secret if MESSAGES.contains(&name) => Self::Ordinary,
            Self::Secret => Self::Secret,
            Self::AboutSecret if SENT.split(' ').any(|sent| sent == name) => Self::Secret,
            _ if looks_secret(name) || is_secret_with(name, value) => Self::Secret,
            place => place,
        }
    }

    /// Classifies an element of a list. An element after a secret flag is the flag's value, as in `["--password",
    /// "S"]`.
    pub(super) fn of_element(self, items: &[Value], index: usize) -> Self {
        let before = index.checked_sub(1).map(|before| &items[before]);
        match (before, &items[index]) {
            (Some(Value::String(name)), Value::String(value))
                if name.starts_with('-') && !name.contains('=') && !value.starts_with('-') && looks_secret(name) =>
            {
                Self::Secret
            }
            _ => self,
        }
    }

    pub(super) fn of_object(self, members: &Map<String, Value>) -> Self {
        if self == Self::Ordinary && is_about_a_secret(members) { Self::AboutSecret } else { self }
    }

    /// Whether to redact a value. Sentences such as `must have 8 characters` and objects that describe a mistake aren't
    /// secrets.
    pub(super) fn hides(self, value: &Value) -> bool {
        self == Self::Secret
            && match value {
                Value::Null => false,
                Value::Bool(_) => true,
                Value::Number(number) => number.to_string().len() > 2,
                Value::String(text) => !text.is_empty() && !is_complaint(text),
                Value::Array(items) => items.iter().any(|item| self.hides(item)),
                Value::Object(members) => !MESSAGES.iter().any(|name| members.contains_key(*name)),
            }
    }
}

/// Redacts a value if its name looks secret. Otherwise, redacts all members whose names look secret, at any depth, and
/// applies [`without_secrets`] to the remaining strings.
pub(crate) fn redact(name: &str, value: &mut Value) {
    redact_at(Place::of(name, value), value);
}

pub(crate) fn redacted(mut value: Value) -> Value {
    redact("", &mut value);
    value
}

fn redact_at(place: Place, value: &mut Value) {
    match value {
        _ if place.hides(value) => *value = REDACTED.into(),
        Value::Array(items) => {
            for index in 0..items.len() {
                redact_at(place.of_element(items, index), &mut items[index]);
            }
        }
        Value::Object(members) => {
            let place = place.of_object(members);
            for (name, value) in members {
                redact_at(place.of_member(name, value), value);
            }
        }
        Value::String(text) => {
            if let Cow::Owned(hidden) = without_secrets(text) {
                *text = hidden;
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Whether an ambiguous name is secret because of its value. In JSON, `key` and similar names aren't secret.
fn is_secret_with(name: &str, value: &Value) -> bool {
    match (ambiguous(name), value) {
        (Some(SecretValues::Strings), Value::String(_)) => true,
        (Some(SecretValues::Strings), Value::Array(items)) => items.first().is_some_and(Value::is_string),
        (Some(SecretValues::Digits), Value::String(text)) => SecretValues::Digits.contain(text),
        (Some(SecretValues::Digits), Value::Number(number)) => SecretValues::Digits.contain(&number.to_string()),
        _ => false,
    }
}

/// Whether an object describes a field with a secret name, as in `{"name": "password", "value": …}`.
fn is_about_a_secret(members: &Map<String, Value>) -> bool {
    let names = |value: &Value| match value {
        Value::String(name) => looks_secret(name),
        Value::Array(path) => path.iter().any(|part| part.as_str().is_some_and(looks_secret)),
        _ => false,
    };
    NAMES.split(' ').any(|name| members.get(name).is_some_and(names))
}
