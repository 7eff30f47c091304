//! Finds the end of a value.

use super::is_quote;
use std::ops::Range;

/// Quotes that are escaped as in HTML.
pub(super) const ENTITIES: &[&str] = &["&quot;", "&#34;", "&#x22;", "&#39;", "&#x27;"];

/// The range of a value, and its syntax.
pub(super) enum Value {
    /// A quoted value. The range excludes the quotes.
    Quoted(Range<usize>),
    /// A list, an object, or the `Debug` output of a Rust value.
    Nested(Range<usize>),
    /// An unquoted value that ends at a separator.
    Bare(Range<usize>),
}

impl Value {
    /// Parses the value at `start`. `around` is a quote that encloses both the name and the value, as in
    /// `'--token=a b'`.
    pub(super) fn at(text: &str, start: usize, around: Option<QuotationMark>) -> Self {
        let rest = &text[start..];
        // Rust and Python literals have prefixes: `b"…"`, `r"…"`.
        let literal = rest.trim_start_matches(['b', 'r', 'u', 'f']);
        let literal = if rest.len() - literal.len() <= 2 { literal.trim_start_matches('#') } else { rest };
        for text in [rest, literal] {
            if let Some((quote, inside)) = QuotationMark::opening(text) {
                let start = start + rest.len() - inside.len();
                return Self::Quoted(start..start + quoted(inside, quote));
            }
        }
        for entity in ENTITIES {
            if let Some(inside) = rest.strip_prefix(entity) {
                let start = start + entity.len();
                let mut ends = inside.match_indices(entity).map(|(at, _)| at);
                let end = ends.find(|at| !inside[..*at].ends_with('\\'));
                return Self::Quoted(start..start + end.unwrap_or(inside.len()));
            }
        }
        // In a shell, the value may be the output of a command: `$(echo S)`, `<(echo S)`.
        let dollar = usize::from(rest.starts_with("$(") || rest.starts_with("<("));
        if let Some(end) = nested(&rest[dollar..]) {
            return Self::Nested(start..start + dollar + end);
        }
        let end = around.and_then(|quote| quote.closing(rest)).unwrap_or_else(|| bare(rest));
        Self::Bare(start..start + end)
    }

    pub(super) fn range(&self) -> &Range<usize> {
        let (Self::Quoted(range) | Self::Nested(range) | Self::Bare(range)) = self;
        range
    }
}

/// A quotation mark. If the text is nested in other strings, backslashes precede it: 1, 3, 7 and so on.
#[derive(Clone, Copy)]
pub(super) struct QuotationMark {
    character: char,
    backslashes: usize,
}

/// Returns how many of the backslashes before a quote belong to it. In a nested string, an escaped backslash may precede
/// the quote.
fn own_backslashes(backslashes: usize) -> usize {
    (backslashes ^ (backslashes + 1)) >> 1
}

impl QuotationMark {
    /// Parses the quote at the start of a text. Returns the quote and the text after it.
    fn opening(text: &str) -> Option<(Self, &str)> {
        let unescaped = text.trim_start_matches('\\');
        let character = unescaped.chars().next().filter(|c| is_quote(*c))?;
        let backslashes = own_backslashes(text.len() - unescaped.len());
        Some((Self { character, backslashes }, &unescaped[1..]))
    }

    /// Returns the quote at the end of a text.
    pub(super) fn before(text: &str) -> Option<Self> {
        let character = text.chars().next_back().filter(|c| is_quote(*c))?;
        let before = &text[..text.len() - 1];
        Some(Self { character, backslashes: own_backslashes(before.len() - before.trim_end_matches('\\').len()) })
    }

    /// Removes this quote from the start of a text. Returns `None` if the text doesn't start with it.
    pub(super) fn strip(self, text: &str) -> Option<&str> {
        text.trim_start_matches('\\').strip_prefix(self.character)
    }

    /// Returns the offset of the closing quote, including the backslashes that escape it.
    pub(super) fn closing(self, text: &str) -> Option<usize> {
        let unit = self.backslashes + 1;
        let mut backslashes = 0;
        for (at, character) in text.char_indices() {
            if character == '\\' {
                backslashes += 1;
                continue;
            }
            // An even number of escaped backslashes may precede the quote. After an odd number, it's part of the text.
            let closes = backslashes % unit == self.backslashes && (backslashes / unit).is_multiple_of(2);
            if character == self.character && closes {
                return Some(at - self.backslashes);
            }
            backslashes = 0;
        }
        None
    }

    /// Returns the length of the quote with its backslashes.
    pub(super) fn length(self) -> usize {
        self.backslashes + 1
    }
}

/// Returns the end of a quoted value. In a shell, adjacent quoted parts form a single word: `'it'\''s'`.
fn quoted(text: &str, quote: QuotationMark) -> usize {
    let mut at = 0;
    loop {
        let Some(end) = quote.closing(&text[at..]).map(|end| at + end) else { return text.len() };
        let after = end + quote.length();
        let rest = &text[after..];
        let again = rest.strip_prefix("\\'").unwrap_or(rest);
        match again.strip_prefix(quote.character).filter(|_| quote.backslashes == 0) {
            Some(inside) => at = text.len() - inside.len(),
            None if quote.backslashes > 0 || !rest.starts_with(char::is_alphanumeric) => return end,
            None => return after + bare(rest),
        }
    }
}

/// Returns the end of a value in brackets. The brackets may follow a type name: `Some("S")`, `Token { inner: "S" }`. If
/// the closing bracket is missing, returns the end of the text.
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
            '\\' | '"' | '\'' | '`' => match QuotationMark::opening(&text[at..]) {
                // An apostrophe within a word isn't a quote.
                Some((quote, inside)) if character == '"' || !before.is_alphanumeric() => {
                    let start = text.len() - inside.len();
                    let Some(end) = quote.closing(inside) else { return Some(text.len()) };
                    at = start + end + quote.length();
                    before = '"';
                    continue;
                }
                // Skips all backslashes at once, so that they aren't counted again.
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
                // In ODBC, a brace in a value is doubled: `{a}}b}`.
                let rest = &text[at + 1..];
                let is_doubled = character == '}'
                    && rest[..].strip_prefix('}').is_some_and(|r| r.starts_with(char::is_alphanumeric));
                if depth == 0 && is_doubled {
                    depth += 1;
                    at += 1;
                } else if depth == 0 {
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

/// Returns the end of an unquoted value. The value ends at white space, or at a delimiter that closes the surrounding
/// text. It also ends at a separator that precedes white space, another name, or the end of the text.
fn bare(text: &str) -> usize {
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let rest = &text[at + character.len_utf8()..];
        let ends = match character {
            _ if character.is_whitespace() => true,
            '\\' if rest.starts_with(is_quote) => ends_here(&rest[1..]),
            '\\' => {
                // The backslash escapes the next character, such as a space in a shell.
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

/// Whether the value ends here: at white space, or at a delimiter that closes the surrounding text.
fn ends_here(text: &str) -> bool {
    text.chars().next().is_none_or(|next| next.is_whitespace() || "\"'`)]},;:.<".contains(next))
}

/// Whether a text starts with a name and a separator.
fn begins_with_member(text: &str) -> bool {
    let name = text.trim_start_matches(is_quote);
    let rest = name.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '[' | ']'));
    rest.len() < name.len() && rest.trim_start_matches(is_quote).starts_with(['=', ':'])
}
