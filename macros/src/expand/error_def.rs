//! Generates the `ErrorDef` of a variant.

use super::fields::{CaseFields, is_closed};
use super::type_text::type_text;
use super::{classify, located, schema};
use crate::model::{Actions, Case, Coded, ContextField, ContextFormat, ErrorType, Exit, Part, RetryAfter, Status};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::collections::HashMap;
use syn::ext::IdentExt;

/// Generates the definition of a variant.
pub(super) fn error_def(
    ty: &ErrorType,
    case: &Case,
    coded: &Coded,
    fields: &CaseFields<'_>,
    exits: &mut Exits,
) -> TokenStream {
    let code = &coded.code;
    let exit = exits.expression(coded);
    let variant = if ty.is_enum { case.ident.unraw().to_string() } else { String::new() };
    let line = quote_spanned!(case.ident.span()=> ::core::line!());
    let names = coded.context.iter().map(|field| &field.name);
    let types = coded.context.iter().map(|field| type_text(field.ty.clone()));
    let facts = facts(ty, coded, fields);
    quote! {
        __agent::ErrorDef {
            code: #code,
            exit: #exit,
            variant: #variant,
            line: #line,
            fields: &[#((#names, #types)),*],
            facts: &[#(__agent::Fact::#facts),*],
        }
    }
}

/// Constants for the exit codes that aren't literals. Only rustc can evaluate them.
#[derive(Default)]
pub(super) struct Exits {
    names: HashMap<String, Ident>,
    /// The constants, and the checks that an exit code is compatible with a `fix`.
    pub(super) items: Vec<TokenStream>,
}

impl Exits {
    /// Returns an expression for the exit code. A constant has the user's span, so that rustc reports errors there.
    fn expression(&mut self, coded: &Coded) -> TokenStream {
        let exit = match &coded.exit {
            Exit::Literal(literal) => return literal.to_token_stream(),
            Exit::Expression(exit) => exit,
        };
        let span = exit.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
        let next = self.names.len();
        let name = self.names.entry(exit.to_string()).or_insert_with(|| {
            let name = format_ident!("__EXIT_{next}", span = Span::mixed_site());
            let constant = quote!(const #name: ::core::primitive::u8 = __agent::error_exit);
            // Keep the spans of the user's expression. Otherwise, rustc's suggestions would replace the wrong code.
            let constant = located(span, constant);
            self.items.push(quote_spanned!(span=> #constant(#exit);));
            name
        });
        if coded.needs_final_exit {
            let check = quote!(const _: () = __agent::assert_fix_allowed(#name););
            self.items.push(located(span, check));
        }
        name.to_token_stream()
    }
}

/// Generates the declared facts. The runtime derives the others from the exit code.
fn facts(ty: &ErrorType, coded: &Coded, fields: &CaseFields<'_>) -> Vec<TokenStream> {
    let mut facts = Vec::new();
    facts.extend(coded.summary.as_ref().map(|text| quote!(Summary(#text))));
    facts.extend(coded.description.as_ref().map(|text| quote!(Description(#text))));
    facts.extend(coded.message.as_ref().map(|text| quote!(Message(#text))));
    for &(part, _, name) in Part::ALL {
        let name = format_ident!("{name}");
        let fill = part.fill();
        facts.extend(text(coded, part).map(|text| quote!(#name(#text #fill))));
    }
    facts.extend(coded.docs_url.as_ref().map(|url| quote!(DocsUrl(#url))));
    // A delay or a strategy implies `retryable`.
    let is_implied = coded.retry_after.is_some() || coded.retry_strategy.is_some();
    facts.extend(coded.retryable.filter(|_| !is_implied).map(|retryable| quote!(Retryable(#retryable))));
    facts.extend(coded.side_effects.map(|word| {
        let word = word_variant(word);
        quote!(SideEffects(__agent::SideEffects::#word))
    }));
    match &coded.retry_after {
        Some(RetryAfter::Fixed { millis }) => facts.push(quote!(RetryAfterMillis(#millis))),
        Some(RetryAfter::Field { name, .. }) => facts.push(quote!(RetryAfterField(#name))),
        None => {}
    }
    facts.extend(coded.retry_strategy.map(|word| {
        let word = word_variant(word);
        quote!(Retry(__agent::RetryStrategy::#word))
    }));
    facts.extend(coded.phase.map(|word| {
        let word = word_variant(word);
        quote!(Phase(__agent::Phase::#word))
    }));
    facts.extend(coded.severity.map(|word| {
        let word = word_variant(word);
        quote!(Severity(__agent::Severity::#word))
    }));
    match &coded.actions {
        Actions::Fixed(actions) if actions.is_empty() => {}
        Actions::Fixed(actions) => facts.push(quote!(Actions(&[#(#actions),*]))),
        Actions::Field { name, .. } => facts.push(quote!(ActionsField(#name))),
    }
    match &coded.status {
        Some(Status::Fixed(status)) => facts.push(quote!(Status(#status))),
        Some(Status::Field { name, .. }) => facts.push(quote!(StatusField(#name))),
        None => {}
    }
    facts.extend(coded.protocol.map(|code| quote!(Protocol(#code))));
    facts.extend(coded.grpc.map(|word| {
        let word = word_variant(word);
        quote!(Grpc(__agent::GrpcCode::#word))
    }));
    facts.extend(coded.deprecated.as_ref().map(|note| quote!(Deprecated(#note))));
    facts.extend(coded.shared.then(|| quote!(Shared)));
    facts.extend(coded.hidden.then(|| quote!(Hidden)));
    let body = coded.body.as_ref().map(crate::check::member_name);
    facts.extend(body.map(|field| quote!(BodyField(#field))));
    if !coded.optional.is_empty() {
        let optional = &coded.optional;
        facts.push(quote!(Optional(&[#(#optional),*])));
    }
    facts.extend(coded.context.iter().flat_map(|field| field_facts(ty, field)));
    if !fields.template_only.is_empty() {
        let names = &fields.template_only;
        facts.push(quote!(TemplateOnlyFields(&[#(#names),*])));
    }
    facts.extend(coded.classify.as_ref().map(|classify| {
        let rules = classify::rules(classify);
        quote!(Classify(const { #rules }))
    }));
    facts
}

fn text(coded: &Coded, part: Part) -> Option<&String> {
    coded.texts.iter().find(|text| text.part == part).map(|text| &text.template)
}

/// Returns the variant name for a keyword: `Partial` for `partial`, `FailedPrecondition` for `FAILED_PRECONDITION`.
fn word_variant(word: &str) -> Ident {
    let parts = word.split('_').map(|part| part[..1].to_uppercase() + &part[1..].to_lowercase());
    format_ident!("{}", parts.collect::<String>())
}

/// Generates the facts about a context field other than its name and type.
fn field_facts(ty: &ErrorType, field: &ContextField) -> impl Iterator<Item = TokenStream> {
    let name = &field.name;
    let shown = match field.shown {
        ContextFormat::Serialized => None,
        ContextFormat::Display | ContextFormat::Debug => Some(quote!(Displayed(#name))),
        ContextFormat::Redacted => Some(quote!(Secret(#name))),
    };
    let summary = field.summary.as_ref().map(|text| quote!(FieldSummary(#name, #text)));
    let nearest = field.nearest.then(|| quote!(Nearest(#name)));
    let values_from = field.values_from.as_ref().map(|command| quote!(ValuesFrom(#name, #command)));
    let schema = asks_for_schema(ty, field).then(|| {
        let ty = &field.ty;
        quote!(Schema(#name, __agent::SchemaOf::<#ty>::SCHEMA))
    });
    [shown, summary, nearest, values_from, schema].into_iter().flatten()
}

/// Whether the field's definition contains the schema of its type.
fn asks_for_schema(ty: &ErrorType, field: &ContextField) -> bool {
    // All instances of a generic type share a table. It can't contain schemas that depend on the parameters.
    let is_known_here = !ty.has_instances() || is_closed(field.ty.clone(), ty);
    ty.uses_schemas() && schema::needs_hook(field) && is_known_here
}

pub(super) fn option(value: Option<&String>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}
