//! Finds the end of a value. Redaction then continues after the value, so each value is only
//! searched once.

use super::is_quote;
use std::ops::Range;

pub(super) enum Value {
    /// A quoted value. The range excludes the quotes.
    Quoted(Range<usize>),
    /// A list, an object, or the `Debug` output of a Rust value.
    Nested(Range<usize>),
    /// An unquoted value that ends at a separator.
    Bare(Range<usize>),
}

impl Value {
    /// Parses the value at `start`. `around` is a quote that encloses both the name and the value:
    /// `'--token=a b'`.
    pub(super) fn at(text: &str, start: usize, around: Option<Quote>) -> Self {
        let rest = &text[start..];
        if let Some((quote, inside)) = opening_quote(rest) {
            let inside_start = text.len() - inside.len();
            return Self::Quoted(inside_start..inside_start + quoted(inside, quote));
        }
        if let Some(end) = nested(rest) {
            return Self::Nested(start..start + end);
        }
        let end = around
            .and_then(|quote| quote.closing(rest))
            .unwrap_or_else(|| bare(rest));
        Self::Bare(start..start + end)
    }

    pub(super) fn into_range(self) -> Range<usize> {
        let (Self::Quoted(range) | Self::Nested(range) | Self::Bare(range)) = self;
        range
    }
}

/// Returns the quote that a value starts with, and the text after it. Skips a prefix, as in `b"…"`
/// and `r#"…"#`.
pub(super) fn opening_quote(value: &str) -> Option<(Quote, &str)> {
    if let Some(opening) = Quote::opening(value) {
        return Some(opening);
    }
    let after_prefix = value.trim_start_matches(['b', 'r', 'u', 'f']);
    if value.len() - after_prefix.len() > 2 {
        return None;
    }
    Quote::opening(after_prefix.trim_start_matches('#'))
}

/// A quotation mark. If the text is nested in other strings, backslashes precede it: 1, 3 or 7.
#[derive(Clone, Copy)]
pub(super) struct Quote {
    character: char,
    backslashes: usize,
}

/// Returns how many of the backslashes before a quote escape it: 0, 1, 3 or 7. Escaped backslashes
/// may precede them, in groups of 2, 4 or 8.
fn own_backslashes(backslashes: usize) -> usize {
    match backslashes % 8 {
        7 => 7,
        3 => 3,
        1 | 5 => 1,
        _ => 0,
    }
}

impl Quote {
    /// Parses the quote at the start of a string. Returns the quote and the text after it.
    fn opening(text: &str) -> Option<(Self, &str)> {
        let unescaped = text.trim_start_matches('\\');
        let character = unescaped.chars().next().filter(|c| is_quote(*c))?;
        let quote = Self {
            character,
            backslashes: own_backslashes(text.len() - unescaped.len()),
        };
        Some((quote, &unescaped[1..]))
    }

    /// Parses the quote at the end of a string.
    pub(super) fn before(text: &str) -> Option<Self> {
        let character = text.chars().next_back().filter(|c| is_quote(*c))?;
        let escaping = &text[..text.len() - 1];
        let backslashes = escaping.len() - escaping.trim_end_matches('\\').len();
        Some(Self {
            character,
            backslashes: own_backslashes(backslashes),
        })
    }

    /// Removes this quote from the start of a string. Returns `None` if the text doesn't start with
    /// it.
    pub(super) fn strip(self, text: &str) -> Option<&str> {
        text.trim_start_matches('\\').strip_prefix(self.character)
    }

    /// Returns the offset of the closing quote on the same line, including the backslashes that
    /// escape it.
    pub(super) fn closing(self, text: &str) -> Option<usize> {
        let mut backslashes = 0;
        for (at, byte) in text.bytes().enumerate() {
            if byte == b'\\' {
                backslashes += 1;
                continue;
            }
            let is_quote = char::from(byte) == self.character;
            if is_quote && own_backslashes(backslashes) == self.backslashes {
                return Some(at - self.backslashes);
            }
            if byte == b'\n' {
                return None;
            }
            backslashes = 0;
        }
        None
    }

    pub(super) fn length(self) -> usize {
        self.backslashes + 1
    }
}

/// Returns the length of the line at the start of a string.
pub(super) fn line(text: &str) -> usize {
    text.find(['\r', '\n']).unwrap_or(text.len())
}

/// Returns the end of a quoted value. Without a closing quote, the value ends with its line. In a
/// shell, adjacent quoted parts form a single word: `'it'\''s'`. A value may start after a line
/// break if its line also has the closing quote.
fn quoted(text: &str, quote: Quote) -> usize {
    let after_break = text.trim_start_matches(['\r', '\n']);
    let is_closed = quote.closing(after_break).is_some();
    let mut searched = if is_closed {
        text.len() - after_break.len()
    } else {
        0
    };
    loop {
        let rest = &text[searched..];
        let Some(length) = quote.closing(rest) else {
            return searched + line(rest);
        };
        let after = &rest[length + quote.length()..];
        let Some(inside) = adjacent_part(after, quote) else {
            return searched + length;
        };
        searched = text.len() - inside.len();
    }
}

/// Returns the text in the quoted part that directly follows a closing quote.
fn adjacent_part(text: &str, quote: Quote) -> Option<&str> {
    if quote.backslashes > 0 {
        return None;
    }
    let part = text.strip_prefix("\\'").unwrap_or(text);
    part.strip_prefix(quote.character)
}

/// Returns the index at which a bracketed value ends. The brackets may follow a type name:
/// `Some("S")`, `Token { inner: "S" }`. If the closing bracket is missing, returns the end of the
/// text.
fn nested(text: &str) -> Option<usize> {
    let mut at = nested_start(text)?;
    let mut depth = 0_usize;
    let mut before = ' ';
    while let Some(character) = text[at..].chars().next() {
        // An apostrophe within a word isn't a quote.
        let is_apostrophe = character != '"' && before.is_alphanumeric();
        before = character;
        if !is_apostrophe && let Some((quote, inside)) = Quote::opening(&text[at..]) {
            at = text.len() - inside.len();
            if let Some(length) = quote.closing(inside) {
                at += length + quote.length();
            }
            continue;
        }
        // Skip all backslashes at once, so that each is only counted once.
        if character == '\\' {
            at = text.len() - text[at..].trim_start_matches('\\').len();
            continue;
        }
        match character {
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth -= 1,
            _ => {}
        }
        at += character.len_utf8();
        if depth == 0 {
            return Some(at);
        }
    }
    Some(text.len())
}

/// Returns the offset of the bracket that a nested value starts with.
fn nested_start(text: &str) -> Option<usize> {
    let start = super::window(text);
    let rest = start.trim_start_matches(is_in_type);
    let name = &start[..start.len() - rest.len()];
    let has_bracket = rest.starts_with(['{', '[', '(']);
    if name.is_empty() {
        return has_bracket.then_some(0);
    }
    if !name.starts_with(char::is_uppercase) && !name.contains("::") {
        return None;
    }
    if has_bracket {
        return Some(name.len());
    }
    rest.starts_with(" {").then_some(name.len() + 1)
}

fn is_in_type(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | ':' | '<' | '>')
}

/// Returns the end of an unquoted value. The value ends at whitespace, or at a delimiter that
/// closes the surrounding text. It also ends at a separator that precedes whitespace, another name,
/// or the end of the text.
pub(super) fn bare(text: &str) -> usize {
    let mut characters = text.char_indices();
    while let Some((at, character)) = characters.next() {
        let rest = characters.as_str();
        if ends_bare_value(character, rest) {
            return at;
        }
        // The backslash escapes the next character, such as a space in a shell.
        if character == '\\' && !rest.starts_with(is_quote) {
            characters.next();
        }
    }
    text.len()
}

fn ends_bare_value(character: char, rest: &str) -> bool {
    match character {
        '\\' => match rest.strip_prefix(is_quote) {
            Some(behind_quote) => ends_here(behind_quote),
            None => false,
        },
        '"' | '\'' | '`' | ')' | ']' | '}' | '.' | ':' => {
            ends_here(rest) && !is_doubled_inside(character, rest)
        }
        ',' | ';' | '&' | '|' => {
            (ends_here(rest) && !is_doubled_inside(character, rest)) || begins_with_member(rest)
        }
        '<' => rest.starts_with('/'),
        other => other.is_whitespace(),
    }
}

/// Whether the value ends here: at whitespace, or at a delimiter that closes the surrounding text.
fn ends_here(text: &str) -> bool {
    text.chars()
        .next()
        .is_none_or(|next| next.is_whitespace() || "\"'`)]},;:.<".contains(next))
}

/// Whether a delimiter is doubled within a value, as in `a::b`. `rest` is the text after the first one.
fn is_doubled_inside(delimiter: char, rest: &str) -> bool {
    let after = rest.strip_prefix(delimiter);
    after.is_some_and(|after| after.starts_with(char::is_alphanumeric))
}

fn begins_with_member(text: &str) -> bool {
    let name = text.trim_start_matches(is_quote);
    let after = name.trim_start_matches(is_in_name);
    if after.len() == name.len() {
        return false;
    }
    after.trim_start_matches(is_quote).starts_with(['=', ':'])
}

fn is_in_name(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '-' | '.' | '[' | ']')
}
