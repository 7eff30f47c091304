//! Writes JSON strings and indents JSON, with the same result as `serde_json`.

use super::document::Escapes;
use super::sanitize::{Escape, SanitizingWriter};
use super::special::{any_of, has_special};
use std::fmt;
use std::ops::Range;

/// Escapes a string within the quotes of a JSON string.
pub(crate) struct InQuotes;

impl InQuotes {
    pub(super) const ESCAPES: Escapes = Escapes { is_plain, begin: |_| Box::new(Self) };
}

fn is_plain(document: &str, text: Range<usize>) -> bool {
    !has_special::<{ any_of(b"\"\\") }>(document, text)
}

impl Escape for InQuotes {
    fn is_plain(&self, document: &str, text: Range<usize>) -> bool {
        is_plain(document, text)
    }

    fn write(&mut self, text: &str, out: &mut String) {
        let mut plain_from = 0;
        for (at, byte) in text.bytes().enumerate() {
            let escape = match byte {
                b'"' => "\\\"",
                b'\\' => "\\\\",
                b'\n' => "\\n",
                b'\t' => "\\t",
                _ => continue,
            };
            out.push_str(&text[plain_from..at]);
            out.push_str(escape);
            plain_from = at + 1;
        }
        out.push_str(&text[plain_from..]);
    }
}

/// Writes a JSON string, truncated to `cap` bytes. The caller has already written the opening quote.
pub(crate) fn push_text(text: fmt::Arguments<'_>, cap: usize, out: &mut String) {
    SanitizingWriter::new(out, cap, &mut InQuotes).show(text);
    out.push('"');
}

/// Like [`push_text`], for a string that's already in memory.
pub(crate) fn push_str(text: &str, cap: usize, out: &mut String) {
    SanitizingWriter::new(out, cap, &mut InQuotes).show_str(text);
    out.push('"');
}

/// Indents compact JSON by two spaces per level, like `serde_json`.
pub(crate) fn indent(compact: &str, out: &mut String) {
    let mut depth = 0;
    let new_line = |depth: usize, out: &mut String| {
        out.push('\n');
        for _ in 0..depth {
            out.push_str("  ");
        }
    };
    let mut rest = compact;
    while let Some(first) = rest.bytes().next() {
        let token = token(rest);
        let (text, after) = rest.split_at(token);
        rest = after;
        match first {
            b'{' | b'[' => {
                depth += 1;
                out.push_str(text);
                if !rest.trim_start().starts_with(['}', ']']) {
                    new_line(depth, out);
                }
            }
            b'}' | b']' => {
                depth = depth.saturating_sub(1);
                if !out.ends_with(['{', '[']) {
                    new_line(depth, out);
                }
                out.push_str(text);
            }
            b',' => {
                out.push_str(text);
                new_line(depth, out);
            }
            b':' => out.push_str(": "),
            // JSON that the program supplies may contain white space.
            b' ' | b'\n' | b'\t' | b'\r' => {}
            _ => out.push_str(text),
        }
    }
}

/// Returns the length of the first token: a string, a number, a keyword, or a single byte.
pub(crate) fn token(json: &str) -> usize {
    let bytes = json.as_bytes();
    match bytes.first() {
        Some(b'"') => {
            let mut at = 1;
            loop {
                match bytes.get(at) {
                    Some(b'\\') => at += 2,
                    Some(b'"') => return at + 1,
                    Some(_) => at += 1,
                    None => return bytes.len(),
                }
            }
        }
        Some(b'{' | b'}' | b'[' | b']' | b',' | b':' | b' ' | b'\n' | b'\t' | b'\r') => 1,
        _ => bytes.iter().position(|byte| b"{}[],: \n\t\r\"".contains(byte)).unwrap_or(bytes.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::indent;

    #[test]
    fn json_is_indented_as_serde_indents_it() {
        let json = r#"{"a":[],"b":{},"c":[1,-2.5,{"d{,:":"x\"]\\"}],"e":[[],[null,true]],"f":"é\\"}"#;
        let mut indented = String::new();
        indent(json, &mut indented);
        let value: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(indented, serde_json::to_string_pretty(&value).unwrap());
        let mut spaced = String::new();
        indent("{ \"a\" : [ ] , \"b\" : [ 1 ] }", &mut spaced);
        assert_eq!(spaced, "{\n  \"a\": [],\n  \"b\": [\n    1\n  ]\n}");
    }
}
