//! Removes known secrets from text.

use super::patterns::Patterns;
use super::redact::{is_about_a_secret, is_secret_item, is_secret_member};
use super::secret::REDACTED;
use serde_json::{Map, Value};
use std::fmt;
use std::sync::OnceLock;

/// Secrets that a caller has sent. Pass strings that may quote the secrets, such as a library's error messages, to
/// [`removed_from`](Self::removed_from).
///
/// A secret is a string or a number whose name [looks secret](crate#on-a-field-context).
///
/// ```
/// use agent_error::format::Secrets;
/// use serde_json::json;
///
/// let mut secrets = Secrets::default();
/// secrets.add("login", &json!({"user": "eve", "password": "hunter2"}));
/// assert_eq!(secrets.removed_from("invalid value: \"hunter2\""), "invalid value: \"[REDACTED]\"");
/// ```
#[derive(Default)]
pub struct Secrets {
    texts: Vec<String>,
    /// Created on first use, because most calls contain no secrets.
    patterns: OnceLock<Patterns>,
}

/// Shows only the number of secrets.
impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secrets").field("count", &self.texts.len()).finish_non_exhaustive()
    }
}

impl Secrets {
    /// Collects the secrets in a value with the given name.
    #[cfg(any(feature = "http", test))]
    pub(crate) fn of(name: &str, value: &Value) -> Self {
        let mut secrets = Self::default();
        secrets.add(name, value);
        secrets
    }

    /// Adds the secrets in a value with the given name, at any depth.
    pub fn add(&mut self, name: &str, value: &Value) {
        self.patterns.take();
        self.collect(is_secret_member(name, value, false), value);
    }

    fn collect(&mut self, is_secret: bool, value: &Value) {
        match value {
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.collect(is_secret || is_secret_item(items, index), item);
                }
            }
            Value::Object(members) => {
                let is_about_one = is_about_a_secret(members);
                for (name, value) in members {
                    self.collect(is_secret || is_secret_member(name, value, is_about_one), value);
                }
            }
            Value::String(text) if is_secret && !text.is_empty() && text != REDACTED => self.texts.push(text.clone()),
            Value::Number(number) if is_secret => self.texts.push(number.to_string()),
            _ => {}
        }
    }

    /// Replaces each occurrence of a secret with `[REDACTED]`. Also finds secrets that are escaped as in JSON or Rust.
    ///
    /// Takes linear time. Adjacent and overlapping occurrences become a single `[REDACTED]`. The result is at most 10
    /// times as long as the text, because each `[REDACTED]` replaces at least one byte.
    pub fn removed_from(&self, text: &str) -> String {
        if self.is_empty() {
            return text.to_owned();
        }
        let patterns = self.patterns.get_or_init(|| patterns(&self.texts));
        let (mut shown, mut copied) = (String::with_capacity(text.len()), 0);
        for secret in patterns.covered(text) {
            shown.push_str(&text[copied..secret.start]);
            shown.push_str(REDACTED);
            copied = secret.end;
        }
        shown.push_str(&text[copied..]);
        shown
    }

    /// Removes the secrets from all strings in a value, and from the names of its members.
    pub(crate) fn remove_from(&self, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.removed_from(text),
            Value::Array(items) => {
                for item in items {
                    self.remove_from(item);
                }
            }
            Value::Object(members) => {
                let removed = std::mem::take(members).into_iter().map(|(name, mut value)| {
                    self.remove_from(&mut value);
                    (self.removed_from(&name), value)
                });
                *members = removed.collect::<Map<_, _>>();
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Whether there are no secrets.
    pub(crate) fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }
}

/// Builds the patterns: the secrets, their escaped forms, and `[REDACTED]` itself. The last pattern prevents secrets
/// such as `RED` from damaging a `[REDACTED]` in the text.
fn patterns(texts: &[String]) -> Patterns {
    let inside = |quoted: String| quoted[1..quoted.len() - 1].to_owned();
    let escaped = |text: &String| [inside(format!("{text:?}")), inside(Value::from(text.as_str()).to_string())];
    let escaped: Vec<String> = texts.iter().filter(|text| needs_escapes(text)).flat_map(escaped).collect();
    Patterns::new(texts.iter().chain(&escaped).map(String::as_str).chain([REDACTED]))
}

fn needs_escapes(text: &str) -> bool {
    text.contains(|c: char| matches!(c, '"' | '\'' | '\\') || c.is_control() || !c.is_ascii())
}

#[cfg(test)]
mod tests {
    use super::{REDACTED, Secrets};
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
        // A redacted value isn't a secret.
        assert!(Secrets::of("token", &json!("[REDACTED]")).is_empty());
    }

    #[test]
    fn secrets_that_are_parts_of_the_mark_do_not_make_a_text_grow() {
        let mut parts: Vec<&str> = Vec::new();
        for start in 0..REDACTED.len() {
            parts.extend((start + 1..=REDACTED.len()).map(|end| &REDACTED[start..end]));
        }
        let secrets = Secrets::of("passwords", &json!(parts));
        let text = "a RED cat ACTE [REDACTED] b ".repeat(200);
        let left = secrets.removed_from(&text);
        assert_eq!(left, "a [REDACTED] cat [REDACTED] [REDACTED] b ".repeat(200));
        assert_eq!(secrets.removed_from(&left), left);
    }

    #[test]
    fn a_text_grows_at_most_by_the_length_of_the_mark_for_each_byte() {
        // The worst known case: every second byte is a secret.
        let secrets = Secrets::of("passwords", &json!(["1", "-"]));
        let text = "1 ".repeat(1000);
        assert_eq!(secrets.removed_from(&text).len(), 1000 * (REDACTED.len() + 1));
        assert_eq!(secrets.removed_from(&"-".repeat(1000)), REDACTED);
    }

    #[test]
    fn debug_output_has_no_secret() {
        let shown = format!("{:?}", Secrets::of("password", &json!(["hunter2", "a"])));
        assert_eq!(shown, "Secrets { count: 2, .. }");
    }

    #[test]
    fn names_of_members_lose_secrets() {
        let mut value = json!({"of hunter2": [{"hunter2": 1}]});
        Secrets::of("password", &json!("hunter2")).remove_from(&mut value);
        assert_eq!(value, json!({"of [REDACTED]": [{"[REDACTED]": 1}]}));
    }
}
