//! The JSON of a value, as formats show it.

use crate::text::clean::clean_capped;
use crate::text::json::{self, token};
use crate::text::unique_names::{UniqueNames, has_duplicate};

/// Writes a string.
pub(super) fn push_str(text: &str, cap: usize, out: &mut String) {
    out.push('"');
    json::push_str(text, cap, out);
}

/// Cleans the JSON of one value at the end of `out`. Most values need no change.
pub(super) fn clean_from(start: usize, cap: usize, out: &mut String) {
    let shape = Shape::of(&out[start..]);
    if shape.is_clean && shape.fits(cap) {
        return;
    }
    let json = out.split_off(start);
    if shape.is_text {
        push_str(&unquoted(&json), cap, out);
    } else if shape.fits(cap) {
        push_sanitized(&json, out);
    } else {
        push_str(&json, cap, out);
    }
}

/// Writes JSON with its strings sanitized, and its names unique.
fn push_sanitized(json: &str, out: &mut String) {
    // The names of each open object; none for a list.
    let mut open: Vec<Option<UniqueNames>> = Vec::new();
    let mut is_name = false;
    each_token(json, |token| match token.as_bytes() {
        [b'"', ..] => {
            let text = unquoted(token);
            match open.last_mut() {
                Some(Some(names)) if std::mem::take(&mut is_name) => {
                    push_str(&names.add(&clean_capped(&text, usize::MAX)), usize::MAX, out);
                }
                _ => push_str(&text, usize::MAX, out),
            }
        }
        [first @ (b'{' | b'['), ..] => {
            is_name = *first == b'{';
            open.push(is_name.then(UniqueNames::default));
            out.push_str(token);
        }
        [b'}' | b']', ..] => {
            open.pop();
            out.push_str(token);
        }
        [b',', ..] => {
            is_name = matches!(open.last(), Some(Some(_)));
            out.push_str(token);
        }
        _ => push_plain(token, out),
    });
}

/// The most levels of a value that are shown as JSON: readers of JSON stop at 128, and an envelope needs some of them.
pub(super) const MAX_DEPTH: usize = 100;

/// Properties of the JSON that decide how it is shown.
#[allow(clippy::struct_excessive_bools, reason = "each is a property of its own")]
pub(super) struct Shape {
    bytes: usize,
    pub(super) is_text: bool,
    is_short_scalar: bool,
    deepest: usize,
    /// Whether no text needs cleaning, no number is long, and the names of each object are unique.
    is_clean: bool,
    pub(super) has_long_number: bool,
}

impl Shape {
    pub(super) fn of(json: &str) -> Self {
        let mut shape = Self {
            bytes: json.len(),
            is_text: json.starts_with('"'),
            is_short_scalar: is_short_scalar(json),
            deepest: 0,
            is_clean: true,
            has_long_number: false,
        };
        // For each open object or list, where its names begin.
        let (mut open, mut names, mut last) = (Vec::new(), Vec::new(), "");
        each_token(json, |text| match text.as_bytes() {
            [b'{' | b'[', ..] => {
                open.push(names.len());
                shape.deepest = shape.deepest.max(open.len());
            }
            [b'}' | b']', ..] => {
                let first = open.pop().unwrap_or_default();
                shape.is_clean &= !has_duplicate(&mut names[first..]);
                names.truncate(first);
            }
            [b'"', ..] => {
                last = text;
                shape.is_clean &= is_clean(text.as_bytes());
            }
            [b':', ..] => names.push(last),
            number if number.len() >= LONG_NUMBER => shape.has_long_number |= exceeds_64_bits(text),
            _ => {}
        });
        shape.is_clean &= !shape.has_long_number;
        shape
    }

    /// Whether the value is shown unchanged; a text is cut when it is written.
    pub(super) fn fits(&self, cap: usize) -> bool {
        (self.bytes <= cap || self.is_short_scalar) && self.deepest <= MAX_DEPTH
    }
}

/// Whether the JSON is a number or a word, and not longer than the number of a primitive type. It's never truncated.
pub(super) fn is_short_scalar(json: &str) -> bool {
    /// As of `-1.7976931348623157e308`.
    const LONGEST: usize = 24;
    json.len() <= LONGEST
        && (matches!(json, "true" | "false" | "null")
            || json.starts_with(|first: char| first == '-' || first.is_ascii_digit())
                && json.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte)))
}

/// Whether a string of JSON has no control characters, escaped or not, and no bytes that may begin one.
fn is_clean(string: &[u8]) -> bool {
    let mut escaped = false;
    string.iter().all(|byte| match byte {
        _ if std::mem::take(&mut escaped) => matches!(byte, b'"' | b'\\' | b'n' | b't'),
        b'\\' => {
            escaped = true;
            true
        }
        0x7f | 0xc2 => false,
        _ => true,
    })
}

/// Passes on brackets, commas and colons, whole strings, numbers and words.
fn each_token<'a>(json: &'a str, mut take: impl FnMut(&'a str)) {
    let mut rest = json;
    while !rest.is_empty() {
        let (text, after) = rest.split_at(token(rest));
        take(text);
        rest = after;
    }
}

/// A number of fewer bytes fits in 64 bits.
const LONG_NUMBER: usize = 19;

/// A number that a JSON reader may round.
fn exceeds_64_bits(number: &str) -> bool {
    let digits = number.strip_prefix('-').unwrap_or(number);
    digits.bytes().all(|byte| byte.is_ascii_digit()) && number.parse::<i64>().is_err() && number.parse::<u64>().is_err()
}

/// Writes a token other than a string; a number that a JSON reader may round becomes text.
fn push_plain(text: &str, out: &mut String) {
    if text.len() >= LONG_NUMBER && exceeds_64_bits(text) {
        push_str(text, usize::MAX, out);
    } else {
        out.push_str(text);
    }
}

/// The strings of a JSON list. Other items are left out.
pub(crate) fn strings_of(json: &str) -> Vec<String> {
    let (mut strings, mut depth) = (Vec::new(), 0_usize);
    each_token(json, |token| match token.as_bytes() {
        [b'"', ..] if depth == 1 => strings.push(unquoted(token)),
        [b'[' | b'{', ..] => depth += 1,
        [b']' | b'}', ..] => depth = depth.saturating_sub(1),
        _ => {}
    });
    if json.starts_with('[') { strings } else { Vec::new() }
}

/// The text of a JSON string.
pub(super) fn unquoted(json: &str) -> String {
    let inside = json.strip_prefix('"').and_then(|json| json.strip_suffix('"')).unwrap_or(json);
    let mut text = String::with_capacity(inside.len());
    let mut rest = inside;
    while let Some((plain, escape)) = rest.split_once('\\') {
        text.push_str(plain);
        let (character, length) = unescaped(escape);
        text.push(character);
        rest = escape.get(length..).unwrap_or_default();
    }
    text + rest
}

/// The character of an escape without its backslash, and the length that was read. A lone surrogate, which only raw
/// JSON of the program can have, is replaced.
fn unescaped(escape: &str) -> (char, usize) {
    let unit = |at: usize| u16::from_str_radix(escape.get(at..at + 4)?, 16).ok();
    match escape.bytes().next() {
        Some(b'b') => ('\u{8}', 1),
        Some(b'f') => ('\u{c}', 1),
        Some(b'n') => ('\n', 1),
        Some(b'r') => ('\r', 1),
        Some(b't') => ('\t', 1),
        Some(b'u') => {
            let second = unit(7).filter(|_| escape.get(5..7) == Some("\\u"));
            let units = [unit(1).unwrap_or(0xdc00), second.unwrap_or(0)];
            match char::decode_utf16(units).next() {
                Some(Ok(character)) if character.len_utf16() == 2 => (character, 11),
                Some(Ok(character)) => (character, 5),
                _ => (char::REPLACEMENT_CHARACTER, 5),
            }
        }
        Some(other) => (char::from(other), 1),
        None => (char::REPLACEMENT_CHARACTER, 0),
    }
}

pub(super) fn quoting_long_numbers(json: &str) -> String {
    let mut quoted = String::with_capacity(json.len() + 2);
    each_token(json, |text| push_plain(text, &mut quoted));
    quoted
}
