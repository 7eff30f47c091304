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
            Kind::List | Kind::Object if levels == 0 => {}
            Kind::List | Kind::Object => {
                let mut level = Level::of(place, json);
                each(json, &mut |name, value| {
                    let place = level.place(&name, value);
                    self.collect(place, value, levels - 1);
                });
            }
            Kind::Text if place.hides(json) => {
                let secret = read::<String>(json)
                    .filter(|text| text != REDACTED && text.chars().count() > 1);
                if let Some(secret) = secret {
                    self.insert(&secret);
                }
            }
            Kind::Number if place.hides(json) => self.insert(json.get()),
            Kind::Null | Kind::Bool | Kind::Number | Kind::Text => {}
        }
    }

    /// Splits a long secret in half. If both halves match, their redactions are merged.
    fn insert(&mut self, secret: &str) {
        if secret.len() > LONGEST_PART {
            let (start, end) = secret.split_at(beginning(secret, secret.len() / 2).len());
            self.insert(start);
            self.insert(end);
            return;
        }
        let (rust, json) = (format!("{secret:?}"), Value::from(secret).to_string());
        for pattern in [
            secret,
            &rust[1..rust.len() - 1],
            &json[1..json.len() - 1],
            REDACTED,
        ] {
            self.patterns.insert(pattern.to_owned());
        }
    }

    /// Replaces each occurrence of a secret with `[REDACTED]`, even if it's escaped as in JSON or
    /// Rust. Adjacent and overlapping occurrences become a single `[REDACTED]`.
    pub fn removed_from(&self, text: &str) -> String {
        let mut found = Vec::<Range<usize>>::new();
        for (at, _) in text.char_indices() {
            let Some(length) = self.length_at(text, at) else {
                continue;
            };
            match found.last_mut().filter(|last| last.end >= at) {
                Some(last) => last.end = last.end.max(at + length),
                None => found.push(at..at + length),
            }
        }
        let (mut shown, mut copied) = (String::with_capacity(text.len()), 0);
        for secret in found {
            shown.push_str(&text[copied..secret.start]);
            shown.push_str(REDACTED);
            copied = secret.end;
        }
        shown.push_str(&text[copied..]);
        shown
    }

    /// Returns the length of the longest pattern that occurs at an offset.
    fn length_at(&self, text: &str, at: usize) -> Option<usize> {
        let is_word = |length: usize| {
            !text[..at].ends_with(char::is_alphanumeric)
                && !text[at + length..].starts_with(char::is_alphanumeric)
        };
        let mut rest = beginning(&text[at..], LONGEST_PATTERN);
        loop {
            // In this order, a pattern is between its beginnings and the strings that start with
            // it.
            let last = self
                .patterns
                .range::<str, _>((Bound::Unbounded, Bound::Included(rest)))
                .next_back()?;
            let common = last
                .bytes()
                .zip(rest.bytes())
                .take_while(|(a, b)| a == b)
                .count();
            if common == last.len() && (common >= SHORTEST_INSIDE || is_word(common)) {
                return Some(common);
            }
            rest = beginning(rest, common.min(last.len() - 1));
        }
    }
}
