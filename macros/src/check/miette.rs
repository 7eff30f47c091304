//! Converts miette's `#[diagnostic(...)]` for variants without a `#[code(...)]`, and `#[help]` on a field.

use super::{code, member_name};
use crate::attr::{self, Entries, Entry};
use crate::errors::Errors;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Attribute, Fields, LitStr, Path, Token};

/// Adds entries from miette's attribute, unless the variant has a code or is transparent. Existing keys take
/// precedence.
pub(super) fn supply(attrs: &[Attribute], has_docs: bool, entries: &mut Entries, errors: &mut Errors) {
    if entries.is_broken() || ["code", "transparent"].iter().any(|key| entries.get(key).is_some()) {
        return;
    }
    let given = attrs.iter().filter(|attribute| attribute.path().is_ident("diagnostic")).flat_map(attr::foreign);
    for entry in given {
        match entry.name.as_str() {
            "code" => {
                let code = entry.tokens().and_then(name);
                supply_text(entries, "code", code.map(|(code, span)| LitStr::new(&code::of_path(&code), span)));
            }
            "help" => supply_text(entries, "suggest", literal(&entry, "suggest", entries, errors)),
            "url" if has_docs && !is_literal(&entry) => {}
            "url" => supply_text(entries, "docs", literal(&entry, "docs", entries, errors)),
            "severity" => supply_severity(&entry, entries),
            "transparent" => entries.supply("transparent", entry.span, None),
            // Labels, source code and related errors aren't part of a coded error.
            _ => {}
        }
    }
}

/// Uses the field with `#[help]` as the suggestion. Other errors can't fill the field, so codes for them don't use it.
pub(super) fn supply_help(fields: &Fields, entries: &mut Entries) {
    if entries.get("transparent").is_some() || entries.get("classify").is_some() {
        return;
    }
    for (member, field) in fields.members().zip(fields) {
        if let Some(help) = field.attrs.iter().find(|attribute| attribute.path().is_ident("help")) {
            let template = LitStr::new(&format!("{{{}}}", member_name(&member)), help.path().span());
            supply_text(entries, "suggest", Some(template));
        }
    }
}

fn supply_text(entries: &mut Entries, key: &str, text: Option<LitStr>) {
    if let Some(text) = text {
        entries.supply(key, text.span(), Some(text.to_token_stream()));
    }
}

/// Converts miette's severity. Both warnings and advice become warnings.
fn supply_severity(entry: &Entry, entries: &mut Entries) {
    let Some((word, span)) = entry.tokens().and_then(name) else { return };
    let severity = match word.to_lowercase().as_str() {
        "error" | "err" => quote_spanned!(span=> error),
        "warning" | "warn" | "advice" | "adv" | "info" => quote_spanned!(span=> warning),
        // miette reports the invalid severity.
        _ => return,
    };
    entries.supply("severity", span, Some(severity));
}

/// Parses a diagnostic code, written as `a::b` or `"a::b"`.
fn name(tokens: &TokenStream) -> Option<(String, Span)> {
    if let Ok(literal) = syn::parse2::<LitStr>(tokens.clone()) {
        return Some((literal.value(), literal.span()));
    }
    let path = syn::parse2::<Path>(tokens.clone()).ok()?;
    let span = path.segments.first()?.ident.span();
    Some((path.to_token_stream().to_string().replace(' ', ""), span))
}

fn is_literal(entry: &Entry) -> bool {
    entry.tokens().is_some_and(|tokens| text.parse2(tokens.clone()).is_ok())
}

/// Parses a string literal without format arguments. Allows a trailing comma.
fn text(input: ParseStream<'_>) -> syn::Result<LitStr> {
    let literal = input.parse()?;
    input.parse::<Option<Token![,]>>()?;
    Ok(literal)
}

/// Returns the string value of a key. If the value isn't a string literal, adds an error that suggests our own key.
fn literal(entry: &Entry, key: &str, entries: &Entries, errors: &mut Errors) -> Option<LitStr> {
    if entries.get(key).is_some() {
        return None;
    }
    let found = entry.tokens().and_then(|tokens| text.parse2(tokens.clone()).ok());
    if found.is_none() {
        let what = match entry.tokens() {
            Some(tokens) if tokens.to_string() == "docsrs" => "url(docsrs)",
            _ if key == "docs" => "url(...)",
            _ => "help(...)",
        };
        let example = if key == "docs" { "https://..." } else { "..." };
        errors
            .at(entry.span, format_args!("`{what}` cannot be evaluated; add `#[agent_error({key} = \"{example}\")]`"));
    }
    found
}
