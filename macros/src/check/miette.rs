//! Converts miette's `#[diagnostic(...)]` and `#[help]`, for variants without a `#[code(...)]`.

use super::{code, member_name};
use crate::attr::{self, Entry, Flag, Word};
use crate::errors::Errors;
use crate::keys::{Key, VariantKeys};
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Attribute, Fields, LitStr, Path, Token};

/// Adds keys from miette's attribute, unless the variant has a code or is transparent. Existing keys take precedence.
pub(super) fn supply(attrs: &[Attribute], has_docs: bool, keys: &mut VariantKeys, errors: &mut Errors) {
    if errors.has_syntax_errors || keys.code.is_present() || keys.transparent.is_present() {
        return;
    }
    let given = attrs.iter().filter(|attribute| attribute.path().is_ident("diagnostic")).flat_map(attr::foreign);
    for entry in given {
        match entry.name.as_str() {
            "code" => {
                if let Some((code, span)) = entry.tokens().and_then(name) {
                    keys.code.supply(span, LitStr::new(&code::of_path(&code), span));
                }
            }
            "help" => supply_text(&entry, &mut keys.suggest, "help(...)", "...", errors),
            "url" if has_docs && literal(&entry).is_none() => {}
            "url" => {
                let is_docsrs = entry.tokens().is_some_and(|tokens| tokens.to_string() == "docsrs");
                let url = if is_docsrs { "url(docsrs)" } else { "url(...)" };
                supply_text(&entry, &mut keys.docs, url, "https://...", errors);
            }
            "severity" => supply_severity(&entry, keys),
            "transparent" => keys.transparent.supply(entry.span, Flag),
            // Labels, source code and related errors aren't part of a coded error.
            _ => {}
        }
    }
}

/// Uses the field with `#[help]` as the suggestion, except in a variant with classification rules: a foreign error
/// doesn't fill the field.
pub(super) fn supply_help(fields: &Fields, keys: &mut VariantKeys) {
    if keys.transparent.is_present() || keys.classify.is_present() {
        return;
    }
    for (member, field) in fields.members().zip(fields) {
        if let Some(help) = field.attrs.iter().find(|attribute| attribute.path().is_ident("help")) {
            let span = help.path().span();
            keys.suggest.supply(span, LitStr::new(&format!("{{{}}}", member_name(&member)), span));
        }
    }
}

/// Supplies a string. If miette's value isn't a string literal, adds an error that suggests our own key.
fn supply_text(entry: &Entry, key: &mut Key<LitStr>, what: &str, example: &str, errors: &mut Errors) {
    if key.is_present() {
        return;
    }
    match literal(entry) {
        Some(text) => key.supply(text.span(), text),
        None => {
            let remedy = format!("add `#[agent_error({} = \"{example}\")]`", key.name);
            errors.at(entry.span, format_args!("`{what}` cannot be evaluated; {remedy}"));
        }
    }
}

/// Converts miette's severity. Both warnings and advice become warnings.
fn supply_severity(entry: &Entry, keys: &mut VariantKeys) {
    let Some((word, span)) = entry.tokens().and_then(name) else { return };
    let text = match word.to_lowercase().as_str() {
        "error" | "err" => "error",
        "warning" | "warn" | "advice" | "adv" | "info" => "warning",
        // miette reports the invalid severity.
        _ => return,
    };
    keys.severity.supply(span, Word { ty: "Severity", text });
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

/// Returns the value if it's a string literal without format arguments. Allows a trailing comma.
fn literal(entry: &Entry) -> Option<LitStr> {
    let parser = |input: ParseStream<'_>| {
        let literal = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        Ok(literal)
    };
    parser.parse2(entry.tokens()?.clone()).ok()
}
