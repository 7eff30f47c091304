//! Escapes text and attributes for XML.

use crate::text::document::{Escapes, Kind};
use crate::text::sanitize::Escape;
use crate::text::special::{any_of, has_special};
use std::ops::Range;

pub(super) struct Escaper {
    /// Whether the string is text or an attribute value.
    kind: Kind,
    /// The number of `]` at the end of the text so far. After two of them, `>` must be escaped.
    brackets: usize,
}

impl Escaper {
    pub(super) const ESCAPES: Escapes = Escapes { is_plain, begin: |kind| Box::new(Self { kind, brackets: 0 }) };
}

fn is_plain(document: &str, text: Range<usize>) -> bool {
    // U+FFFE and U+FFFF start with the byte 0xef.
    !has_special::<{ any_of(b"&<>\"']\xef") }>(document, text)
}

impl Escape for Escaper {
    fn is_plain(&self, document: &str, text: Range<usize>) -> bool {
        is_plain(document, text)
    }

    fn write(&mut self, text: &str, out: &mut String) {
        let mut plain_from = 0;
        for (at, character) in text.char_indices() {
            let after_brackets = self.brackets >= 2;
            self.brackets = if character == ']' { self.brackets + 1 } else { 0 };
            if let Some(escape) = escape(character, self.kind, after_brackets) {
                out.push_str(&text[plain_from..at]);
                out.push_str(escape);
                plain_from = at + character.len_utf8();
            }
        }
        out.push_str(&text[plain_from..]);
    }
}

fn escape(character: char, kind: Kind, after_brackets: bool) -> Option<&'static str> {
    let attribute = kind == Kind::Delimited;
    match character {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' if attribute || after_brackets => Some("&gt;"),
        '"' if attribute => Some("&quot;"),
        '\'' if attribute => Some("&apos;"),
        // XML parsers replace unescaped line breaks and tabs in attributes with spaces (XML 1.0, section 3.3.3).
        '\n' if attribute => Some("&#10;"),
        '\t' if attribute => Some("&#9;"),
        '\u{fffe}' | '\u{ffff}' => Some("\u{fffd}"),
        _ => None,
    }
}
