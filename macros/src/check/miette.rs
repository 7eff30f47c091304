//! Converts miette's `#[diagnostic(...)]`, for variants without a `#[code(...)]`, and fields with
//! `#[help]`.

use super::{UncheckedCase, code, member_name};
use crate::attr::{self, Entry, Flag, Word};
use crate::errors::Errors;
use crate::keys::{Key, VariantKeys};
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Attribute, LitStr, Path, Token};

/// Adds keys from miette's attributes. Existing keys take precedence.
pub(super) fn supply(case: &mut UncheckedCase<'_>, has_docs: bool, errors: &mut Errors) {
    let keys = &mut case.keys;
    let is_declared =
        errors.has_syntax_errors || keys.code.is_present() || keys.transparent.is_present();
    let mut entries = Vec::new();
    for attribute in case.attrs {
        if !is_declared && attribute.path().is_ident("diagnostic") {
            entries.extend(attr::foreign(attribute));
        }
    }
    for entry in entries {
        match entry.name.as_str() {
            "code" => {
                if let Some((path, span)) = entry.tokens().and_then(name) {
                    let code = LitStr::new(&code::of_path(&path), span);
                    keys.code.supply(span, code);
                }
            }
            "help" => supply_text(&entry, &mut keys.suggest, errors),
            "url" => supply_url(&entry, &mut keys.docs, has_docs, errors),
            "severity" => supply_severity(&entry, keys),
            "transparent" => keys.transparent.supply(entry.span, Flag),
            // Labels, source code and related errors aren't part of a coded error.
            _ => {}
        }
    }
    // A foreign error doesn't fill the field of a variant with classification rules.
    if keys.transparent.is_present() || keys.classify.is_present() {
        return;
    }
    for (member, field) in case.fields.members().zip(case.fields) {
        let mut paths = field.attrs.iter().map(Attribute::path);
        if let Some(help) = paths.find(|path| path.is_ident("help")) {
            let template = format!("{{{}}}", member_name(&member));
            let literal = LitStr::new(&template, help.span());
            keys.suggest.supply(help.span(), literal);
        }
    }
}

/// Supplies a URL. If the type has a URL, it stands in for one that can't be evaluated.
fn supply_url(entry: &Entry, key: &mut Key<LitStr>, has_docs: bool, errors: &mut Errors) {
    let can_be_evaluated = literal(entry).is_some();
    if can_be_evaluated || !has_docs {
        supply_text(entry, key, errors);
    }
}

/// Supplies a string. If miette's value isn't a string literal, adds an error that suggests our own
/// key.
fn supply_text(entry: &Entry, key: &mut Key<LitStr>, errors: &mut Errors) {
    if key.is_present() {
        return;
    }
    if let Some(text) = literal(entry) {
        key.supply(text.span(), text);
        return;
    }
    let remedy = format!("add `#[agent_error({} = \"...\")]`", key.name);
    errors.at(
        entry.span,
        format_args!("`{}(...)` cannot be evaluated; {remedy}", entry.name),
    );
}

/// Converts miette's severity. Both warnings and advice become warnings.
fn supply_severity(entry: &Entry, keys: &mut VariantKeys) {
    let Some((word, span)) = entry.tokens().and_then(name) else {
        return;
    };
    let text = match word.to_lowercase().as_str() {
        "error" | "err" => "error",
        "warning" | "warn" | "advice" | "adv" | "info" => "warning",
        // miette reports the invalid severity.
        _ => return,
    };
    keys.severity.supply(
        span,
        Word {
            ty: "Severity",
            text,
        },
    );
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
    parse_literal.parse2(entry.tokens()?.clone()).ok()
}

fn parse_literal(input: ParseStream<'_>) -> syn::Result<LitStr> {
    let literal = input.parse()?;
    input.parse::<Option<Token![,]>>()?;
    Ok(literal)
}
