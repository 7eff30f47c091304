//! Removes known secrets from text.

use super::redact::Place;
use super::secret::REDACTED;
use serde_json::{Map, Value};
use std::fmt;
use std::ops::Range;
use std::sync::OnceLock;

/// Shorter secrets only match whole words, because they occur in many unrelated words.
const SHORTEST_INSIDE: usize = 4;

/// The number of bytes of a secret to search for. If they occur, the rest is compared once.
const SEARCHED: usize = 1024;

/// Secrets that a caller has sent. Pass strings that may quote the secrets, such as a library's error messages, to
/// [`removed_from`](Self::removed_from).
///
/// A secret is a string, or a number of at least three digits, whose name
/// [looks secret](crate#on-a-field-context).
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
        self.collect(Place::of(name, value), value);
    }

    fn collect(&mut self, place: Place, value: &Value) {
        match value {
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    self.collect(place.of_element(items, index), item);
                }
            }
            Value::Object(members) => {
                let place = place.of_object(members);
                for (name, value) in members {
                    self.collect(place.of_member(name, value), value);
                }
            }
            Value::String(text) if place.hides(value) && text != REDACTED => self.texts.push(text.clone()),
            Value::Number(number) if place.hides(value) => self.texts.push(number.to_string()),
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
        let patterns = self.patterns.get_or_init(|| Patterns::new(&self.texts));
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

/// A secret to search for, as it is or escaped.
struct Pattern {
    text: String,
    /// The index of the longest other pattern that this one starts with.
    parent: Option<usize>,
}

impl Pattern {
    /// Returns the bytes to search for.
    fn beginning(&self) -> &[u8] {
        beginning(self.text.as_bytes())
    }
}

fn beginning(text: &[u8]) -> &[u8] {
    &text[..text.len().min(SEARCHED)]
}

/// A sorted list of patterns, in which a binary search finds the ones that a text starts with.
struct Patterns(Vec<Pattern>);

impl Patterns {
    /// Collects the secrets, their escaped forms, and `[REDACTED]` itself. The latter prevents secrets such as `RED` from
    /// damaging a `[REDACTED]` in the text.
    fn new(secrets: &[String]) -> Self {
        let mut texts = vec![REDACTED.to_owned()];
        for secret in secrets {
            let start: String = secret.chars().take(SEARCHED).collect();
            for quoted in [format!("{start:?}"), Value::from(start).to_string()] {
                let escaped = String::from_utf8_lossy(beginning(&quoted.as_bytes()[1..quoted.len() - 1])).into_owned();
                texts.extend(Some(escaped).filter(|escaped| !secret.starts_with(escaped)));
            }
        }
        texts.extend(secrets.iter().cloned());
        texts.sort_unstable();
        texts.dedup_by(|text, kept| beginning(text.as_bytes()) == beginning(kept.as_bytes()));
        let mut patterns: Vec<Pattern> = Vec::with_capacity(texts.len());
        for text in texts.into_iter().filter(|text| !text.is_empty()) {
            let mut parent = patterns.len().checked_sub(1);
            while let Some(other) = parent.filter(|at| !text.as_bytes().starts_with(patterns[*at].beginning())) {
                parent = patterns[other].parent;
            }
            patterns.push(Pattern { text, parent });
        }
        Self(patterns)
    }

    /// Returns the ranges of all occurrences. Overlapping and adjacent occurrences are merged.
    fn covered(&self, text: &str) -> Vec<Range<usize>> {
        let mut initials = [false; 256];
        self.0.iter().for_each(|pattern| initials[usize::from(pattern.text.as_bytes()[0])] = true);
        let mut found = Vec::<Range<usize>>::new();
        for (at, _) in text.char_indices().filter(|(at, _)| initials[usize::from(text.as_bytes()[*at])]) {
            let covered = found.last().map_or(0, |last| last.end);
            let Some(end) = self.end_of_secret(text, at, covered) else { continue };
            match found.last_mut().filter(|last| last.end >= at) {
                Some(last) => last.end = last.end.max(end),
                None => found.push(at..end),
            }
        }
        found
    }

    /// Returns the end of the longest secret that starts at `at`. `covered` is the end of the secret found before.
    fn end_of_secret(&self, text: &str, at: usize, covered: usize) -> Option<usize> {
        let rest = beginning(&text.as_bytes()[at..]);
        let mut longest = self.0.partition_point(|pattern| pattern.beginning() <= rest).checked_sub(1)?;
        let equal = self.0[longest].beginning().iter().zip(rest).take_while(|(a, b)| a == b).count();
        let is_word = |length: usize| {
            !text[..at].ends_with(char::is_alphanumeric) && !text[at + length..].starts_with(char::is_alphanumeric)
        };
        let occurs = |length: usize| length <= equal && (length >= SHORTEST_INSIDE || is_word(length));
        while !occurs(self.0[longest].beginning().len()) {
            longest = self.0[longest].parent?;
        }
        let pattern = self.0[longest].text.as_bytes();
        if pattern.len() < SEARCHED {
            return Some(at + pattern.len());
        }
        // The rest is only compared behind the last occurrence, so that no byte is compared twice.
        let from = (at + SEARCHED).max(covered);
        let (left, tail) = (&text.as_bytes()[from..], pattern.get(from - at..).unwrap_or_default());
        let equal = left.iter().zip(tail).take_while(|(a, b)| a == b).count();
        // The rest of an escaped secret ends where its string ends.
        let is_escaped = pattern.len() == SEARCHED || left[equal..].starts_with(b"\\");
        let closing = || left.iter().position(|byte| matches!(byte, b'"' | b'\'' | b'\n')).unwrap_or(left.len());
        let end = from + if is_escaped { closing() } else { equal };
        (end..=text.len()).find(|end| text.is_char_boundary(*end))
    }
}

#[cfg(test)]
mod tests {
    use super::{Patterns, REDACTED, SEARCHED, Secrets};
    use serde_json::json;
    use std::ops::Range;

    #[test]
    fn secrets_are_removed_from_texts_in_each_form() {
        let secrets = Secrets::of("", &json!({"password": "a\"b", "nested": {"pw": "be"}, "cookie": ["longer", 421]}));
        for (text, left) in [
            ("'a\"b' or a\\\"b", "'[REDACTED]' or [REDACTED]"),
            ("it must be `be`, be421", "it must [REDACTED] `[REDACTED]`, be421"),
            ("xlongerx 421.", "x[REDACTED]x [REDACTED]."),
            ("nothing", "nothing"),
        ] {
            assert_eq!(secrets.removed_from(text), left);
        }
        let mut value = json!({"a": ["be", 421], "b": {"c": "xlongerx"}});
        secrets.remove_from(&mut value);
        assert_eq!(value, json!({"a": ["[REDACTED]", 421], "b": {"c": "x[REDACTED]x"}}));
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

    #[test]
    fn long_secrets_are_removed_as_a_whole() {
        for part in ["abc", "a\"b", "é"] {
            let secret = part.repeat(SEARCHED);
            let secrets = Secrets::of("password", &json!([secret, part.repeat(SEARCHED) + "x"]));
            for text in [secret.clone(), format!("{secret:?}"), json!(secret).to_string()] {
                let left = secrets.removed_from(&format!("no {text} or {secret}"));
                assert!(left.len() < 40 && left.ends_with("[REDACTED]"), "{left}");
            }
        }
    }

    #[test]
    fn complaints_are_no_secrets() {
        let value = json!({"errors": {"password": ["is too short"], "pin": "must be set"}, "retry_token": 7});
        assert!(Secrets::of("", &value).is_empty());
    }

    fn covered(patterns: &[&str], text: &str) -> Vec<Range<usize>> {
        let secrets: Vec<String> = patterns.iter().map(|pattern| (*pattern).to_owned()).collect();
        Patterns::new(&secrets).covered(text)
    }

    /// A naive and slow implementation, used as a reference.
    fn expected(patterns: &[&str], text: &str) -> Vec<Range<usize>> {
        let mut is_covered = vec![false; text.len()];
        for pattern in patterns.iter().filter(|pattern| !pattern.is_empty()) {
            for at in (0..text.len()).filter(|at| text.get(*at..).is_some_and(|rest| rest.starts_with(pattern))) {
                let (before, after) = (&text[..at], &text[at + pattern.len()..]);
                let is_word = !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric);
                if is_word || pattern.len() >= 4 {
                    is_covered[at..at + pattern.len()].fill(true);
                }
            }
        }
        let starts = (0..text.len()).filter(|at| is_covered[*at] && (*at == 0 || !is_covered[at - 1]));
        starts.map(|start| start..(start..text.len()).find(|at| !is_covered[*at]).unwrap_or(text.len())).collect()
    }

    #[test]
    fn every_occurrence_is_covered() {
        let one = |patterns: &[&str], text: &str| match &covered(patterns, text)[..] {
            [range] => Some((range.start, range.end)),
            _ => None,
        };
        assert_eq!(one(&["abcd", "cdefgh"], "xabcdefghx"), Some((1, 9)));
        assert_eq!(one(&["abcd"], "abcdabcd abc"), Some((0, 8)));
        assert_eq!(one(&["-"], " ---b"), Some((1, 3)));
        assert!(covered(&[""], "abc").is_empty());
        assert!(covered(&[], "abc").is_empty());
    }

    #[test]
    fn the_search_finds_what_a_search_for_each_pattern_finds() {
        let mut state = 7_u32;
        let mut random = |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        for _ in 0..3000 {
            let mut text = |longest: u32| -> String {
                let length = random(longest);
                (0..length).map(|_| ['a', 'b', 'é', '-'][random(4) as usize]).collect()
            };
            let patterns: Vec<String> = (0..6).map(|_| text(8)).collect();
            let patterns: Vec<&str> = patterns.iter().map(String::as_str).collect();
            let text = text(40);
            assert_eq!(covered(&patterns, &text), expected(&patterns, &text), "{patterns:?} in {text:?}");
        }
    }
}
