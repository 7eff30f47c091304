//! Format strings with placeholders for fields.

use agent_error_rules::command::{Piece, may_be_flag};
use std::fmt;

/// A format string that a variant declares. Its placeholders refer to the variant's fields.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Template<'a>(&'a str);

/// Fills a template. Returns `None` if a value is missing or not allowed. Definitions contain this
/// function pointer, so that programs without commands don't link the code that quotes values.
pub(crate) type Fill = fn(Template<'_>, &dyn Fn(&str) -> Option<String>) -> Option<String>;

impl<'a> Template<'a> {
    /// Creates a template from a string in the syntax of `format!`. An unmatched brace is literal.
    pub const fn new(text: &'a str) -> Self {
        Self(text)
    }

    /// Returns the template with its placeholders and doubled braces. If a field is renamed, its
    /// placeholder contains the name in the context.
    pub const fn as_str(self) -> &'a str {
        self.0
    }

    /// Returns the names of the fields in the template, in order.
    pub fn fields(self) -> impl Iterator<Item = &'a str> {
        self.pieces().filter_map(|piece| match piece {
            Piece::Field(placeholder) => Some(name_of(placeholder)),
            Piece::Text(_) => None,
        })
    }

    /// Whether the value of a placeholder could be parsed as a flag of the command.
    pub(crate) fn may_be_flag(self, placeholder: &str) -> bool {
        let command: Vec<Piece<'_>> = self.pieces().collect();
        may_be_flag(&command, placeholder)
    }

    pub(crate) fn is_field(self, name: &str) -> bool {
        let inside = self.0.strip_prefix('{');
        let field = inside.and_then(|inside| inside.strip_suffix('}'));
        field == Some(name)
    }

    /// Fills in the fields and unescapes doubled braces. `fill` receives a field's name and the
    /// format specification after the colon, such as `?`, and returns the replacement.
    pub fn filled(self, mut fill: impl FnMut(&str, &str) -> String) -> String {
        self.replaced(&mut |placeholder| {
            let (name, format) = name_and_format(placeholder);
            fill(name, format)
        })
    }

    /// Fills in the fields. `fill` receives the content of each placeholder: the name, and the
    /// format specification after a colon, such as `name:?`. Returns `None` if `fill` does.
    pub(crate) fn fill_all(self, fill: &dyn Fn(&str) -> Option<String>) -> Option<String> {
        let mut is_complete = true;
        let filled = self.replaced(&mut |placeholder| {
            let value = fill(&without_spaces(placeholder));
            is_complete &= value.is_some();
            value.unwrap_or_default()
        });
        is_complete.then_some(filled)
    }

    fn replaced(self, replacement: &mut dyn FnMut(&str) -> String) -> String {
        let mut replaced = String::with_capacity(2 * self.0.len());
        for piece in self.pieces() {
            match piece {
                Piece::Text(text) => replaced.push_str(text),
                Piece::Field(placeholder) => replaced.push_str(&replacement(placeholder)),
            }
        }
        replaced
    }

    fn pieces(self) -> impl Iterator<Item = Piece<'a>> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let (piece, left) = first_piece(rest);
            rest = left;
            Some(piece)
        })
    }
}

/// Removes the whitespace around the name and the format specification.
fn without_spaces(placeholder: &str) -> String {
    match name_and_format(placeholder) {
        (name, "") => name.to_owned(),
        (name, format) => format!("{name}:{format}"),
    }
}

fn name_of(placeholder: &str) -> &str {
    let (name, _) = name_and_format(placeholder);
    name
}

/// Splits a placeholder into the name of the field and the format specification.
fn name_and_format(placeholder: &str) -> (&str, &str) {
    match split_at_byte(placeholder, b':') {
        Some((name, format)) => (name.trim(), format.trim()),
        None => (placeholder.trim(), ""),
    }
}

/// Searches bytes, because std's character searches are slower for strings this short.
#[inline(never)]
fn first_piece(text: &str) -> (Piece<'_>, &str) {
    match text.bytes().position(|byte| matches!(byte, b'{' | b'}')) {
        Some(0) => piece_at_brace(text),
        Some(brace) => (Piece::Text(&text[..brace]), &text[brace..]),
        None => (Piece::Text(text), ""),
    }
}

/// Splits off the placeholder or the literal brace at the start of a string. The derive rejects
/// invalid templates. Anywhere else, an unmatched brace is literal.
fn piece_at_brace(text: &str) -> (Piece<'_>, &str) {
    let (brace, rest) = text.split_at(1);
    let is_doubled = rest.starts_with(brace);
    if is_doubled {
        return (Piece::Text(brace), &rest[1..]);
    }
    if brace == "{"
        && let Some((placeholder, after)) = split_at_byte(rest, b'}')
    {
        return (Piece::Field(placeholder.trim()), after);
    }
    (Piece::Text(brace), rest)
}

/// Like `split_once`, but for an ASCII character.
fn split_at_byte(text: &str, separator: u8) -> Option<(&str, &str)> {
    let at = text.bytes().position(|byte| byte == separator)?;
    Some((&text[..at], &text[at + 1..]))
}

/// Whether a literal brace could be mistaken for the start of a placeholder, as in `{{name}}`.
fn reads_as_field(template: &str) -> bool {
    template.match_indices('{').any(|(brace, _)| {
        let mut following = template[brace + 1..].chars();
        let is_doubled = following.next() == Some('{');
        let next = following.next();
        is_doubled && next.is_some_and(starts_placeholder)
    })
}

fn starts_placeholder(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '{'
}

/// Displays the template as in the catalog, with `{field}` placeholders and single braces. If a
/// literal brace could be mistaken for the start of a placeholder, as in `{{name}}`, all literal
/// braces stay doubled.
impl fmt::Display for Template<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let doubled = reads_as_field(self.0);
        self.pieces().try_for_each(|piece| match piece {
            Piece::Text(brace @ ("{" | "}")) if doubled => write!(f, "{brace}{brace}"),
            Piece::Text(text) => f.write_str(text),
            Piece::Field(placeholder) => write!(f, "{{{}}}", name_of(placeholder)),
        })
    }
}

impl fmt::Debug for Template<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0, f)
    }
}
