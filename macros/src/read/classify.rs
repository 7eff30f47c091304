//! Reads the rules in `classify`, such as `classify(io(NotFound), status(404), fallback)`.

use crate::attr::Entry;
use crate::errors::{Errors, listed};
use crate::model::{Rule, RuleKind};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Ident, LitInt, LitStr, Token, Type};

/// The rules, each with what its parentheses may contain.
const RULES: [(&str, &str); 7] = [
    ("io", "kinds, such as `io(NotFound, PermissionDenied)`, or `..`"),
    ("code", "codes of another library, such as `code(\"23505\")`"),
    ("status", "statuses from 100 to 599, such as `status(404, 500..=599)`"),
    ("type", "a type, such as `type(std::fmt::Error)`"),
    ("validation", ""),
    ("message", "words, such as `message(\"token expired\")`"),
    ("fallback", ""),
];

/// Reads the rules of a variant.
pub(crate) fn read(entry: &Entry, errors: &mut Errors) -> Option<Vec<Rule>> {
    let expected = "invalid value for `classify`; expected rules, such as `classify(io(NotFound), status(404))`";
    let Some(tokens) = entry.list().filter(|tokens| !tokens.is_empty()) else {
        errors.at(entry.span, expected);
        return None;
    };
    let items = errors.keep(Punctuated::<Item, Token![,]>::parse_terminated.parse2(tokens.clone()))?;
    Some(items.into_iter().flat_map(|Item(rules)| rules).collect())
}

/// The rules of one keyword, such as `io(NotFound, PermissionDenied)`.
struct Item(Vec<Rule>);

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if !input.peek(Ident::peek_any) {
            return Err(input.error("expected a rule, such as `status(404)`"));
        }
        let name = input.call(Ident::parse_any)?;
        let keyword = name.to_string();
        let Some((_, expected)) = RULES.iter().find(|(known, _)| keyword == *known) else {
            let message =
                format!("unknown rule `{name}`; expected one of {}", listed(&keyword, &RULES.map(|(rule, _)| rule)));
            return Err(syn::Error::new(name.span(), message));
        };
        match keyword.as_str() {
            "validation" => return Ok(Self(vec![Rule { kind: RuleKind::Validation, span: name.span() }])),
            "fallback" => return Ok(Self(vec![Rule { kind: RuleKind::Fallback, span: name.span() }])),
            _ => {}
        }
        let mut arguments = TokenStream::new();
        if input.peek(syn::token::Paren) {
            let content;
            syn::parenthesized!(content in input);
            arguments = content.parse()?;
        }
        let span = if arguments.is_empty() { name.span() } else { arguments.span() };
        let parser = |input: ParseStream<'_>| {
            let mut rules = Vec::new();
            while !input.is_empty() {
                rules.push(Rule { span: input.span(), kind: kind(&keyword, input)? });
                input.parse::<Option<Token![,]>>()?;
            }
            Ok(rules)
        };
        let rules = parser.parse2(arguments).ok().filter(|rules: &Vec<Rule>| !rules.is_empty());
        let rules =
            rules.ok_or_else(|| syn::Error::new(span, format!("invalid value for `{name}`; expected {expected}")))?;
        Ok(Self(rules))
    }
}

/// Parses an argument of a rule. `..` matches any I/O error or any status. `Item` replaces the messages of errors.
fn kind(keyword: &str, input: ParseStream<'_>) -> syn::Result<RuleKind> {
    let is_any = input.peek(Token![..]) && !input.peek(Token![..=]);
    if is_any && matches!(keyword, "io" | "status") {
        input.parse::<Token![..]>()?;
        return Ok(if keyword == "io" { RuleKind::AnyIo } else { RuleKind::Status(0, u16::MAX) });
    }
    match keyword {
        "io" => Ok(RuleKind::Io(input.parse()?)),
        "type" => Ok(RuleKind::Type(input.parse::<Type>()?.into_token_stream())),
        "status" => {
            let from = status(input)?;
            let range: Option<Token![..=]> = input.parse()?;
            let to = if range.is_some() { status(input)? } else { from };
            if to < from { Err(input.error("invalid")) } else { Ok(RuleKind::Status(from, to)) }
        }
        words_or_code => {
            let literal: LitStr = input.parse()?;
            let text = literal.value();
            match words_or_code {
                "message" if text.contains(char::is_alphanumeric) => Ok(RuleKind::Message(literal)),
                "code" if text.trim() == text && !text.is_empty() => Ok(RuleKind::Code(literal)),
                _ => Err(input.error("invalid")),
            }
        }
    }
}

/// Parses an HTTP status.
fn status(input: ParseStream<'_>) -> syn::Result<u16> {
    let status = input.parse::<LitInt>()?.base10_parse()?;
    if (100..600).contains(&status) { Ok(status) } else { Err(input.error("invalid")) }
}
