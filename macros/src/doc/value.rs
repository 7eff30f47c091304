//! Evaluates the value of `#[doc = ...]`: a literal, or an invocation of a standard library macro.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::path::PathBuf;
use syn::{Expr, ExprLit, Lit};

/// Returns the text, or `None` if it can't be evaluated here.
pub(super) fn of(value: &Expr) -> Option<String> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(without_stars(text.value())),
        other => text(other.to_token_stream()),
    }
}

fn text(value: TokenStream) -> Option<String> {
    if let Ok(literal) = syn::parse2::<Lit>(value.clone()) {
        return match literal {
            Lit::Str(text) => Some(text.value()),
            Lit::Char(character) => Some(character.value().to_string()),
            Lit::Int(number) => Some(number.base10_digits().to_owned()),
            Lit::Float(number) => Some(number.base10_digits().to_owned()),
            Lit::Bool(switch) => Some(switch.value.to_string()),
            _ => None,
        };
    }
    let tokens: Vec<TokenTree> = value.into_iter().collect();
    match tokens.as_slice() {
        // A group without delimiters, passed through by a `macro_rules` macro.
        [TokenTree::Group(group)] => text(group.stream()),
        [.., TokenTree::Ident(name), TokenTree::Punct(bang), TokenTree::Group(arguments)] if bang.as_char() == '!' => {
            called(&name.to_string(), arguments.stream(), name.span())
        }
        _ => None,
    }
}

fn called(name: &str, arguments: TokenStream, span: Span) -> Option<String> {
    let tokens: Vec<TokenTree> = arguments.into_iter().collect();
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
    let arguments = tokens.split(is_comma).filter(|argument| !argument.is_empty());
    let texts: Vec<String> = arguments.map(|tokens| text(tokens.iter().cloned().collect())).collect::<Option<_>>()?;
    match (name, texts.as_slice()) {
        ("concat", texts) => Some(texts.concat()),
        ("include_str", [path]) => std::fs::read_to_string(folder(span)?.join(path)).ok(),
        ("env", [variable, ..]) => std::env::var(variable).ok(),
        _ => None,
    }
}

/// Returns the directory of the source file that contains the span.
fn folder(span: Span) -> Option<PathBuf> {
    let mut file = proc_macro::is_available().then(|| span.unwrap().local_file())??;
    file.pop();
    Some(file)
}

/// Removes leading asterisks from the lines of a block comment, as rustdoc does.
fn without_stars(text: String) -> String {
    let mut lines = text.lines().skip(1).filter(|line| !line.trim().is_empty()).peekable();
    let has_stars =
        lines.peek().is_some() && lines.all(|line| line.trim_start().starts_with('*') && !line.starts_with('*'));
    if !has_stars {
        return text;
    }
    let stripped = text.lines().enumerate().map(|(index, line)| match line.trim_start().strip_prefix('*') {
        Some(rest) if index > 0 => rest,
        _ => line,
    });
    stripped.collect::<Vec<_>>().join("\n")
}
