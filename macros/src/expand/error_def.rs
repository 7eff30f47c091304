//! Generates the `ErrorDef` of a variant.

use super::fields::{CaseFields, is_closed};
use super::schema;
use crate::model::{Case, Coded, ContextField, ErrorType, Exit, Part};
use crate::tokens::located;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use std::collections::HashMap;
use syn::ext::IdentExt;

pub(super) fn error_def(
    ty: &ErrorType,
    case: &Case,
    coded: &Coded,
    fields: &CaseFields<'_>,
    exits: &mut Exits,
) -> TokenStream {
    let Coded { code, summary, message, texts, .. } = coded;
    let suggestion = texts.iter().find(|text| text.part == Part::Suggestion).map_or("", |text| &text.template);
    let exit = exits.expression(coded);
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

/// Constants for the exit codes that aren't literals. Only rustc can evaluate them.
#[derive(Default)]
pub(super) struct Exits {
    names: HashMap<String, Ident>,
    /// The constants, and the checks for exit codes that conflict with a `fix`.
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
