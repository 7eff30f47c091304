//! Secrets from a call, removed from other texts.

use super::redact::{is_about_a_secret, is_secret_member};
use super::secret::{REDACTED, looks_secret};
use serde_json::Value;
use std::sync::OnceLock;

/// A shorter secret is removed only as a whole word, since other words may contain its letters.
const SHORTEST_INSIDE: usize = 4;

/// The texts under names that look like secrets.
#[derive(Default)]
pub(crate) struct Secrets {
    texts: Vec<String>,
    /// The forms in which another text may quote them, made when first needed: few calls need them.
    forms: OnceLock<Vec<String>>,
}

impl Secrets {
    /// The secrets in a value with this name.
    #[cfg(any(feature = "http", test))]
    pub(crate) fn of(name: &str, value: &Value) -> Self {
        let mut secrets = Self::default();
        secrets.add(name, value);
        secrets
    }

    /// Adds the secrets in a value with this name.
    pub(crate) fn add(&mut self, name: &str, value: &Value) {
        self.forms.take();
        self.collect(looks_secret(name), value);
    }

    fn collect(&mut self, is_secret: bool, value: &Value) {
        match value {
            Value::Array(items) => {
                for item in items {
                    self.collect(is_secret, item);
                }
            }
            Value::Object(members) => {
                let is_about_one = is_about_a_secret(members);
                for (name, value) in members {
                    self.collect(is_secret || is_secret_member(name, is_about_one), value);
                }
            }
            Value::String(text) if is_secret && !text.is_empty() && text != REDACTED => self.texts.push(text.clone()),
            Value::Number(number) if is_secret => self.texts.push(number.to_string()),
            _ => {}
        }
    }

    /// The text without them.
    pub(crate) fn removed_from(&self, text: &str) -> String {
        let forms = self.forms.get_or_init(|| forms(&self.texts));
        forms.iter().fold(text.to_owned(), |text, secret| removed(&text, secret))
    }

    /// Removes them from each text of a value.
    pub(crate) fn remove_from(&self, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.removed_from(text),
            Value::Array(items) => {
                for item in items {
                    self.remove_from(item);
                }
            }
            Value::Object(members) => {
                for member in members.values_mut() {
                    self.remove_from(member);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Whether the set of secrets is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}

/// The texts, also quoted by Rust and by JSON, the longest first, since one may contain another.
fn forms(texts: &[String]) -> Vec<String> {
    let inside = |quoted: String| quoted[1..quoted.len() - 1].to_owned();
    let quoted =
        |text: &String| [text.clone(), inside(format!("{text:?}")), inside(Value::from(text.as_str()).to_string())];
    let mut forms: Vec<String> = texts.iter().flat_map(quoted).collect();
    forms.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    forms.dedup();
    forms
}

fn removed(text: &str, secret: &str) -> String {
    if secret.len() >= SHORTEST_INSIDE {
        return text.replace(secret, REDACTED);
    }
    let (mut kept, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find(secret) {
        let (before, after) = (&rest[..at], &rest[at + secret.len()..]);
        let last = before.chars().next_back().or_else(|| kept.chars().next_back());
        let is_word = !last.is_some_and(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric);
        kept.push_str(before);
        kept.push_str(if is_word { REDACTED } else { secret });
        rest = after;
    }
    kept.push_str(rest);
    kept
}

#[cfg(test)]
mod tests {
    use super::Secrets;
    use serde_json::json;

    #[test]
    fn secrets_are_removed_from_texts_in_each_form() {
        let secrets = Secrets::of("", &json!({"password": "a\"b", "nested": {"pw": "be"}, "cookie": ["longer", 42]}));
        for (text, left) in [
            ("'a\"b' or a\\\"b", "'[REDACTED]' or [REDACTED]"),
            ("it must be `be`, be42", "it must [REDACTED] `[REDACTED]`, be42"),
            ("xlongerx 42.", "x[REDACTED]x [REDACTED]."),
            ("nothing", "nothing"),
        ] {
            assert_eq!(secrets.removed_from(text), left);
        }
        let mut value = json!({"a": ["be", 42], "b": {"c": "xlongerx"}});
        secrets.remove_from(&mut value);
        assert_eq!(value, json!({"a": ["[REDACTED]", 42], "b": {"c": "x[REDACTED]x"}}));
        // A text that is redacted already contains no secret.
        assert!(Secrets::of("token", &json!("[REDACTED]")).is_empty());
    }
}
