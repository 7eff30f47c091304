//! Reads the rules in `classify`, such as `classify(io(NotFound), status(404), fallback)`.

use crate::attr::{Entry, until_comma};
use crate::errors::{Errors, listed};
use crate::model::Rule;
use crate::tokens::{located, type_text};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::spanned::Spanned;
use syn::{Ident, LitInt, LitStr, Token, Type};

/// The rules, each with what its parentheses may contain.
const RULES: [(&str, &str); 7] = [
    (
        "io",
        "kinds, such as `io(NotFound, PermissionDenied)`, or `..`",
    ),
    (
        "code",
        "codes of another library, such as `code(\"23505\")`",
    ),
    (
        "status",
        "statuses from 100 to 599, such as `status(404, 500..=599)`",
    ),
    ("type", "a type, such as `type(std::fmt::Error)`"),
    ("validation", ""),
    ("message", "words, such as `message(\"token expired\")`"),
    ("fallback", ""),
];

pub(crate) fn read(entry: &Entry, errors: &mut Errors) -> Option<Vec<Rule>> {
    let Some(tokens) = entry.list().filter(|tokens| !tokens.is_empty()) else {
        return entry.invalid(
            "rules, such as `classify(io(NotFound), status(404))`",
            errors,
        );
    };
    let parsed = Parser::parse2(
        |input: ParseStream<'_>| parse_all(input, errors),
        tokens.clone(),
    );
    errors.keep(parsed)
}

fn parse_all(input: ParseStream<'_>, errors: &mut Errors) -> syn::Result<Vec<Rule>> {
    let mut all = Vec::new();
    while !input.is_empty() {
        let parsed = parse_keyword(input);
        match errors.keep(parsed) {
            Some(rules) => all.extend(rules),
            None => {
                until_comma(input)?;
            }
        }
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(all)
}

/// Parses the rules of one keyword, such as `io(NotFound, PermissionDenied)`.
fn parse_keyword(input: ParseStream<'_>) -> syn::Result<Vec<Rule>> {
    if !input.peek(Ident::peek_any) {
        return Err(input.error("expected a rule, such as `status(404)`"));
    }
    let name = input.call(Ident::parse_any)?;
    let keyword = name.to_string();
    let Some((_, expected)) = RULES.iter().find(|(known, _)| keyword == *known) else {
        let expected = listed(&keyword, &RULES.map(|(rule, _)| rule));
        return Err(syn::Error::new(
            name.span(),
            format!("unknown rule `{name}`; expected one of {expected}"),
        ));
    };
    if keyword == "validation" {
        return Ok(vec![Rule::at(name.span(), &quote!(Validation))]);
    }
    if keyword == "fallback" {
        return Ok(vec![Rule::at(name.span(), &quote!(Fallback))]);
    }
    let mut arguments = TokenStream::new();
    if input.peek(syn::token::Paren) {
        let content;
        syn::parenthesized!(content in input);
        arguments = content.parse()?;
    }
    let span = if arguments.is_empty() {
        name.span()
    } else {
        arguments.span()
    };
    let parsed = Parser::parse2(
        |input: ParseStream<'_>| parse_arguments(&keyword, input),
        arguments,
    );
    match parsed {
        Ok(rules) if !rules.is_empty() => Ok(rules),
        _ => {
            let message = format!("invalid value for `{name}`; expected {expected}");
            Err(syn::Error::new(span, message))
        }
    }
}

/// Parses the arguments of a keyword. Each of them is a rule.
fn parse_arguments(keyword: &str, input: ParseStream<'_>) -> syn::Result<Vec<Rule>> {
    let mut rules = Vec::new();
    while !input.is_empty() {
        let span = input.span();
        rules.push(Rule::at(span, &parse_argument(keyword, input)?));
        input.parse::<Option<Token![,]>>()?;
    }
    Ok(rules)
}

impl Rule {
    /// Generates the rule at its span, so that rustc reports unknown kinds and types there.
    fn at(span: Span, rule: &TokenStream) -> Self {
        Self {
            span,
            tokens: located(span, quote!(__agent::ClassifyRule::#rule)),
        }
    }
}

/// Parses an argument of a keyword. `..` matches any I/O error or any status. [`parse_keyword`]
/// replaces the messages of errors.
fn parse_argument(keyword: &str, input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let is_any = input.peek(Token![..]) && !input.peek(Token![..=]);
    if is_any && keyword == "io" {
        input.parse::<Token![..]>()?;
        return Ok(quote!(AnyIo));
    }
    if is_any && keyword == "status" {
        input.parse::<Token![..]>()?;
        return Ok(quote!(Status(0, 65535)));
    }
    match keyword {
        "io" => {
            let kind: Ident = input.parse()?;
            Ok(quote!(Io(::std::io::ErrorKind::#kind)))
        }
        "type" => {
            let ty: Type = input.parse()?;
            let name = type_text(&ty.to_token_stream());
            Ok(quote!(Type(__agent::ForeignType::of::<#ty>(#name))))
        }
        "status" => {
            let from = parse_status(input)?;
            let range: Option<Token![..=]> = input.parse()?;
            let to = if range.is_some() {
                parse_status(input)?
            } else {
                from
            };
            if to < from {
                Err(input.error("invalid"))
            } else {
                Ok(quote!(Status(#from, #to)))
            }
        }
        "message" => {
            let literal: LitStr = input.parse()?;
            if literal.value().contains(char::is_alphanumeric) {
                Ok(quote!(Message(#literal)))
            } else {
                Err(input.error("invalid"))
            }
        }
        // `code`, the only other keyword with arguments.
        _ => {
            let literal: LitStr = input.parse()?;
            let code = literal.value();
            if code.is_empty() || code.trim() != code {
                Err(input.error("invalid"))
            } else {
                Ok(quote!(Code(#literal)))
            }
        }
    }
}

fn parse_status(input: ParseStream<'_>) -> syn::Result<u16> {
    let status = input.parse::<LitInt>()?.base10_parse()?;
    if (100..600).contains(&status) {
        Ok(status)
    } else {
        Err(input.error("invalid"))
    }
}
