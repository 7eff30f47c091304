//! Writes JSON strings and indents JSON, with the same result as `serde_json`.

use super::document::Escapes;
use super::sanitize::{Escape, SanitizingWriter};
use super::special::{any_of, has_special};
use agent_error_rules::json::tokens;
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
    let mut depth: usize = 0;
    let new_line = |depth: usize, out: &mut String| {
        out.push('\n');
        out.extend(std::iter::repeat_n("  ", depth));
    };
    // Whether the previous token opened a list or an object.
    let mut opened = false;
    // JSON that the program supplies may contain white space.
    for token in tokens(compact).filter(|token| !token.starts_with([' ', '\n', '\t', '\r'])) {
        let closes = matches!(token, "}" | "]");
        if closes {
            depth = depth.saturating_sub(1);
        }
        if closes != opened {
            new_line(depth, out);
        }
        out.push_str(token);
        opened = matches!(token, "{" | "[");
        match token {
            "{" | "[" => depth += 1,
            "," => new_line(depth, out),
            ":" => out.push(' '),
            _ => {}
        }
    }
}

/// Parses the `\uXXXX` escape at the start of the text. Returns a UTF-16 code unit, which can be half of a character.
pub(crate) fn code_unit(json: &str) -> Option<u16> {
    let digits = json.strip_prefix("\\u")?.get(..4)?;
    u16::from_str_radix(digits, 16).ok()
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
