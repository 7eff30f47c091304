//! Validates `classify`, such as `classify(io(NotFound), status(404), fallback)`.

use super::UncheckedCase;
use crate::attr::{Entry, Given};
use crate::errors::Errors;
use crate::keys::VariantKeys;
use crate::listed::listed;
use crate::model::{Part, Rule, RuleKind, Text};
use agent_error_rules::phrase::Phrase;
use agent_error_rules::statuses::{self, Range};
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::collections::HashMap;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Ident, LitInt, LitStr, Token, Type};

const RULES: &[&str] = &["io", "code", "status", "type", "validation", "message", "fallback"];

/// The fields that the runtime fills from a foreign error.
const KNOWN_FIELDS: &[&str] = &["message", "status", "code", "field", "reason", "retry_after"];

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

/// Rejects advice with fields that a foreign error doesn't have. Callers follow advice, so it mustn't be incomplete.
pub(super) fn reject_unknown_fields(keys: &VariantKeys, texts: &[Text], errors: &mut Errors) {
    let Some(rule) = keys.classify.value.as_ref().and_then(|rules| rules.first()) else { return };
    let is_advice = |text: &&Text| !matches!(text.part, Part::Detail | Part::Instance);
    let in_texts = texts.iter().filter(is_advice).flat_map(|text| {
        let unknown = text.arguments.iter().filter(|argument| {
            // The catalog replaces some fields with their doc comments.
            let placeholder = format!("{{{}}}", argument.shown_as);
            !KNOWN_FIELDS.contains(&argument.shown_as.as_str()) || !text.template.contains(&placeholder)
        });
        unknown.map(|argument| (text.key, argument.shown_as.clone(), argument.span))
    });
    let in_actions = match &keys.actions.value {
        Some(Given::Field(field)) => Some((keys.actions.name, field.unraw().to_string(), field.span())),
        Some(Given::Fixed(_)) | None => None,
    };
    for (key, field, span) in in_texts.chain(in_actions) {
        let problem = format!("`classify` can't fill field `{field}` of `{key}`");
        errors.at(span, format_args!("{problem}; remove the field, and set the advice on the record instead"));
        errors.also_at(rule.span, "the rules are here");
    }
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

fn rules_of<'a>(case: &'a UncheckedCase<'_>) -> &'a [Rule] {
    case.keys.classify.value.as_deref().unwrap_or_default()
}

/// Rejects duplicate rules. Also rejects status ranges of different variants that overlap, unless one contains the
/// other.
pub(super) fn reject_ties(cases: &[UncheckedCase<'_>], errors: &mut Errors) {
    let mut seen: HashMap<String, Span> = HashMap::new();
    let mut ranges: Vec<(Range, Span, usize)> = Vec::new();
    for (at, case) in cases.iter().enumerate() {
        for rule in rules_of(case) {
            let key = key(&rule.kind);
            if let Some(first) = seen.get(&key) {
                errors.at(rule.span, format_args!("duplicate rule `{key}`"));
                errors.also_at(*first, "first one here");
                continue;
            }
            seen.insert(key, rule.span);
            let RuleKind::Status(from, to) = rule.kind else { continue };
            for (range, first, other) in &ranges {
                if *other != at && statuses::tie((from, to), *range) {
                    errors
                        .at(rule.span, "conflicting rules; the status ranges overlap, and neither contains the other");
                    errors.also_at(*first, "conflicts with this rule");
                }
            }
            ranges.push(((from, to), rule.span, at));
        }
    }
    reject_covered(&ranges, errors);
    reject_covered_io(cases, errors);
}

/// Rejects `io(..)` if another variant has a `type(...)` rule for `io::Error`, which takes precedence.
fn reject_covered_io(cases: &[UncheckedCase<'_>], errors: &mut Errors) {
    let rules = || cases.iter().enumerate().flat_map(|(at, case)| rules_of(case).iter().map(move |rule| (at, rule)));
    let names = ["type(io::Error)", "type(std::io::Error)", "type(::std::io::Error)"];
    let Some((at, whole)) = rules().find(|(_, rule)| names.contains(&key(&rule.kind).as_str())) else { return };
    for (_, any) in rules().filter(|(other, rule)| *other != at && matches!(rule.kind, RuleKind::AnyIo)) {
        errors.at(any.span, "rule never matches; the `type(...)` rule for I/O errors takes precedence");
        errors.also_at(whole.span, "this rule takes precedence");
    }
}

/// Rejects a status range if narrower ranges of other variants cover it completely.
fn reject_covered(ranges: &[(Range, Span, usize)], errors: &mut Errors) {
    for (range, span, at) in ranges {
        let others = ranges.iter().filter(|(.., other)| other != at).map(|(range, ..)| (*range, ()));
        if statuses::covering(*range, others).is_some() {
            errors.at(*span, "rule never matches; narrower rules cover all of its statuses");
        }
    }
}

/// Formats a rule as a key. Equivalent rules have equal keys.
fn key(rule: &RuleKind) -> String {
    match rule {
        RuleKind::Io(kind) => format!("io({kind})"),
        RuleKind::AnyIo => "io(..)".to_owned(),
        RuleKind::Code(code) => format!("code({:?})", code.value()),
        RuleKind::Type(ty) => format!("type({})", ty.to_string().replace(' ', "")),
        RuleKind::Status(0, u16::MAX) => "status(..)".to_owned(),
        RuleKind::Status(from, to) if from == to => format!("status({from})"),
        RuleKind::Status(from, to) => format!("status({from}..={to})"),
        RuleKind::Validation => "validation".to_owned(),
        RuleKind::Message(literal) => format!("message(\"{}\")", Phrase::of(&literal.value())),
        RuleKind::Fallback => "fallback".to_owned(),
    }
}
