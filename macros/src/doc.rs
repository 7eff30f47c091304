//! Splits doc comments into a summary and a description for the catalog.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// A doc comment, split into its first paragraph and the rest.
#[derive(Default)]
pub(crate) struct Doc {
    pub(crate) summary: Option<String>,
    pub(crate) description: Option<String>,
    /// Whether part of the comment comes from a macro, such as `include_str`. Derives receive
    /// macros unexpanded.
    pub(crate) has_unread: bool,
}

impl Doc {
    pub(crate) fn read(attrs: &[Attribute]) -> Self {
        let values: Vec<Option<String>> =
            attrs.iter().filter_map(expression).map(literal).collect();
        let has_unread = values.contains(&None);
        let text = values.into_iter().flatten().collect::<Vec<_>>().join("\n");
        let lines: Vec<&str> = text
            .lines()
            .map(|line| line.strip_prefix(' ').unwrap_or(line))
            .collect();
        let start = lines
            .iter()
            .position(|line| !line.trim().is_empty())
            .unwrap_or(lines.len());
        let lines = &lines[start..];
        let end = lines
            .iter()
            .position(|line| line.trim().is_empty())
            .unwrap_or(lines.len());
        let summary = lines[..end]
            .iter()
            .map(|line| line.trim())
            .collect::<Vec<_>>()
            .join(" ");
        let description = lines[end..].join("\n");
        Self {
            summary: non_empty(&summary),
            description: non_empty(&description),
            has_unread,
        }
    }
}

fn non_empty(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn expression(attribute: &Attribute) -> Option<&Expr> {
    match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => Some(&pair.value),
        _ => None,
    }
}

/// Returns the text of a string literal, which a `macro_rules` macro may have passed through.
fn literal(value: &Expr) -> Option<String> {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(without_stars(text.value())),
        Expr::Group(group) => literal(&group.expr),
        _ => None,
    }
}

/// Removes leading asterisks from the lines of a block comment, as rustdoc does.
fn without_stars(text: String) -> String {
    let mut lines = text
        .lines()
        .skip(1)
        .filter(|line| !line.trim().is_empty())
        .peekable();
    let has_stars = lines.peek().is_some()
        && lines.all(|line| line.trim_start().starts_with('*') && !line.starts_with('*'));
    if !has_stars {
        return text;
    }
    let stripped =
        text.lines()
            .enumerate()
            .map(|(index, line)| match line.trim_start().strip_prefix('*') {
                Some(rest) if index > 0 => rest,
                _ => line,
            });
    stripped.collect::<Vec<_>>().join("\n")
}
