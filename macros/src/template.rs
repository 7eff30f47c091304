//! Parses format strings with placeholders for fields.

#[derive(Clone)]
pub(crate) enum Piece {
    /// Literal text, with `{{` and `}}` unescaped.
    Text(String),
    /// A placeholder, `{name:spec}`.
    Field { name: String, spec: String },
}

/// Splits a format string into pieces. Returns an error message if the syntax is invalid.
pub(crate) fn pieces(template: &str) -> Result<Vec<Piece>, &'static str> {
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut rest = template;
    while let Some(start) = rest.find(['{', '}']) {
        let (before, from_brace) = rest.split_at(start);
        let (brace, after_brace) = from_brace.split_at(1);
        text.push_str(before);
        rest = after_brace;
        if let Some(after) = rest.strip_prefix(brace) {
            text.push_str(brace);
            rest = after;
            continue;
        }
        if brace == "}" {
            return Err("`}` without `{`; write `}}` for a literal brace");
        }
        let (inner, after) = rest
            .split_once('}')
            .ok_or("`{` without `}`; write `{{` for a literal brace")?;
        rest = after;
        let (name, spec) = inner.split_once(':').unwrap_or((inner, ""));
        if name.trim().is_empty() {
            return Err("missing field name in `{}`; write `{field}`");
        }
        if inner.contains('{') {
            return Err("`{` inside a placeholder; write `{{` for a literal brace");
        }
        if !text.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut text)));
        }
        pieces.push(Piece::Field {
            name: name.trim().to_owned(),
            spec: spec.trim().to_owned(),
        });
    }
    text.push_str(rest);
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    Ok(pieces)
}

/// Returns the distinct field names in the placeholders.
pub(crate) fn names(pieces: &[Piece]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for piece in pieces {
        if let Piece::Field { name, .. } = piece
            && !names.contains(name)
        {
            names.push(name.clone());
        }
    }
    names
}

/// Formats the pieces as a format string, with other field names.
pub(crate) fn with_names(pieces: &[Piece], name_of: impl Fn(&str) -> String) -> String {
    let mut template = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => template.push_str(&text.replace('{', "{{").replace('}', "}}")),
            Piece::Field { name, spec } => {
                let name = name_of(name);
                if spec.is_empty() {
                    template.push_str(&format!("{{{name}}}"));
                } else {
                    template.push_str(&format!("{{{name}:{spec}}}"));
                }
            }
        }
    }
    template
}
