//! Names and lists of names, as [`Name`](crate::format::name::Name) writes them.

/// The name at the beginning of a text, in quotes or not, and the text after the separator.
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

/// All names of a text that are not empty.
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

/// The text in the quotes at the beginning, and the text after them.
fn quoted(text: &str) -> Option<(String, &str)> {
    let inside = text.strip_prefix('"')?;
    let (mut name, mut escaped) = (String::new(), false);
    for (at, character) in inside.char_indices() {
        match character {
            // Before other characters a backslash is literal: it escapes bidirectional controls.
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
