//! Splits doc comments into a summary and a description for the catalog.

mod value;

use syn::{Attribute, Expr, Meta};

/// A doc comment, split into its first paragraph and the rest.
#[derive(Default)]
pub(crate) struct Doc {
    pub(crate) summary: Option<String>,
    pub(crate) description: Option<String>,
    /// Whether part of the comment comes from a macro that this crate can't evaluate.
    pub(crate) has_unread: bool,
}

impl Doc {
    /// Parses the doc comments in `attrs`. Evaluates macros such as `#[doc = concat!(...)]`, because derive macros
    /// receive them unexpanded.
    pub(crate) fn read(attrs: &[Attribute]) -> Self {
        let values: Vec<Option<String>> = attrs.iter().filter_map(expression).map(value::of).collect();
        let has_unread = values.contains(&None);
        let text = values.into_iter().flatten().collect::<Vec<_>>().join("\n");
        let lines: Vec<&str> = text.lines().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
        let start = lines.iter().position(|line| !line.trim().is_empty()).unwrap_or(lines.len());
        let lines = &lines[start..];
        let end = lines.iter().position(|line| line.trim().is_empty()).unwrap_or(lines.len());
        let summary = lines[..end].iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
        let description = lines[end..].join("\n");
        Self { summary: non_empty(&summary), description: non_empty(&description), has_unread }
    }
}

fn non_empty(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

/// Returns the expression in `#[doc = ...]`.
fn expression(attribute: &Attribute) -> Option<&Expr> {
    match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => Some(&pair.value),
        _ => None,
    }
}
