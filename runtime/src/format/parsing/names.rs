//! Parses names and lists of names, as written by [`name`](crate::format::name).

/// Splits a string at the first separator into a name and the rest. If the name is quoted, removes its quotes.
pub(super) fn first_name<'a>(text: &'a str, separator: &str) -> (String, Option<&'a str>) {
    if let Some((name, rest)) = quoted(text)
        && (rest.is_empty() || rest.starts_with(separator))
    {
        return (name, rest.strip_prefix(separator));
    }
    match text.split_once(separator) {
        Some((name, rest)) => (name.to_owned(), Some(rest)),
        None => (text.to_owned(), None),
    }
}

/// Whether a string starts with a quoted name and the separator.
pub(super) fn has_quoted_name(text: &str, separator: &str) -> bool {
    quoted(text).is_some_and(|(_, rest)| rest.starts_with(separator))
}

/// Splits a string into names. Omits empty names.
pub(super) fn names(text: &str, separator: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = Some(text);
    while let Some(text) = rest {
        let (name, more) = first_name(text, separator);
        rest = more;
        if !name.is_empty() {
            names.push(name);
        }
    }
    names
}

/// Parses a quoted name at the start of a string. Returns the name and the rest of the text.
fn quoted(text: &str) -> Option<(String, &str)> {
    let inside = text.strip_prefix('"')?;
    let (mut name, mut escaped) = (String::new(), false);
    for (at, character) in inside.char_indices() {
        match character {
            // Before any other character, a backslash is literal, as in `\u{202e}`.
            _ if std::mem::take(&mut escaped) => {
                if !matches!(character, '"' | '\\') {
                    name.push('\\');
                }
                name.push(character);
            }
            '\\' => escaped = true,
            '"' => return Some((name, &inside[at + 1..])),
            other => name.push(other),
        }
    }
    None
}
