//! Parses format strings with placeholders for fields.

use std::str::CharIndices;

/// A piece of a format string.
pub(crate) enum Piece {
    /// Literal text, with `{{` and `}}` unescaped.
    Text(String),
    /// A placeholder, `{name:spec}`. The spec includes the colon.
    Field { name: String, spec: String },
}

/// Splits a format string into pieces. Returns an error message if the syntax is invalid.
pub(crate) fn pieces(template: &str) -> Result<Vec<Piece>, &'static str> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut rest = template.char_indices();
    while let Some((_, character)) = rest.next() {
        match character {
            '{' | '}' if rest.as_str().starts_with(character) => {
                rest.next();
                text.push(character);
            }
            '{' => {
                if !text.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(&mut text)));
                }
                pieces.push(placeholder(&mut rest)?);
            }
            '}' => return Err("`}` without `{`; write `}}` for a literal brace"),
            other => text.push(other),
        }
    }
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    Ok(pieces)
}

fn placeholder(rest: &mut CharIndices<'_>) -> Result<Piece, &'static str> {
    let text = rest.as_str();
    let end = text.find('}').ok_or("`{` without `}`; write `{{` for a literal brace")?;
    let inner = &text[..end];
    while rest.next().is_some_and(|(_, character)| character != '}') {}
    let (name, spec) = inner.split_at(inner.find(':').unwrap_or(inner.len()));
    let name = name.trim();
    if name.is_empty() {
        return Err("missing field name in `{}`; write `{field}`");
    }
    if inner.contains('{') {
        return Err("`{` inside a placeholder; write `{{` for a literal brace");
    }
    Ok(Piece::Field { name: name.to_owned(), spec: spec.trim_end().to_owned() })
}

/// Returns the distinct field names in the placeholders, including width and precision arguments.
pub(crate) fn names(pieces: &[Piece]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for piece in pieces {
        let Piece::Field { name, spec } = piece else { continue };
        for name in std::iter::once(name.clone()).chain(counts(spec)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    names
}

/// Returns the `core::fmt` traits that a field must implement for its placeholders.
pub(crate) fn traits(pieces: &[Piece], field: &str) -> Vec<&'static str> {
    let mut traits = Vec::new();
    for piece in pieces {
        let Piece::Field { name, spec } = piece else { continue };
        if name != field {
            continue;
        }
        let needed = match spec.chars().next_back() {
            Some('?') => "Debug",
            Some('x') if !spec.ends_with("?x") => "LowerHex",
            Some('X') => "UpperHex",
            Some('o') => "Octal",
            Some('b') => "Binary",
            Some('e') => "LowerExp",
            Some('E') => "UpperExp",
            Some('p') => "Pointer",
            _ => "Display",
        };
        if !traits.contains(&needed) {
            traits.push(needed);
        }
    }
    traits
}

/// Whether a field is the width or precision of a placeholder.
pub(crate) fn is_count(pieces: &[Piece], field: &str) -> bool {
    pieces.iter().any(|piece| match piece {
        Piece::Field { spec, .. } => counts(spec).any(|name| name == field),
        Piece::Text(_) => false,
    })
}

/// Returns the names of the width and precision arguments in a format spec. Each name is followed by `$`.
fn counts(spec: &str) -> impl Iterator<Item = String> {
    spec.split('$').rev().skip(1).map(trailing_name)
}

/// Returns the name at the end of `text`, such as `width` in `:>width`.
fn trailing_name(text: &str) -> String {
    let start = text.rfind(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(0, |at| at + 1);
    text[start..].to_owned()
}

/// Formats the pieces as a format string, with `_0` in place of the index `0`.
pub(crate) fn with_named_indices(pieces: &[Piece]) -> String {
    with_names(pieces, argument_name)
}

/// Formats the pieces as a format string, with other field names.
pub(crate) fn with_names(pieces: &[Piece], name_of: impl Fn(&str) -> String) -> String {
    let mut template = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => template.push_str(&text.replace('{', "{{").replace('}', "}}")),
            Piece::Field { name, spec } => {
                template.push('{');
                template.push_str(&name_of(name));
                template.push_str(&with_named_counts(spec, &name_of));
                template.push('}');
            }
        }
    }
    template
}

/// Formats a format spec with other names for its width and precision arguments.
fn with_named_counts(spec: &str, name_of: impl Fn(&str) -> String) -> String {
    let mut parts: Vec<String> = spec.split('$').map(str::to_owned).collect();
    let last = parts.len() - 1;
    for part in &mut parts[..last] {
        let name = trailing_name(part);
        let start = part.len() - name.len();
        part.replace_range(start.., &name_of(&name));
    }
    parts.join("$")
}

/// Returns the name that a field has as an argument of `format_args!`.
pub(crate) fn argument_name(field: &str) -> String {
    match field.starts_with(|c: char| c.is_ascii_digit()) {
        true => format!("_{field}"),
        false => field.to_owned(),
    }
}
