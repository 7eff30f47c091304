//! Step 4: sanitizes and truncates each string of a record once.

use crate::definition::Part;
use crate::record::{ErrorRecord, PARTS};
use serde_json::Value as Json;

impl ErrorRecord {
    /// Removes control characters and escape sequences from all strings, and truncates strings of more than `cap` bytes.
    /// Commands that would change are dropped, because readers run them as shown.
    pub fn clean(&mut self, cap: usize) {
        clean(&mut self.code, cap);
        clean(&mut self.message, cap);
        self.causes.iter_mut().chain(&mut self.actions).for_each(|text| clean(text, cap));
        for text in [&mut self.summary, &mut self.docs_url].into_iter().flatten() {
            clean(text, cap);
        }
        for part in PARTS {
            let text = self.part(part);
            let before = text.clone().filter(|_| matches!(part, Part::FixCommand | Part::CheckCommand));
            if let Some(text) = text {
                clean(text, cap);
            }
            if before.is_some() && before != *text {
                *text = None;
            }
        }
        for (_, value) in &mut self.context {
            clean_json(value, cap);
        }
    }
}

fn clean_json(value: &mut Json, cap: usize) {
    match value {
        Json::String(text) => clean(text, cap),
        Json::Array(values) => values.iter_mut().for_each(|value| clean_json(value, cap)),
        Json::Object(members) => {
            let cleaned = std::mem::take(members).into_iter().map(|(mut name, mut value)| {
                clean(&mut name, cap);
                clean_json(&mut value, cap);
                (name, value)
            });
            *members = cleaned.collect();
        }
        Json::Null | Json::Bool(_) | Json::Number(_) => {}
    }
}

/// Removes control characters other than newlines and tabs, and escape sequences (ECMA-48).
fn clean(text: &mut String, cap: usize) {
    if text.chars().any(|character| character.is_control() && character != '\n' && character != '\t') {
        *text = without_controls(text);
    }
    if text.len() > cap {
        let end = (0..=cap).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let cut = text.len() - end;
        text.truncate(end);
        text.push_str(&format!("… [truncated, {cut} more bytes]"));
    }
}

fn without_controls(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(character) = rest.next() {
        match character {
            '\u{1b}' => match rest.next() {
                Some('[') => {
                    rest.by_ref().find(|end| ('@'..='~').contains(end));
                }
                Some('P' | 'X' | ']' | '^' | '_') => {
                    rest.by_ref().find(|end| matches!(end, '\u{7}' | '\u{9c}' | '\\' | '\n'));
                }
                _ => {}
            },
            '\u{9b}' => {
                rest.by_ref().find(|end| ('@'..='~').contains(end));
            }
            '\n' | '\t' => out.push(character),
            other if other.is_control() => {}
            other => out.push(other),
        }
    }
    out
}
