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
            match evaluated(value) {
                Ok(text) => lines.push(without_stars(text)),
                Err(found) => {
                    unread.get_or_insert(found);
                }
            }
        }
        Self {
            unread,
            ..Self::split(&lines.join("\n"))
        }
    }

    fn split(text: &str) -> Self {
        // rustdoc also ignores the space after `///`.
        let unindented = text
            .lines()
            .map(|line| line.strip_prefix(' ').unwrap_or(line));
        let mut lines = unindented.skip_while(|line| is_blank(line)).peekable();
        let mut summary = Vec::new();
        while let Some(line) = lines.next_if(|line| !is_blank(line)) {
            summary.push(line.trim());
        }
        let description: Vec<&str> = lines.collect();
        Self {
            summary: non_empty(&summary.join(" ")),
            description: non_empty(&description.join("\n")),
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

fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
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
fn evaluated(value: &Expr) -> Result<String, Unread> {
    match value {
        Expr::Lit(ExprLit { lit, .. }) => literal_text(lit).ok_or_else(|| Unread::at(value)),
        Expr::Group(group) => evaluated(&group.expr),
        Expr::Paren(paren) => evaluated(&paren.expr),
        Expr::Macro(expression) => expanded(&expression.mac),
        other => Err(Unread::at(other)),
    }
}

fn expanded(call: &Macro) -> Result<String, Unread> {
    let name = match call.path.segments.last() {
        Some(segment) => segment.ident.to_string(),
        None => String::new(),
    };
    if name == "stringify" {
        return Ok(call.tokens.to_string());
    }
    if name == "concat"
        && let Ok(parts) = call.parse_body_with(Punctuated::<Expr, Token![,]>::parse_terminated)
    {
        return parts.iter().map(evaluated).collect();
    }
    Err(Unread::of_macro(call, &name))
}

/// Returns the text of a literal, as `concat!` does.
fn literal_text(literal: &Lit) -> Option<String> {
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
    let Some((first, rest)) = text.split_once('\n') else {
        return text;
    };
    if !have_stars(rest) {
        return text;
    }
    let mut stripped = vec![first];
    for line in rest.lines() {
        stripped.push(line.trim_start().strip_prefix('*').unwrap_or(line));
    }
    stripped.join("\n")
}

/// Whether all lines that aren't blank start with an indented asterisk, and there is such a line.
fn have_stars(lines: &str) -> bool {
    let mut nonblank_lines = lines.lines().filter(|line| !is_blank(line));
    !is_blank(lines) && nonblank_lines.all(starts_with_indented_star)
}

fn starts_with_indented_star(line: &str) -> bool {
    line.starts_with(char::is_whitespace) && line.trim_start().starts_with('*')
}
