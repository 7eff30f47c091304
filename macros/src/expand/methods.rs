//! Generates `impl AgentError`.

use super::bounds;
use super::fields::{Fields, Slot};
use crate::check::member_name;
use crate::model::{Case, Edit, ErrorType, ValueFormat};
use crate::tokens::located;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use std::collections::HashMap;
use syn::Member;

pub(super) fn error_impl(ty: &ErrorType, fields: &Fields<'_>) -> TokenStream {
    let (krate, ident) = (&ty.krate, &ty.ident);
    let (impl_generics, ty_generics, _) = ty.generics.split_for_impl();
    let bounds = bounds::for_error(ty, &quote!(Self));
    let def = def(ty);
    let inner = inner(ty);
    let values = values(ty, fields);
    let facts = facts(ty);
    let edit = edit(ty);
    quote! {
        #[automatically_derived]
        impl #impl_generics #krate::AgentError for #ident #ty_generics #bounds {
            fn code(&self) -> &str {
                __agent::code(self)
            }
            #def
            #inner
            #values
            #facts
            #edit
        }
    }
}

/// Generates the method `def`. A transparent variant delegates to the inner error.
fn def(ty: &ErrorType) -> TokenStream {
    let mut index = 0_usize;
    let arms = ty.cases.iter().map(|case| {
        let pattern = pattern(ty, case, &[]);
        if case.transparent().is_some() {
            return quote!(#pattern => return __agent::inner_def(self),);
        }
        let arm = quote!(#pattern => #index,);
        index += 1;
        arm
    });
    let arms: TokenStream = arms.collect();
    let body = if ty.cases.is_empty() {
        quote!(match *self {})
    } else if index == 0 {
        quote!(match self { #arms })
    } else {
        quote! {
            let __index = match self { #arms };
            ::core::option::Option::Some(&AGENT_ERROR_TYPE.defs[__index])
        }
    };
    quote! {
        fn def(&self) -> ::core::option::Option<&'static __agent::ErrorDef> {
            #body
        }
    }
}

fn inner(ty: &ErrorType) -> Option<TokenStream> {
    let krate = &ty.krate;
    let arms = ty.transparent().map(|(case, inner)| {
        let (pattern, binding) = one_field(ty, case, &inner.member);
        quote!(#pattern => ::core::option::Option::Some(#binding),)
    });
    let body = select(ty, arms.collect(), &quote!(::core::option::Option::None))?;
    Some(quote! {
        fn inner(&self) -> ::core::option::Option<&dyn #krate::AgentError> {
            #body
        }
    })
}

/// Generates the method `facts`, for statuses in fields.
fn facts(ty: &ErrorType) -> Option<TokenStream> {
    let arms = ty.coded().filter_map(|(case, coded)| {
        let field = coded.status.as_ref()?;
        let (pattern, binding) = one_field(ty, case, &field.member);
        let status = located(field.span, quote!(__agent::HttpStatus::status(#binding)));
        Some(quote!(#pattern => __agent::facts_with_status(self, #status),))
    });
    let body = select(ty, arms.collect(), &quote!(__agent::default_facts(self)))?;
    Some(quote! {
        fn facts(&self) -> __agent::Facts {
            #body
        }
    })
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

/// Generates the method `edit`, which sets delays, actions and bodies in fields, and inherited
/// URLs.
fn edit(ty: &ErrorType) -> Option<TokenStream> {
    let docs = ty
        .docs
        .as_ref()
        .map(|_| quote!(__agent::fill_docs(self, __record, AGENT_ERROR_TYPE.docs);));
    let arms = ty
        .coded()
        .filter(|(_, coded)| !coded.facts.edits.is_empty())
        .map(|(case, coded)| {
            let edits = &coded.facts.edits;
            let bound: Vec<_> = edits
                .iter()
                .map(|edit| (&edit.field.member, binding(&edit.field.member)))
                .collect();
            let pattern = pattern(ty, case, &bound);
            let statements = edits.iter().zip(&bound).map(
                |(
                    Edit {
                        member,
                        convert,
                        field,
                    },
                    (_, binding),
                )| {
                    let member = format_ident!("{member}");
                    let value = located(field.span, quote!(__agent::#convert(#binding)));
                    quote!(__record.#member = #value;)
                },
            );
            quote!(#pattern => { #(#statements)* })
        });
    let arms = select(ty, arms.collect(), &quote!({}));
    (docs.is_some() || arms.is_some()).then(|| {
        quote! {
            fn edit(&self, __record: &mut __agent::ErrorRecord) {
                #docs
                #arms
            }
        }
    })
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
