//! Generates `impl AgentError`, and the trait with what it needs from the type.

use super::bounds;
use super::fields::{Fields, Slot};
use crate::check::member_name;
use crate::model::{Case, Coded, ErrorType, ValueFormat};
use crate::tokens::located;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use std::collections::{HashMap, HashSet};
use syn::Member;

pub(super) fn error_impl(ty: &ErrorType, fields: &Fields<'_>) -> TokenStream {
    let (krate, ident) = (&ty.krate, &ty.ident);
    let (impl_generics, ty_generics, _) = ty.generics.split_for_impl();
    let bounds = bounds::for_error(ty, &quote!(Self));
    let declared = declared(ty);
    let values = values(ty, fields);
    let record = record(ty);
    quote! {
        #[automatically_derived]
        impl #impl_generics __agent::Derived for #ident #ty_generics #bounds {
            fn declared(&self) -> __agent::Declared<'_> {
                #declared
            }
            #values
        }
        #[automatically_derived]
        impl #impl_generics #krate::AgentError for #ident #ty_generics #bounds {
            fn code(&self) -> &::core::primitive::str {
                __agent::Derived::declared(self).code()
            }
            fn record(&self) -> __agent::ErrorRecord {
                #record
            }
        }
    }
}

/// Generates the body of `declared`. A transparent variant returns the error inside it.
fn declared(ty: &ErrorType) -> TokenStream {
    if ty.cases.is_empty() {
        return quote!(match *self {});
    }
    let mut index = 0_usize;
    let mut arms = TokenStream::new();
    for case in &ty.cases {
        if let Some(inner) = case.transparent() {
            let (pattern, binding) = one_field(ty, case, &inner.member);
            let place = inner.ty.clone().into_iter().next();
            let place = place.map_or_else(Span::call_site, |token| token.span());
            let inner = located(place, quote!(__agent::Declared::Inner(#binding)));
            arms.extend(quote!(#pattern => return #inner,));
        } else {
            let pattern = pattern(ty, case, &[]);
            arms.extend(quote!(#pattern => #index,));
            index += 1;
        }
    }
    if index == 0 {
        return quote!(match self { #arms });
    }
    quote! {
        let __index = match self { #arms };
        __agent::Declared::Def(&AGENT_ERROR_TYPE.defs[__index])
    }
}

/// Generates the body of `record`, which adds the facts in fields to the record of the declaration.
fn record(ty: &ErrorType) -> TokenStream {
    let record = quote! {
        __agent::record(
            self,
            __agent::Derived::declared(self),
            __agent::Derived::values(self),
            AGENT_ERROR_TYPE.docs,
        )
    };
    let arms = ty
        .coded()
        .filter_map(|(case, coded)| facts_in_fields(ty, case, coded));
    let Some(facts) = select(ty, arms.collect(), &quote!({})) else {
        return record;
    };
    quote! {
        let mut __record = #record;
        let __fields = __agent::fields(&mut __record);
        #facts
        __record
    }
}

/// Generates an arm that sets the facts in the fields of a variant, if there are any.
fn facts_in_fields(ty: &ErrorType, case: &Case, coded: &Coded) -> Option<TokenStream> {
    let mut bound = Vec::new();
    let mut statements = TokenStream::new();
    for edit in &coded.facts.edits {
        let binding = binding(&edit.field.member);
        let fact = format_ident!("{}", edit.member);
        let convert = &edit.convert;
        let value = located(edit.field.span, quote!(__agent::#convert(#binding)));
        statements.extend(quote!(__fields.#fact = #value;));
        bound.push((&edit.field.member, binding));
    }
    if let Some(field) = &coded.status {
        let binding = binding(&field.member);
        let status = located(field.span, quote!(__agent::HttpStatus::status(#binding)));
        statements.extend(quote!(__fields.set_status(#status);));
        bound.push((&field.member, binding));
    }
    // After the status, because the exit code may not change it.
    if let Some(field) = &coded.exit_field {
        let binding = binding(&field.member);
        let exit = located(field.span, quote!(__agent::ExitField::exit_code(#binding)));
        statements.extend(quote!(__fields.set_exit_code(#exit);));
        bound.push((&field.member, binding));
    }
    if bound.is_empty() {
        return None;
    }
    let mut seen = HashSet::new();
    bound.retain(|(member, _)| seen.insert(*member));
    let pattern = pattern(ty, case, &bound);
    Some(quote!(#pattern => { #statements }))
}

/// The maximum number of alternatives in a pattern. rustc compares the bindings of each pair of
/// alternatives.
const LONGEST_PATTERN: usize = 16;

/// Generates the method `values`, with a single match. Variants with the same field types share an
/// arm.
fn values(ty: &ErrorType, fields: &Fields<'_>) -> Option<TokenStream> {
    let mut arms: Vec<(Vec<TokenStream>, TokenStream)> = Vec::new();
    let mut shapes: HashMap<Vec<(ValueFormat, Option<usize>, usize)>, usize> = HashMap::new();
    let mut handed_over = 0;
    for (case, fields) in fields.iter().filter(|(_, fields)| !fields.slots.is_empty()) {
        // A field may have two values: one for the context, and one for templates.
        let mut bound: Vec<(&Member, Ident)> = Vec::new();
        let mut shape = Vec::new();
        for slot in &fields.slots {
            let known = bound
                .iter()
                .position(|(member, _)| Some(*member) == slot.member);
            let place = known.unwrap_or(bound.len());
            if let Some(member) = slot.member.filter(|_| known.is_none()) {
                bound.push((member, numbered(place)));
            }
            shape.push((slot.shown, slot.function, place));
        }
        let pattern = pattern(ty, case, &bound);
        handed_over += 1;
        if let Some(place) = shapes.get(&shape)
            && let Some((patterns, _)) = arms.get_mut(*place)
            && patterns.len() < LONGEST_PATTERN
        {
            patterns.push(pattern);
            continue;
        }
        let values = fields
            .slots
            .iter()
            .zip(&shape)
            .map(|(slot, (_, _, place))| slot.value(&numbered(*place)));
        let body = quote!(::std::vec![#(#values),*]);
        if !fields.slots.iter().any(Slot::stands_alone) {
            shapes.insert(shape, arms.len());
        }
        arms.push((vec![pattern], body));
    }
    let arms = arms
        .iter()
        .map(|(patterns, body)| quote!(#(#patterns)|* => #body,));
    let rest = (handed_over < ty.cases.len()).then(|| quote!(_ => ::std::vec::Vec::new(),));
    let body = (handed_over > 0).then(|| quote!(match self { #(#arms)* #rest }))?;
    Some(quote! {
        fn values(&self) -> ::std::vec::Vec<__agent::ContextValue> {
            #body
        }
    })
}

fn numbered(place: usize) -> Ident {
    format_ident!("__{place}", span = Span::mixed_site())
}

fn one_field(ty: &ErrorType, case: &Case, member: &Member) -> (TokenStream, Ident) {
    let binding = binding(member);
    (pattern(ty, case, &[(member, binding.clone())]), binding)
}

/// Generates a pattern that matches a variant and binds the given fields.
fn pattern(ty: &ErrorType, case: &Case, bound: &[(&Member, Ident)]) -> TokenStream {
    let fields = bound
        .iter()
        .map(|(member, binding)| quote!(#member: #binding,));
    let (name, ident) = (&ty.ident, &case.ident);
    match ty.is_enum {
        // rustc searches all variants for a path like `Self::Variant`, which is slow for large
        // enums.
        true => quote!(#name::#ident { #(#fields)* .. }),
        false => quote!(Self { #(#fields)* .. }),
    }
}

/// Returns the variable name for a field. It can't conflict with the user's names.
fn binding(member: &Member) -> Ident {
    format_ident!("__{}", member_name(member), span = Span::mixed_site())
}

/// Generates a match on `self`. If the arms don't cover all cases, adds an arm that returns
/// `otherwise`.
fn select(ty: &ErrorType, arms: Vec<TokenStream>, otherwise: &TokenStream) -> Option<TokenStream> {
    if arms.is_empty() {
        return None;
    }
    let rest = (arms.len() < ty.cases.len()).then(|| quote!(_ => #otherwise,));
    Some(quote!(match self { #(#arms)* #rest }))
}
