//! Splits doc comments into a summary and a description for the catalog.

use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprLit, Lit, Macro, Meta, Token};

/// A doc comment, split into its first paragraph and the rest.
#[derive(Default)]
pub(crate) struct Doc {
    pub(crate) summary: Option<String>,
    pub(crate) description: Option<String>,
    /// The first macro that only rustc can expand, such as `include_str`.
    unread: Option<Unread>,
}

/// A part of a doc comment that a derive can't read, because it receives macros unexpanded.
struct Unread {
    span: Span,
    /// The expression as error messages show it, such as `include_str!`.
    shown: String,
}

impl Doc {
    pub(crate) fn read(attrs: &[Attribute]) -> Self {
        let mut lines = Vec::new();
        let mut unread = None;
        for value in attrs.iter().filter_map(expression) {
            match text(value) {
                Ok(text) => lines.push(without_stars(text)),
                Err(found) => unread = unread.or(Some(found)),
            }
        }
        Self {
            unread,
            ..Self::split(&lines.join("\n"))
        }
    }

    fn split(text: &str) -> Self {
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
            unread: None,
        }
    }

    /// Returns the error message for a summary that a macro contains, and its place.
    pub(crate) fn unread_summary(&self) -> Option<(Span, String)> {
        let unread = self.unread.as_ref().filter(|_| self.summary.is_none())?;
        let message = format!(
            "the summary comes from {}, which a derive can't read; \
             write a doc comment above it, or use `concat!` with literals",
            unread.shown
        );
        Some((unread.span, message))
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

/// Evaluates a literal, which a `macro_rules` macro may have passed through, and `concat!` or
/// `stringify!`.
fn text(value: &Expr) -> Result<String, Unread> {
    match value {
        Expr::Lit(ExprLit { lit, .. }) => literal(lit).ok_or_else(|| Unread::at(value)),
        Expr::Group(group) => text(&group.expr),
        Expr::Paren(paren) => text(&paren.expr),
        Expr::Macro(expression) => expanded(&expression.mac),
        other => Err(Unread::at(other)),
    }
}

fn expanded(call: &Macro) -> Result<String, Unread> {
    let name = call
        .path
        .segments
        .last()
        .map(|segment| segment.ident.to_string())
        .unwrap_or_default();
    match name.as_str() {
        "concat" => {
            let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
            let parts = call
                .parse_body_with(parser)
                .map_err(|_| Unread::of_macro(call, &name))?;
            parts.iter().map(text).collect()
        }
        "stringify" => Ok(call.tokens.to_string()),
        _ => Err(Unread::of_macro(call, &name)),
    }
}

/// Returns the text of a literal, as `concat!` does.
fn literal(literal: &Lit) -> Option<String> {
    match literal {
        Lit::Str(text) => Some(text.value()),
        Lit::Char(character) => Some(character.value().to_string()),
        Lit::Int(number) => Some(number.base10_digits().to_owned()),
        Lit::Float(number) => Some(number.base10_digits().to_owned()),
        Lit::Bool(value) => Some(value.value.to_string()),
        _ => None,
    }
}

impl Unread {
    fn at(expression: &Expr) -> Self {
        Self {
            span: expression.span(),
            shown: "an expression".to_owned(),
        }
    }

    fn of_macro(call: &Macro, name: &str) -> Self {
        Self {
            span: call.span(),
            shown: format!("`{name}!`"),
        }
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
