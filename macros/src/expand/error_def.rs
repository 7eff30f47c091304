//! Generates the `ErrorDef` of a variant.

use super::fields::{CaseFields, is_closed};
use super::type_text::type_text;
use super::{classify, located, schema};
use crate::crate_path::CratePath;
use crate::model::{Actions, Case, Coded, ContextField, ContextFormat, ErrorType, Exit, Part, RetryAfter, Status};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::collections::HashMap;
use syn::ext::IdentExt;

/// Imports what definitions consist of. The names can't conflict with names in the user's types.
pub(super) fn imports(krate: &CratePath) -> TokenStream {
    quote! {
        #[allow(unused_imports)]
        use #krate::__private::{
            Attribute as AgentErrorAttribute, ErrorDef as AgentErrorDef, FieldProperty as AgentErrorFieldProperty,
        };
    }
}

/// Generates an expression that builds the definition of a variant. It needs the [`imports`].
pub(super) fn error_def(
    ty: &ErrorType,
    case: &Case,
    coded: &Coded,
    fields: &CaseFields<'_>,
    exits: &mut Exits,
) -> TokenStream {
    let krate = &ty.krate;
    let code = &coded.code;
    let variant = if ty.is_enum { case.ident.unraw().to_string() } else { String::new() };
    let span = case.ident.span();
    let line = quote_spanned!(span=> ::core::line!());
    let exit = exits.expression(krate, coded);
    let context = (!coded.context.is_empty()).then(|| {
        let names = coded.context.iter().map(|field| &field.name);
        let types = coded.context.iter().map(|field| type_text(field.ty.clone()));
        quote!(.with_fields(&[#(#names, #types),*]))
    });
    let texts = [
        (coded.summary.as_ref(), "with_summary"),
        (coded.message.as_ref(), "with_message"),
        (text(coded, Part::Suggestion), "with_suggestion"),
        (coded.docs_url.as_ref(), "with_docs_url"),
    ];
    let texts = texts.into_iter().filter_map(|(text, setter)| Some((Ident::new(setter, Span::call_site()), text?)));
    let (setters, texts): (Vec<Ident>, Vec<&String>) = texts.unzip();
    let facts = fact_setters(ty, coded);
    let shared = coded.shared.then(|| quote!(.shared()));
    let attributes = attributes(ty, coded, fields);
    let attributes =
        (!attributes.is_empty()).then(|| quote!(.with_attributes(&[#(AgentErrorAttribute::#attributes),*])));
    quote! {
        AgentErrorDef::new(#code, #exit)
            .declared_by(#variant, #line)
            #(.#setters(#texts))*
            #context
            #facts
            #shared
            #attributes
    }
}

/// Constants for the exit codes that aren't literals, and checks that only rustc can evaluate.
#[derive(Default)]
pub(super) struct Exits {
    names: HashMap<String, Ident>,
    /// The constants for these exit codes, and the checks that an exit code is compatible with a `fix`.
    pub(super) items: Vec<TokenStream>,
}

impl Exits {
    /// Returns an expression for the exit code. A constant has the user's span, so that rustc reports errors there.
    fn expression(&mut self, krate: &CratePath, coded: &Coded) -> TokenStream {
        let (span, expression) = match &coded.exit {
            Exit::Literal(literal) => (literal.span(), literal.to_token_stream()),
            Exit::Expression(exit) => {
                let span = exit.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
                let next = self.names.len();
                let name = self.names.entry(exit.to_string()).or_insert_with(|| {
                    let name = format_ident!("AGENT_ERROR_EXIT_{next}", span = Span::mixed_site());
                    let constant = quote!(const #name: ::core::primitive::u8 = #krate::__private::error_exit);
                    // Keep the spans of the user's expression. Otherwise, rustc's suggestions would replace the wrong
                    // code.
                    let constant = located(span, constant);
                    self.items.push(quote_spanned!(span=> #constant(#exit);));
                    name
                });
                (span, name.to_token_stream())
            }
        };
        // A `fix` conflicts with a retryable exit code. rustc checks this, because the exit code may be a constant.
        let changed = matches!(coded.side_effects, Some("partial" | "complete" | "unknown"));
        let is_retry_declared = coded.retryable.is_some() || changed;
        if text(coded, Part::FixCommand).is_some() && !is_retry_declared {
            let check = quote!(const _: () = #krate::__private::assert_fix_allowed(#expression););
            self.items.push(located(span, check));
        }
        expression
    }
}

/// Generates setter calls for the declared facts. The runtime derives the others from the exit code.
fn fact_setters(ty: &ErrorType, coded: &Coded) -> TokenStream {
    let krate = &ty.krate;
    // A retryable call has no side effects, and a call with side effects isn't retryable.
    let changed = matches!(coded.side_effects, Some("partial" | "complete" | "unknown"));
    let (retryable, side_effects) = match coded.retryable {
        Some(true) => (Some(true), Some("none")),
        stated => (stated.map(|_| false).or(changed.then_some(false)), coded.side_effects),
    };
    let retryable = retryable.map(|retryable| quote!(.with_retryable(#retryable)));
    let side_effects = side_effects.map(|word| {
        let word = word_variant(word);
        quote!(.with_side_effects(#krate::__private::SideEffects::#word))
    });
    let severity = coded.severity.map(|word| {
        let word = word_variant(word);
        quote!(.with_severity(#krate::__private::Severity::#word))
    });
    let status = match coded.status {
        Some(Status::Fixed(status)) => Some(quote!(.with_status(#status))),
        Some(Status::Field { .. }) | None => None,
    };
    quote!(#retryable #side_effects #severity #status)
}

/// Generates an `Attribute` for each optional key of the variant.
fn attributes(ty: &ErrorType, coded: &Coded, fields: &CaseFields<'_>) -> Vec<TokenStream> {
    let krate = &ty.krate;
    let mut attributes = Vec::new();
    attributes.extend(coded.description.as_ref().map(|text| quote!(Description(#text))));
    for &(part, _, name) in Part::ALL.iter().filter(|(part, ..)| *part != Part::Suggestion) {
        let name = format_ident!("{name}");
        attributes.extend(text(coded, part).map(|text| quote!(Text(#krate::__private::Part::#name, #text))));
    }
    match &coded.retry_after {
        Some(RetryAfter::Fixed { millis }) => attributes.push(quote!(RetryAfterMillis(#millis))),
        Some(RetryAfter::Field { name, .. }) => attributes.push(quote!(RetryAfterField(#name))),
        None => {}
    }
    attributes.extend(coded.phase.map(|word| {
        let word = word_variant(word);
        quote!(Phase(#krate::__private::Phase::#word))
    }));
    match &coded.actions {
        Actions::Fixed(actions) if actions.is_empty() => {}
        Actions::Fixed(actions) => attributes.push(quote!(Actions(&[#(#actions),*]))),
        Actions::Field { name, .. } => attributes.push(quote!(ActionsField(#name))),
    }
    if let Some(Status::Field { name, .. }) = &coded.status {
        attributes.push(quote!(StatusField(#name)));
    }
    attributes.extend(coded.protocol.map(|code| quote!(Protocol(#code))));
    attributes.extend(coded.retry_strategy.map(|word| {
        let word = word_variant(word);
        quote!(Retry(#krate::__private::RetryStrategy::#word))
    }));
    attributes.extend(coded.grpc.map(|word| {
        let word = word_variant(word);
        quote!(Grpc(#krate::__private::GrpcCode::#word))
    }));
    attributes.extend(coded.deprecated.as_ref().map(|note| quote!(Deprecated(#note))));
    attributes.extend(coded.hidden.then(|| quote!(Hidden)));
    let body = coded.body.as_ref().map(crate::check::member_name);
    attributes.extend(body.map(|field| quote!(BodyField(#field))));
    if !coded.optional.is_empty() {
        let facts = &coded.optional;
        attributes.push(quote!(Optional(&[#(#facts),*])));
    }
    attributes.extend(coded.context.iter().flat_map(|field| {
        let name = &field.name;
        field_properties(ty, field)
            .into_iter()
            .map(move |property| quote!(Field(#name, AgentErrorFieldProperty::#property)))
    }));
    if !fields.template_only.is_empty() {
        let names = &fields.template_only;
        attributes.push(quote!(TemplateOnlyFields(&[#(#names),*])));
    }
    attributes.extend(coded.classify.as_ref().map(|classify| {
        let rules = classify::rules(krate, classify);
        quote!(Classify(const { #rules }))
    }));
    attributes
}

fn text(coded: &Coded, part: Part) -> Option<&String> {
    coded.texts.iter().find(|text| text.part == part).map(|text| &text.template)
}

/// Returns the variant name for a keyword: `Partial` for `partial`, `FailedPrecondition` for `FAILED_PRECONDITION`.
fn word_variant(word: &str) -> Ident {
    let parts = word.split('_').map(|part| part[..1].to_uppercase() + &part[1..].to_lowercase());
    format_ident!("{}", parts.collect::<String>())
}

/// Generates a `FieldProperty` for each property of a context field other than its name and type.
fn field_properties(ty: &ErrorType, field: &ContextField) -> Vec<TokenStream> {
    let krate = &ty.krate;
    let shown = match field.shown {
        ContextFormat::Serialized => None,
        ContextFormat::Display | ContextFormat::Debug => Some(quote!(Displayed)),
        ContextFormat::Redacted => Some(quote!(Redacted)),
    };
    let summary = field.summary.as_ref().map(|text| quote!(Summary(#text)));
    let nearest = field.nearest.then(|| quote!(Nearest));
    let values_from = field.values_from.as_ref().map(|command| quote!(ValuesFrom(#command)));
    let schema = asks_for_schema(ty, field).then(|| {
        let ty = &field.ty;
        quote!(Schema(#krate::__private::SchemaOf::<#ty>::SCHEMA))
    });
    [shown, summary, nearest, values_from, schema].into_iter().flatten().collect()
}

/// Whether the field's definition contains the schema of its type.
pub(super) fn asks_for_schema(ty: &ErrorType, field: &ContextField) -> bool {
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
