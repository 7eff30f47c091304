//! Where a value ends.

use super::is_quote;
use std::ops::Range;

/// How much of a text a value takes, by its syntax.
pub(super) enum Value {
    /// In quotes, which stay.
    Quoted(Range<usize>),
    /// A list, an object, or a Rust value as `Debug` shows it.
    Nested(Range<usize>),
    /// Up to a separator.
    Bare(Range<usize>),
}

impl Value {
    /// The value that begins here. `around` is the quote that encloses the name, too: `'--token=a b'`.
    pub(super) fn at(text: &str, start: usize, around: Option<Quote>) -> Self {
        let rest = &text[start..];
        // Literals of Rust and Python: b"…", r"…".
        let literal = rest.trim_start_matches(['b', 'r', 'u', 'f']);
        let literal = if rest.len() - literal.len() <= 2 { literal.trim_start_matches('#') } else { rest };
        for text in [rest, literal] {
            if let Some((quote, inside)) = Quote::opening(text) {
                let start = start + rest.len() - inside.len();
                return Self::Quoted(start..start + quoted(inside, quote));
            }
        }
        if let Some(end) = nested(rest) {
            return Self::Nested(start..start + end);
        }
        let end = around.and_then(|quote| quote.closing(rest)).unwrap_or_else(|| bare(rest));
        Self::Bare(start..start + end)
    }

    pub(super) fn range(&self) -> &Range<usize> {
        let (Self::Quoted(range) | Self::Nested(range) | Self::Bare(range)) = self;
        range
    }
}

/// A quote, which in a string within a string is escaped itself.
#[derive(Clone, Copy)]
pub(super) struct Quote {
    character: char,
    is_escaped: bool,
}

impl Quote {
    /// The quote with which a text begins, and the text after it.
    fn opening(text: &str) -> Option<(Self, &str)> {
        let unescaped = text.trim_start_matches('\\');
        let character = unescaped.chars().next().filter(|c| is_quote(*c))?;
        Some((Self { character, is_escaped: (text.len() - unescaped.len()) % 2 == 1 }, &unescaped[1..]))
    }

    /// The quote with which a text ends.
    pub(super) fn before(text: &str) -> Option<Self> {
        let character = text.chars().next_back().filter(|c| is_quote(*c))?;
        let before = &text[..text.len() - 1];
        Some(Self { character, is_escaped: (before.len() - before.trim_end_matches('\\').len()) % 2 == 1 })
    }

    /// The text after this quote, if it comes next.
    pub(super) fn strip(self, text: &str) -> Option<&str> {
        text.trim_start_matches('\\').strip_prefix(self.character)
    }

    /// Where the quoted text ends: before the quote, and before the backslash of an escaped quote.
    pub(super) fn closing(self, text: &str) -> Option<usize> {
        let mut backslash = false;
        for (at, character) in text.char_indices() {
            match character {
                '\\' => backslash = !backslash,
                other if other == self.character && backslash == self.is_escaped => {
                    return Some(at - usize::from(self.is_escaped));
                }
                _ => backslash = false,
            }
        }
        None
    }
}

/// Where the text ends that follows an opening quote. In a shell, quoted parts that touch are one word: `'it'\''s'`.
fn quoted(text: &str, quote: Quote) -> usize {
    let mut at = 0;
    loop {
        let Some(end) = quote.closing(&text[at..]).map(|end| at + end) else { return text.len() };
        let after = end + 1 + usize::from(quote.is_escaped);
        let rest = &text[after..];
        let again = rest.strip_prefix("\\'").unwrap_or(rest);
        match again.strip_prefix(quote.character).filter(|_| !quote.is_escaped) {
            Some(inside) => at = text.len() - inside.len(),
            None if quote.is_escaped || !rest.starts_with(char::is_alphanumeric) => return end,
            None => return after + bare(rest),
        }
    }
}

/// Where a value in brackets ends, which may have a name before them: `Some("S")`, `Token { inner: "S" }`. Without the
/// closing bracket, at the end of the text.
fn nested(text: &str) -> Option<usize> {
    let name =
        text.len() - text.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '<' | '>')).len();
    let is_type = text.starts_with(|c: char| c.is_uppercase()) || text[..name].contains("::");
    let rest = &text[name..];
    let opens = match name {
        0 => rest.starts_with(['{', '[', '(']),
        _ => is_type && (rest.starts_with(['(', '{', '[']) || rest.starts_with(" {")),
    };
    if !opens {
        return None;
    }
    let (mut depth, mut at) = (0_usize, name);
    let mut before = ' ';
    while let Some(character) = text[at..].chars().next() {
        match character {
            '\\' | '"' | '\'' | '`' => match Quote::opening(&text[at..]) {
                // An apostrophe is not a quote.
                Some((quote, inside)) if character == '"' || !before.is_alphanumeric() => {
                    let start = text.len() - inside.len();
                    let Some(end) = quote.closing(inside) else { return Some(text.len()) };
                    at = start + end + 1 + usize::from(quote.is_escaped);
                    before = '"';
                    continue;
                }
                // All backslashes at once, or else they would be counted again.
                _ if character == '\\' => {
                    at = text.len() - text[at..].trim_start_matches('\\').len();
                    before = character;
                    continue;
                }
                _ => {}
            },
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
        before = character;
        at += character.len_utf8();
    }
    Some(text.len())
}

/// Where a value without quotes ends: at white space; at a separator before white space, before the next name or at the
/// end; and at what closes a surrounding text.
fn bare(text: &str) -> usize {
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let rest = &text[at + character.len_utf8()..];
        let ends = match character {
            _ if character.is_whitespace() => true,
            '\\' if rest.starts_with(is_quote) => ends_here(&rest[1..]),
            '\\' => {
                // As of a space in a shell.
                characters.next();
                false
            }
            '"' | '\'' | '`' | ')' | ']' | '}' | '.' | ':' => ends_here(rest),
            ',' | ';' | '&' | '|' => ends_here(rest) || begins_with_member(rest),
            '<' => rest.starts_with('/'),
            _ => false,
        };
        if ends {
            return at;
        }
    }
    text.len()
}

/// Whether the text goes on with white space or closes what surrounds a value.
fn ends_here(text: &str) -> bool {
    text.chars().next().is_none_or(|next| next.is_whitespace() || "\"'`)]},;:.<".contains(next))
}

/// Whether a text begins with a name and a sign that assigns to it.
fn begins_with_member(text: &str) -> bool {
    let name = text.trim_start_matches(is_quote);
    let rest = name.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '[' | ']'));
    rest.len() < name.len() && rest.trim_start_matches(is_quote).starts_with(['=', ':'])
}
