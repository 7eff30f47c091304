//! Reads the rules in `classify`, such as `classify(io(NotFound), status(404), fallback)`.

use crate::attr::Entry;
use crate::errors::Errors;
use crate::listed::listed;
use crate::model::{Rule, RuleKind};
use agent_error_rules::phrase::Phrase;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Ident, LitInt, LitStr, Token, Type};

const RULES: &[&str] = &["io", "code", "status", "type", "validation", "message", "fallback"];

/// Reads the rules of a variant.
pub(crate) fn read(entry: &Entry, errors: &mut Errors) -> Option<Vec<Rule>> {
    let expected = "invalid value for `classify`; expected rules, such as `classify(io(NotFound), status(404))`";
    let Some(tokens) = entry.list().filter(|tokens| !tokens.is_empty()) else {
        errors.at(entry.span, expected);
        return None;
    };
    let items = errors.keep(Punctuated::<Item, Token![,]>::parse_terminated.parse2(tokens.clone()))?;
    let rules: Vec<Rule> = items.into_iter().flat_map(|Item(rules)| rules).collect();
    for rule in &rules {
        reject_without_words(rule, errors);
    }
    Some(rules)
}

/// The rules of one keyword, such as `io(NotFound, PermissionDenied)`.
struct Item(Vec<Rule>);

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if !input.peek(Ident::peek_any) {
            return Err(input.error("expected a rule, such as `status(404)`"));
        }
        let name = input.call(Ident::parse_any)?;
        let rule = |kind| Rule { kind, span: name.span() };
        let rules = match name.to_string().as_str() {
            "validation" => vec![rule(RuleKind::Validation)],
            "fallback" => vec![rule(RuleKind::Fallback)],
            "io" => values::<Kind>(input, &name, "kinds, such as `io(NotFound, PermissionDenied)`, or `..`")?
                .into_iter()
                .map(|Kind(kind, span)| Rule { span, kind: kind.map_or(RuleKind::AnyIo, RuleKind::Io) })
                .collect(),
            "code" => values::<LitStr>(input, &name, "codes of another library, such as `code(\"23505\")`")?
                .into_iter()
                .map(|code| Rule { span: code.span(), kind: RuleKind::Code(code) })
                .collect(),
            "status" => values::<Statuses>(input, &name, "statuses from 100 to 599, such as `status(404, 500..=599)`")?
                .into_iter()
                .map(|Statuses { from, to, span }| Rule { span, kind: RuleKind::Status(from, to) })
                .collect(),
            "type" => values::<Type>(input, &name, "a type, such as `type(std::fmt::Error)`")?
                .into_iter()
                .map(|ty| Rule { span: ty.span(), kind: RuleKind::Type(ty.into_token_stream()) })
                .collect(),
            "message" => values::<LitStr>(input, &name, "words, such as `message(\"token expired\")`")?
                .into_iter()
                .map(|words| Rule { span: words.span(), kind: RuleKind::Message(words) })
                .collect(),
            other => {
                let message = format!("unknown rule `{other}`; expected one of {}", listed(other, RULES));
                return Err(syn::Error::new(name.span(), message));
            }
        };
        Ok(Self(rules))
    }
}

/// Parses the arguments of a rule, which requires at least one.
fn values<T: Parse>(input: ParseStream<'_>, name: &Ident, expected: &str) -> syn::Result<Punctuated<T, Token![,]>> {
    let wrong = |span: Span| syn::Error::new(span, format!("invalid value for `{name}`; expected {expected}"));
    if !input.peek(syn::token::Paren) {
        return Err(wrong(name.span()));
    }
    let content;
    syn::parenthesized!(content in input);
    let tokens: TokenStream = content.parse()?;
    let span = if tokens.is_empty() { name.span() } else { tokens.span() };
    let values = Punctuated::<T, Token![,]>::parse_terminated.parse2(tokens).map_err(|_| wrong(span))?;
    if values.is_empty() { Err(wrong(span)) } else { Ok(values) }
}

/// An I/O error kind such as `NotFound`, or `None` for `..`.
struct Kind(Option<Ident>, Span);

impl Parse for Kind {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(Token![..]) && !input.peek(Token![..=]) {
            let dots: Token![..] = input.parse()?;
            return Ok(Self(None, dots.span()));
        }
        let kind: Ident = input.parse()?;
        let span = kind.span();
        Ok(Self(Some(kind), span))
    }
}

/// A status such as `404`, a range such as `500..=599`, or `..` for any status.
struct Statuses {
    from: u16,
    to: u16,
    span: Span,
}

impl Parse for Statuses {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let status = |literal: &LitInt| {
            let status = literal.base10_parse::<u16>().ok().filter(|status| (100..600).contains(status));
            status.ok_or_else(|| syn::Error::new(literal.span(), "no HTTP status"))
        };
        if input.peek(Token![..]) && !input.peek(Token![..=]) {
            let dots: Token![..] = input.parse()?;
            return Ok(Self { from: 0, to: u16::MAX, span: dots.span() });
        }
        let first: LitInt = input.parse()?;
        let from = status(&first)?;
        if !input.peek(Token![..=]) {
            return Ok(Self { from, to: from, span: first.span() });
        }
        input.parse::<Token![..=]>()?;
        let to = status(&input.parse()?)?;
        if to < from {
            return Err(syn::Error::new(first.span(), "an empty range"));
        }
        Ok(Self { from, to, span: first.span() })
    }
}

fn reject_without_words(rule: &Rule, errors: &mut Errors) {
    match &rule.kind {
        RuleKind::Message(literal) if Phrase::of(&literal.value()).is_empty() => {
            errors.on(literal, "rule never matches; `message` requires at least one word");
        }
        RuleKind::Code(literal) if literal.value().trim() != literal.value() || literal.value().is_empty() => {
            errors.on(literal, "rule never matches; `code` requires a nonempty code without surrounding spaces");
        }
        _ => {}
    }
}
