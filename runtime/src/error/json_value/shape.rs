//! Sanitizes and truncates serialized values for output.

use crate::text::json::{self, code_unit};
use crate::text::sanitize::clean_capped;
use crate::text::unique_names::{UniqueNames, has_duplicate};
use agent_error_rules::json::tokens;

/// Appends a string as sanitized JSON, truncated to `cap` bytes.
pub(super) fn push_str(text: &str, cap: usize, out: &mut String) {
    out.push('"');
    json::push_str(text, cap, out);
}

/// Sanitizes the JSON value that starts at `start` in `out`. A value that exceeds `cap` or is nested too deeply becomes
/// a truncated string.
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

/// Appends JSON with sanitized strings and unique object keys.
fn push_sanitized(json: &str, out: &mut String) {
    // The keys of each open object, or `None` for an open array.
    let mut open: Vec<Option<UniqueNames>> = Vec::new();
    let mut is_name = false;
    for token in tokens(json) {
        match token.as_bytes() {
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
        }
    }
}

/// The maximum nesting depth of a JSON value in the output. Parsers such as `serde_json` only accept 128 levels, and
/// the envelope around the value needs a few of them.
pub(super) const MAX_DEPTH: usize = 100;

/// The properties of a JSON value that determine how it's written.
#[allow(clippy::struct_excessive_bools, reason = "each is a property of its own")]
pub(super) struct Shape {
    bytes: usize,
    pub(super) is_text: bool,
    is_short_scalar: bool,
    deepest: usize,
    /// Whether no string needs sanitizing, no number is too long, and the keys of each object are unique.
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
        // For each open object or array, the index of its first key in `names`.
        let (mut open, mut names, mut last) = (Vec::new(), Vec::new(), "");
        for text in tokens(json) {
            match text.as_bytes() {
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
            }
        }
        shape.is_clean &= !shape.has_long_number;
        shape
    }

    /// Whether the value is within both the size cap and the depth limit.
    pub(super) fn fits(&self, cap: usize) -> bool {
        (self.bytes <= cap || self.is_short_scalar) && self.deepest <= MAX_DEPTH
    }
}

/// Whether the JSON is `true`, `false`, `null`, or a number of at most 24 bytes. Such values are never truncated.
pub(super) fn is_short_scalar(json: &str) -> bool {
    /// Enough for every `f64`, such as `-2.2250738585072014e-308`.
    const LONGEST: usize = 24;
    json.len() <= LONGEST
        && (matches!(json, "true" | "false" | "null")
            || json.starts_with(|first: char| first == '-' || first.is_ascii_digit())
                && json.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte)))
}

/// Whether a JSON string is known to contain no control characters other than `\n` and `\t`. Returns false if the
/// string contains the byte 0xC2, which starts some control characters in UTF-8.
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

/// Numbers with fewer bytes than this always fit in 64 bits.
const LONG_NUMBER: usize = 19;

/// Whether an integer doesn't fit in 64 bits. JSON parsers may round such a number.
fn exceeds_64_bits(number: &str) -> bool {
    let digits = number.strip_prefix('-').unwrap_or(number);
    digits.bytes().all(|byte| byte.is_ascii_digit()) && number.parse::<i64>().is_err() && number.parse::<u64>().is_err()
}

/// Appends a token that isn't a string. Integers that don't fit in 64 bits become strings, because JSON parsers may
/// round them.
fn push_plain(text: &str, out: &mut String) {
    if text.len() >= LONG_NUMBER && exceeds_64_bits(text) {
        push_str(text, usize::MAX, out);
    } else {
        out.push_str(text);
    }
}

/// Returns the strings in a JSON array. Ignores other elements. Returns an empty list if the JSON isn't an array.
pub(crate) fn strings_of(json: &str) -> Vec<String> {
    let (mut strings, mut depth) = (Vec::new(), 0_usize);
    for token in tokens(json) {
        match token.as_bytes() {
            [b'"', ..] if depth == 1 => strings.push(unquoted(token)),
            [b'[' | b'{', ..] => depth += 1,
            [b']' | b'}', ..] => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    if json.starts_with('[') { strings } else { Vec::new() }
}

/// Returns the unescaped contents of a JSON string.
pub(super) fn unquoted(json: &str) -> String {
    let inside = json.strip_prefix('"').and_then(|json| json.strip_suffix('"')).unwrap_or(json);
    let mut text = String::with_capacity(inside.len());
    let mut rest = inside;
    while let Some(backslash) = rest.find('\\') {
        let (plain, escape) = rest.split_at(backslash);
        text.push_str(plain);
        let (character, length) = unescaped(escape);
        text.push(character);
        rest = escape.get(length..).unwrap_or_default();
    }
    text + rest
}

/// Decodes the escape sequence at the start of the text. Returns the character and the number of bytes consumed. A lone
/// surrogate becomes U+FFFD. It can only come from raw JSON that the program provides.
fn unescaped(escape: &str) -> (char, usize) {
    if let Some(first) = code_unit(escape) {
        let second = escape.get(6..).and_then(code_unit).unwrap_or_default();
        return match char::decode_utf16([first, second]).next() {
            Some(Ok(character)) => (character, 6 * character.len_utf16()),
            _ => (char::REPLACEMENT_CHARACTER, 6),
        };
    }
    match escape.as_bytes().get(1) {
        Some(b'b') => ('\u{8}', 2),
        Some(b'f') => ('\u{c}', 2),
        Some(b'n') => ('\n', 2),
        Some(b'r') => ('\r', 2),
        Some(b't') => ('\t', 2),
        Some(other) => (char::from(*other), 2),
        None => (char::REPLACEMENT_CHARACTER, 1),
    }
}

pub(super) fn quoting_long_numbers(json: &str) -> String {
    let mut quoted = String::with_capacity(json.len() + 2);
    tokens(json).for_each(|token| push_plain(token, &mut quoted));
    quoted
}
