//! Generates the `ErrorDef` of a variant.

use super::fields::{CaseFields, is_closed};
use super::schema;
use crate::model::{Case, Coded, ContextField, ErrorType, Part};
use crate::tokens::located;
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;

pub(super) fn error_def(ty: &ErrorType, case: &Case, coded: &Coded, fields: &CaseFields<'_>) -> TokenStream {
    let Coded { code, summary, message, texts, .. } = coded;
    let suggestion = texts.iter().find(|text| text.part == Part::Suggestion).map_or("", |text| &text.template);
    let exit = exit_code(coded);
    let variant = if ty.is_enum { case.ident.unraw().to_string() } else { String::new() };
    let line = quote_spanned!(case.ident.span()=> ::core::line!());
    let context = coded.context.iter().map(|field| format!("{}: {}", field.name, field.ty.text));
    let for_templates = fields.template_only.iter().map(|name| (*name).to_owned());
    let values = context.chain(for_templates).collect::<Vec<_>>().join("\n");
    let facts = coded.facts.known.iter().cloned().chain(schemas(ty, coded));
    quote! {
        __agent::ErrorDef {
            code: #code,
            exit: #exit,
            variant: #variant,
            line: #line,
            fields: #values,
            summary: #summary,
            message: #message,
            suggestion: #suggestion,
            facts: &[#(__Fact::#facts),*],
        }
    }
}

/// Generates the exit code. If it's an expression, only rustc can evaluate it, and reports errors at its first token.
fn exit_code(coded: &Coded) -> TokenStream {
    let exit = &coded.exit;
    if exit.to_string().parse::<u8>().is_ok() {
        return exit.clone();
    }
    let span = exit.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
    let function = if coded.needs_final_exit { quote!(error_exit_with_fix) } else { quote!(error_exit) };
    let function = located(span, quote!(__agent::#function));
    // Keep the spans of the user's expression. Otherwise, rustc's suggestions would replace the wrong code.
    quote_spanned!(span=> #function(#exit))
}

/// Generates the schemas of context fields. All other facts are in the model.
fn schemas(ty: &ErrorType, coded: &Coded) -> impl Iterator<Item = TokenStream> {
    coded.context.iter().filter(|field| asks_for_schema(ty, field)).map(|field| {
        let (name, ty) = (&field.name, &field.ty.tokens);
        quote!(Schema(#name, __agent::SchemaOf::<#ty>::SCHEMA))
    })
}

/// Whether the field's definition contains the schema of the field's type.
fn asks_for_schema(ty: &ErrorType, field: &ContextField) -> bool {
    // All instances of a generic type share a table. It can't contain schemas that depend on the parameters.
    let is_known_here = !ty.has_instances() || is_closed(field.ty.tokens.clone(), ty);
    ty.uses_schemas() && schema::needs_hook(field) && is_known_here
}

pub(super) fn option(value: Option<&String>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}
