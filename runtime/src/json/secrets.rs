//! Removes known secrets from text.

use super::MAX_DEPTH;
use super::levels::{Kind, each, read};
use super::redact::{Level, Place};
use crate::text::redact_text::beginning;
use crate::text::secret::REDACTED;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};
use std::collections::BTreeSet;
use std::fmt;
use std::ops::{Bound, Range};

/// Shorter secrets only match whole words, because they occur in many unrelated words.
const SHORTEST_INSIDE: usize = 4;

const LONGEST_PATTERN: usize = 256;

/// The maximum length of a part of a secret in bytes. Longer secrets are split, so that a search
/// from each character takes linear time. An escape is up to six times as long as its character.
const LONGEST_PART: usize = LONGEST_PATTERN / 6;

/// Secrets that a caller has sent. Pass strings that may quote the secrets, such as a library's
/// error messages, to [`removed_from`](Self::removed_from).
///
/// A secret is a string of at least two characters, or a number of at least three digits, whose
/// name [looks secret](crate#on-a-field-context).
///
/// ```
/// use agent_error::__private::Secrets;
/// use serde_json::json;
///
/// let mut secrets = Secrets::default();
/// secrets.add("login", &json!({"user": "eve", "password": "hunter2"}));
/// assert_eq!(secrets.removed_from("invalid value: \"hunter2\""), "invalid value: \"[REDACTED]\"");
/// ```
#[derive(Default)]
pub struct Secrets {
    /// The secrets, as they are and escaped, and `[REDACTED]`, which a secret such as `RED` would
    /// otherwise damage.
    patterns: BTreeSet<String>,
}

/// Doesn't print the secrets.
impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secrets").finish_non_exhaustive()
    }
}

impl Secrets {
    /// Adds the secrets in a value with the given name, at any depth.
    pub fn add(&mut self, name: &str, value: &Value) {
        let json = to_raw_value(value).unwrap_or_default();
        self.add_json(Place::Ordinary.of_member(name, &json), &json);
    }

    pub(crate) fn add_json(&mut self, place: Place, json: &RawValue) {
        self.collect(place, json, MAX_DEPTH);
    }

    fn collect(&mut self, place: Place, json: &RawValue, levels: usize) {
        match Kind::of(json) {
            Kind::List | Kind::Object => {
                if levels > 0 {
                    self.collect_inside(place, json, levels - 1);
                }
            }
            Kind::Text | Kind::Number => {
                if place.hides(json) {
                    self.add_scalar(json);
                }
            }
            Kind::Null | Kind::Bool => {}
        }
    }

    fn collect_inside(&mut self, place: Place, json: &RawValue, levels: usize) {
        let mut level = Level::of(place, json);
        each(json, &mut |name, value| {
            let inner_place = level.next_place(&name, value);
            self.collect(inner_place, value, levels);
        });
    }

    /// Adds a number, or a string of at least two characters.
    fn add_scalar(&mut self, json: &RawValue) {
        let Some(secret) = read::<String>(json) else {
            self.insert(json.get());
            return;
        };
        let is_long_enough = secret.chars().nth(1).is_some();
        if is_long_enough && secret != REDACTED {
            self.insert(&secret);
        }
    }

    /// Splits a long secret in half. If both halves match, their redactions are merged.
    fn insert(&mut self, secret: &str) {
        if secret.len() > LONGEST_PART {
            let half = beginning(secret, secret.len() / 2);
            self.insert(half);
            self.insert(&secret[half.len()..]);
            return;
        }
        let rust = format!("{secret:?}");
        let json = Value::from(secret).to_string();
        self.patterns.extend([
            secret.to_owned(),
            without_quotes(&rust),
            without_quotes(&json),
            REDACTED.to_owned(),
        ]);
    }

    /// Replaces each occurrence of a secret with `[REDACTED]`, even if it's escaped as in JSON or
    /// Rust. Adjacent and overlapping occurrences become a single `[REDACTED]`.
    pub fn removed_from(&self, text: &str) -> String {
        let mut shown = String::with_capacity(text.len());
        let mut copied = 0;
        for secret in self.found_in(text) {
            shown.push_str(&text[copied..secret.start]);
            shown.push_str(REDACTED);
            copied = secret.end;
        }
        shown.push_str(&text[copied..]);
        shown
    }

    /// Returns the occurrences of secrets. Merges those that are adjacent or overlap.
    fn found_in(&self, text: &str) -> Vec<Range<usize>> {
        let mut found = Vec::<Range<usize>>::new();
        for (start, _) in text.char_indices() {
            let Some(length) = self.length_at(text, start) else {
                continue;
            };
            let end = start + length;
            match found.last_mut() {
                Some(last) if last.end >= start => last.end = last.end.max(end),
                _ => found.push(start..end),
            }
        }
        found
    }

    /// Returns the length of the longest pattern that occurs at an offset.
    fn length_at(&self, text: &str, at: usize) -> Option<usize> {
        let mut searched = beginning(&text[at..], LONGEST_PATTERN);
        loop {
            // A pattern sorts after its own beginnings, and before the strings that start with it.
            let last = self.last_up_to(searched)?;
            let common = common_length(last, searched);
            let occurs = common == last.len();
            if occurs && (common >= SHORTEST_INSIDE || is_whole_word(text, at, at + common)) {
                return Some(common);
            }
            // Any other pattern that occurs here is shorter, and begins both.
            let longest = common.min(last.len() - 1);
            searched = beginning(searched, longest);
        }
    }

    /// Returns the last pattern that isn't greater than the text.
    fn last_up_to(&self, text: &str) -> Option<&str> {
        let up_to_text = (Bound::Unbounded, Bound::Included(text));
        let last = self.patterns.range::<str, _>(up_to_text).next_back()?;
        Some(last)
    }
}

fn is_whole_word(text: &str, start: usize, end: usize) -> bool {
    let continues_word = text[..start].ends_with(char::is_alphanumeric);
    let is_continued = text[end..].starts_with(char::is_alphanumeric);
    !continues_word && !is_continued
}

fn without_quotes(literal: &str) -> String {
    literal[1..literal.len() - 1].to_owned()
}

/// Returns the number of bytes that two strings have in common at their start.
fn common_length(a: &str, b: &str) -> usize {
    let pairs = a.bytes().zip(b.bytes());
    pairs.take_while(|(a, b)| a == b).count()
}
