//! Sanitizes and truncates strings.

use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::{Display, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The default cap on a string, in bytes. Longer strings are truncated.
pub(crate) const DEFAULT_CAP: usize = 64 * 1024;

/// The minimum cap on codes and names. This crate's own names are shorter, so they're never
/// truncated.
const MIN_NAME_CAP: usize = 1024;

/// Sanitizes a string as all formats do. Removes control characters and ANSI escape sequences
/// (ECMA-48), but keeps newlines and tabs. Truncates the string to 64 KiB, and
/// appends the number of omitted bytes.
///
/// Use this for foreign strings that your program prints itself, such as names, server responses or
/// the output of a command.
pub fn clean(text: &dyn Display) -> String {
    clean_capped(text, DEFAULT_CAP)
}

/// Sanitizes a string like [`clean`], but truncates it to `cap` bytes.
pub fn clean_capped(text: &dyn Display, cap: usize) -> String {
    let mut text = displayed(text);
    sanitize(&mut text, cap);
    text
}

pub(crate) fn sanitize(text: &mut String, cap: usize) {
    if let Cow::Owned(plain) = without_controls(text) {
        *text = plain;
    }
    if text.len() > cap {
        truncate(text, cap);
    }
}

fn truncate(text: &mut String, cap: usize) {
    let mut end = cap;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let omitted = text.len() - end;
    text.truncate(end);
    text.push_str(&format!("… [{omitted} bytes cut]"));
}

/// Sanitizes a code or the name of a value, and truncates it to the maximum length of a name.
pub(crate) fn sanitize_name(name: &mut String, cap: usize) {
    sanitize(name, cap.max(MIN_NAME_CAP));
}

/// Makes names unique. If a name exists, appends a number.
///
/// The numbers only increase. If each name tried all numbers again, names such as `a_2` could make
/// the work quadratic.
#[derive(Default)]
pub(crate) struct UniqueNames {
    names: BTreeSet<String>,
    last_number: usize,
}

impl UniqueNames {
    /// Adds a name, and returns it. If it exists, first appends a number greater than the number of
    /// earlier names.
    pub(crate) fn add(&mut self, name: String) -> String {
        let unique = if self.names.contains(&name) {
            self.numbered(&name)
        } else {
            name
        };
        self.names.insert(unique.clone());
        unique
    }

    fn numbered(&mut self, name: &str) -> String {
        self.last_number = self.last_number.max(self.names.len());
        loop {
            self.last_number += 1;
            let numbered = format!("{name}_{}", self.last_number);
            if !self.names.contains(&numbered) {
                return numbered;
            }
        }
    }
}

/// Sanitizes all strings in a value, including the names of members. If two names become equal,
/// appends a number to the second. A list or an object that's nested more than `levels` deep
/// becomes a string.
#[inline]
pub(crate) fn sanitize_value(value: &mut Value, levels: usize) {
    match value {
        Value::String(text) => sanitize(text, usize::MAX),
        Value::Array(_) | Value::Object(_) if levels == 0 => {
            *value = clean_capped(value, usize::MAX).into();
        }
        Value::Array(values) => {
            for value in values {
                sanitize_value(value, levels - 1);
            }
        }
        Value::Object(members) => sanitize_members(members, levels - 1),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[inline]
fn sanitize_members(members: &mut Map<String, Value>, levels: usize) {
    let mut sanitized = Map::new();
    let mut names = UniqueNames::default();
    for (mut name, mut value) in std::mem::take(members) {
        sanitize(&mut name, usize::MAX);
        sanitize_value(&mut value, levels);
        sanitized.insert(names.add(name), value);
    }
    *members = sanitized;
}

/// The note after the output of a failed `Display` impl.
pub(crate) const UNPRINTABLE: &str = "[unprintable]";

/// Formats a value. If its `Display` impl fails or panics, appends [`UNPRINTABLE`] to the output so
/// far.
pub(crate) fn displayed(value: &dyn Display) -> String {
    let (mut text, is_complete) = printed(value);
    if !is_complete {
        text.push_str(UNPRINTABLE);
    }
    text
}

/// Formats the message of an error, without trailing line breaks. Some libraries' messages end with
/// one, such as those of `toml`.
pub(crate) fn message_of(error: &dyn Display) -> String {
    let mut message = displayed(error);
    trim_line_breaks(&mut message);
    message
}

/// Removes the whitespace at the end of a string if it contains a line break.
pub(crate) fn trim_line_breaks(text: &mut String) {
    let content = text.trim_end().len();
    if text[content..].contains(['\n', '\u{2028}', '\u{2029}']) {
        text.truncate(content);
    }
}

/// Formats a value. Returns the output, and whether the `Display` impl succeeded.
pub(crate) fn printed(value: &dyn Display) -> (String, bool) {
    let mut text = String::with_capacity(128);
    let is_complete = catch_unwind(AssertUnwindSafe(|| write!(text, "{value}").is_ok()));
    (text, is_complete.unwrap_or_default())
}

/// Whether a string contains only whitespace after sanitizing.
pub(crate) fn is_blank(text: &str) -> bool {
    // Most strings start with a visible character.
    if text.starts_with(is_visible) {
        return false;
    }
    without_controls(text).trim().is_empty()
}

fn is_visible(character: char) -> bool {
    !character.is_control() && !character.is_whitespace()
}

fn is_removed(character: char) -> bool {
    character.is_control() && !matches!(character, '\n' | '\t')
}

fn without_controls(text: &str) -> Cow<'_, str> {
    let Some(first) = text.find(is_removed) else {
        return text.into();
    };
    let mut plain = String::with_capacity(text.len());
    plain.push_str(&text[..first]);
    let mut sequences = Sequences {
        text,
        unclosed_until: 0,
    };
    let mut at = first;
    while let Some(character) = text[at..].chars().next() {
        let next = at + character.len_utf8();
        at = match character {
            '\u{1b}' => sequences.end_of_escape(next),
            '\u{9b}' => sequences.end_of_sequence(next, FIRST_FINAL_OF_CSI),
            '\u{90}' | '\u{98}' | '\u{9d}'..='\u{9f}' => sequences.end_of_control_string(next),
            other => {
                if !is_removed(other) {
                    plain.push(other);
                }
                next
            }
        };
    }
    plain.into()
}

/// The lowest byte that can end a control sequence (ECMA-48, section 5.4).
const FIRST_FINAL_OF_CSI: u8 = b'@';

/// The lowest byte that can end any other escape sequence (ECMA-35, section 13.2.1).
const FIRST_FINAL_OF_ESCAPE: u8 = b'0';

struct Sequences<'a> {
    text: &'a str,
    /// No control string before this offset has an end. Avoids searching the same text again.
    unclosed_until: usize,
}

impl Sequences<'_> {
    /// Returns the end of the sequence whose ESC ends at an offset.
    fn end_of_escape(&mut self, at: usize) -> usize {
        match self.text.as_bytes().get(at) {
            Some(b'[') => self.end_of_sequence(at + 1, FIRST_FINAL_OF_CSI),
            Some(b'P' | b'X' | b']' | b'^' | b'_') => self.end_of_control_string(at + 1),
            _ => self.end_of_sequence(at, FIRST_FINAL_OF_ESCAPE),
        }
    }

    /// Returns the end of a sequence whose introducer ends at an offset. `first_final` is the lowest
    /// byte that can end it.
    #[inline(never)]
    fn end_of_sequence(&self, at: usize, first_final: u8) -> usize {
        let rest = &self.text.as_bytes()[at..];
        let parameters = rest
            .iter()
            .take_while(|byte| (b' '..first_final).contains(byte))
            .count();
        let end_of_parameters = at + parameters;
        match rest.get(parameters) {
            Some(byte) if (first_final..=b'~').contains(byte) => end_of_parameters + 1,
            _ => end_of_parameters,
        }
    }

    /// Returns the end of a control string, such as a window title, whose introducer ends at an
    /// offset. If the string isn't closed on the same line, it would hide the rest of the text, so
    /// only its introducer is removed.
    fn end_of_control_string(&mut self, at: usize) -> usize {
        if at < self.unclosed_until {
            return at;
        }
        let mut is_after_escape = false;
        for (offset, character) in self.text[at..].char_indices() {
            let closes = matches!(character, '\u{7}' | '\u{9c}');
            if closes || (is_after_escape && character == '\\') {
                return at + offset + character.len_utf8();
            }
            if character == '\n' {
                self.unclosed_until = at + offset;
                return at;
            }
            is_after_escape = character == '\u{1b}';
        }
        self.unclosed_until = self.text.len();
        at
    }
}

/// Removes the characters that aren't displayed: those with Unicode's property
/// `Default_Ignorable_Code_Point`.
#[cfg(feature = "redact")]
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if text.contains(is_ignorable) {
        text.replace(is_ignorable, "").into()
    } else {
        text.into()
    }
}

#[cfg(feature = "redact")]
fn is_ignorable(character: char) -> bool {
    matches!(character,
        '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Whether at least one format removes or replaces the character. This is true for control
/// characters except tabs, line separators, bidirectional control characters, and characters that
/// XML 1.0 excludes.
pub(crate) fn is_changed_by_a_format(character: char) -> bool {
    match character {
        '\t' => false,
        '\u{2028}' | '\u{2029}' | '\u{fffe}' | '\u{ffff}' => true,
        other => other.is_control() || is_bidi_control(other),
    }
}

/// Whether a character is a bidirectional control character: an embedding, an override or an
/// isolate. rustc's `text_direction_codepoint_in_literal` lint rejects these characters.
const fn is_bidi_control(character: char) -> bool {
    matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Escapes sanitized text for people. Bidirectional control characters become escapes such as
/// `\u{202e}`, as in rustc. Each line break becomes `line_break`, including U+2028 and U+2029,
/// which some programs treat as line breaks.
pub(crate) fn escaped_lines(text: &str, line_break: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\u{2028}' | '\u{2029}' => escaped.push_str(line_break),
            other if is_bidi_control(other) => escaped.extend(other.escape_unicode()),
            other => escaped.push(other),
        }
    }
    escaped
}
