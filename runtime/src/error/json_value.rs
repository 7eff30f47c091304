//! Values of the context as JSON, as text and as owned data.

use super::context::ContextValue;
use super::field_error::{FieldError, Part};
use super::to_json::ToJson;
use crate::text::clean::{Displayed, clean_capped};
use crate::text::json::{self, token};
use crate::text::json_writer::Json;
use crate::text::limit::{Limit, Text};
use crate::text::unique_names::{UniqueNames, has_duplicate};
use crate::text::secret::REDACTED;
use serde_json::Value;
use std::fmt::{self, Display};

/// Writes a context value as JSON, with all texts cleaned. It never fails: a value that cannot be serialized becomes a
/// text that states it, and a value above the cap becomes text, which is cut.
pub(crate) fn push_json(value: ContextValue<'_>, json: &mut Json<'_>) {
    match value {
        ContextValue::Null => json.plain("null"),
        ContextValue::Bool(value) => json.plain(if value { "true" } else { "false" }),
        ContextValue::Signed(value) => json.plain(itoa::Buffer::new().format(value)),
        ContextValue::Unsigned(value) => json.plain(itoa::Buffer::new().format(value)),
        ContextValue::Float(value) => match value.json() {
            Ok(number) => json.plain(&number),
            Err(text) => json.text(Text::Joined(format_args!("{text}"))),
        },
        ContextValue::Str(value) => json.str(value),
        ContextValue::Display(value) => json.text(Text::Value(format_args!("{value}"))),
        ContextValue::Path(value) => json.text(Text::Value(format_args!("{}", value.display()))),
        ContextValue::Redacted => json.text(Text::Joined(format_args!("{REDACTED}"))),
        ContextValue::FieldErrors(fields) => json.escaped(|out, cap| push_fields(fields, cap, out)),
        ContextValue::Serialize(value) => json.escaped(|out, cap| push_serialized(value, cap, out)),
    }
}

fn push_text(text: fmt::Arguments<'_>, cap: usize, out: &mut String) {
    out.push('"');
    json::push_text(text, cap, out);
}

fn push_str(text: &str, cap: usize, out: &mut String) {
    out.push('"');
    json::push_str(text, cap, out);
}

/// Truncates each string on its own. If the list exceeds the cap, the values that were sent are shortened first.
fn push_fields(fields: &[FieldError], cap: usize, out: &mut String) {
    let start = out.len();
    let names = Limit::new(cap).of_names().bytes();
    let push = |part: Part<'_>, out: &mut String| match part {
        Part::Name(name) => push_str(name, names, out),
        Part::Text(text) => push_str(text, cap, out),
        Part::Redacted => push_str(REDACTED, usize::MAX, out),
        Part::Json(json) => {
            let start = out.len();
            out.push_str(json);
            clean_from(start, cap, out);
        }
    };
    push_all(fields, &push, out);
    if out.len() - start > cap {
        out.truncate(start);
        let brief: Vec<_> = fields.iter().map(FieldError::brief).collect();
        push_all(&brief, &push, out);
    }
}

/// Writes the fields as serde does.
fn push_all(fields: &[FieldError], push: &dyn Fn(Part<'_>, &mut String), out: &mut String) {
    out.push('[');
    for (index, field) in fields.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        field.push_json(out, push);
    }
    out.push(']');
}

/// Writes a part of a field error as it is.
fn push_part(part: Part<'_>, out: &mut String) {
    // A text can always be written.
    let _ = match part {
        Part::Name(text) | Part::Text(text) => text.push_json(out),
        Part::Redacted => REDACTED.push_json(out),
        Part::Json(json) => {
            out.push_str(json);
            Ok(())
        }
    };
}

fn push_serialized(value: &dyn ToJson, cap: usize, out: &mut String) {
    let start = out.len();
    match value.push_json(out) {
        Ok(()) => clean_from(start, cap, out),
        Err(error) => {
            out.truncate(start);
            let reason = Limit::new(cap).truncated(&error);
            push_text(format_args!("[unserializable: {reason}]"), usize::MAX, out);
        }
    }
}

/// Cleans the JSON of one value at the end of `out`. Most values need no change.
fn clean_from(start: usize, cap: usize, out: &mut String) {
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
const MAX_DEPTH: usize = 100;

/// Properties of the JSON that decide how it is shown.
struct Shape {
    bytes: usize,
    is_text: bool,
    is_short_scalar: bool,
    deepest: usize,
    /// Whether no text needs cleaning, no number is long, and the names of each object are unique.
    is_clean: bool,
    has_long_number: bool,
}

impl Shape {
    fn of(json: &str) -> Self {
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
    fn fits(&self, cap: usize) -> bool {
        (self.bytes <= cap || self.is_short_scalar) && self.deepest <= MAX_DEPTH
    }
}

/// Whether the JSON is a number or a word, and not longer than the number of a primitive type. It's never truncated.
fn is_short_scalar(json: &str) -> bool {
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

/// The text of a JSON string.
fn unquoted(json: &str) -> String {
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

/// A context value as text: a string as it is, any structure as JSON.
pub(crate) fn plain_text(value: ContextValue<'_>) -> impl Display + use<'_> {
    PlainText(value)
}

/// Passes a context value as text. Numbers and words are never truncated.
pub(crate) fn show_plain_text(value: ContextValue<'_>, out: &mut dyn FnMut(Text<'_>)) {
    match value {
        ContextValue::Str(text) => out(Text::Value(format_args!("{text}"))),
        ContextValue::Display(value) => out(Text::Value(format_args!("{value}"))),
        ContextValue::Path(_) | ContextValue::FieldErrors(_) => out(Text::Value(format_args!("{}", plain_text(value)))),
        ContextValue::Serialize(value) => match serialized_text(value) {
            scalar if is_short_scalar(&scalar) => out(Text::Joined(format_args!("{scalar}"))),
            text => out(Text::Value(format_args!("{text}"))),
        },
        ContextValue::Null
        | ContextValue::Bool(_)
        | ContextValue::Signed(_)
        | ContextValue::Unsigned(_)
        | ContextValue::Float(_)
        | ContextValue::Redacted => out(Text::Joined(format_args!("{}", plain_text(value)))),
    }
}

struct PlainText<'a>(ContextValue<'a>);

impl Display for PlainText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ContextValue::Null => f.write_str("null"),
            ContextValue::Bool(value) => write!(f, "{value}"),
            ContextValue::Signed(value) => write!(f, "{value}"),
            ContextValue::Unsigned(value) => write!(f, "{value}"),
            ContextValue::Str(value) => f.write_str(value),
            ContextValue::Display(value) => write!(f, "{}", Displayed(value)),
            ContextValue::Path(value) => write!(f, "{}", value.display()),
            ContextValue::Redacted => f.write_str(REDACTED),
            ContextValue::FieldErrors(fields) => {
                let mut json = String::new();
                push_all(fields, &push_part, &mut json);
                f.write_str(&json)
            }
            ContextValue::Float(value) => f.write_str(&value.json().unwrap_or_else(str::to_owned)),
            ContextValue::Serialize(value) => f.write_str(&serialized_text(value)),
        }
    }
}

/// A value as serde writes it: a text without its quotes, numbers that a JSON reader may round as texts.
fn serialized_text(value: &dyn ToJson) -> String {
    let mut json = String::new();
    if let Err(error) = value.push_json(&mut json) {
        return format!("[unserializable: {error}]");
    }
    let shape = Shape::of(&json);
    if shape.is_text {
        return unquoted(&json);
    }
    if !shape.has_long_number || !shape.fits(usize::MAX) {
        return json;
    }
    quoting_long_numbers(&json)
}

fn quoting_long_numbers(json: &str) -> String {
    let mut quoted = String::with_capacity(json.len() + 2);
    each_token(json, |text| push_plain(text, &mut quoted));
    quoted
}

/// A context value as owned data, neither cleaned nor cut.
pub(crate) fn to_value(value: ContextValue<'_>) -> Value {
    match value {
        ContextValue::Null => Value::Null,
        ContextValue::Bool(value) => value.into(),
        ContextValue::Signed(value) => value.into(),
        ContextValue::Unsigned(value) => value.into(),
        ContextValue::Float(value) => value.json().map_or_else(Value::from, |_| value.get().into()),
        ContextValue::Str(value) => value.into(),
        ContextValue::Display(value) => Displayed(value).to_string().into(),
        ContextValue::Path(value) => value.display().to_string().into(),
        ContextValue::Redacted => REDACTED.into(),
        ContextValue::FieldErrors(fields) => serialized(&fields),
        ContextValue::Serialize(value) => serialized(value),
    }
}

/// A value as serde writes it, except that a number that a JSON reader may round, and a value that is too deep, become
/// text.
fn serialized(value: &dyn ToJson) -> Value {
    let mut json = String::new();
    if let Err(error) = value.push_json(&mut json) {
        return format!("[unserializable: {error}]").into();
    }
    let shape = Shape::of(&json);
    if !shape.fits(usize::MAX) {
        return json.into();
    }
    if shape.has_long_number {
        json = quoting_long_numbers(&json);
    }
    serde_json::from_str(&json).unwrap_or(Value::String(json))
}

/// Whether a value has more levels than are shown.
pub(crate) fn is_too_deep(value: &Value) -> bool {
    fn exceeds(value: &Value, levels: usize) -> bool {
        match value {
            Value::Array(values) => levels == 0 || values.iter().any(|value| exceeds(value, levels - 1)),
            Value::Object(members) => levels == 0 || members.values().any(|value| exceeds(value, levels - 1)),
            _ => false,
        }
    }
    exceeds(value, MAX_DEPTH)
}
