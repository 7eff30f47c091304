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
    let krate = &ty.krate;
    let ident = &ty.ident;
    let (impl_generics, ty_generics, _) = ty.generics.split_for_impl();
    let bounds = bounds::for_error(ty, &quote!(Self));
    let declared = body_of_declared(ty);
    let values = method_values(ty, fields);
    let record = body_of_record(ty);
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
fn body_of_declared(ty: &ErrorType) -> TokenStream {
    if ty.cases.is_empty() {
        return quote!(match *self {});
    }
    let mut index = 0_usize;
    let mut arms = TokenStream::new();
    for case in &ty.cases {
        if let Some(inner) = case.transparent() {
            let variable = variable_of(&inner.member);
            let pattern = pattern(ty, case, &[(&inner.member, variable.clone())]);
            let first_token = inner.ty.clone().into_iter().next();
            let span = first_token.map_or_else(Span::call_site, |token| token.span());
            let value = located(span, quote!(__agent::Declared::Inner(#variable)));
            arms.extend(quote!(#pattern => return #value,));
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
fn body_of_record(ty: &ErrorType) -> TokenStream {
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
        let variable = variable_of(&edit.field.member);
        let fact = format_ident!("{}", edit.member);
        let convert = &edit.convert;
        let value = located(edit.field.span, quote!(__agent::#convert(#variable)));
        statements.extend(quote!(__fields.#fact = #value;));
        bound.push((&edit.field.member, variable));
    }
    if let Some(field) = &coded.status {
        let variable = variable_of(&field.member);
        let status = located(field.span, quote!(__agent::HttpStatus::status(#variable)));
        statements.extend(quote!(__fields.set_status(#status);));
        bound.push((&field.member, variable));
    }
    // After the status, because the exit code may not change it.
    if let Some(field) = &coded.exit_field {
        let variable = variable_of(&field.member);
        let exit = located(field.span, quote!(__agent::ExitField::exit_code(#variable)));
        statements.extend(quote!(__fields.set_exit_code(#exit);));
        bound.push((&field.member, variable));
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
fn method_values(ty: &ErrorType, fields: &Fields<'_>) -> Option<TokenStream> {
    let mut arms: Vec<ValuesArm> = Vec::new();
    // The index of the last arm of each shape.
    let mut arm_of_shape: HashMap<Vec<SlotShape>, usize> = HashMap::new();
    let mut covered_cases = 0;
    for (case, case_fields) in fields.iter() {
        let slots = &case_fields.slots;
        if slots.is_empty() {
            continue;
        }
        covered_cases += 1;
        let (bound, shapes) = bindings(slots);
        let pattern = pattern(ty, case, &bound);
        if let Some(index) = arm_of_shape.get(&shapes)
            && arms[*index].patterns.len() < LONGEST_PATTERN
        {
            arms[*index].patterns.push(pattern);
            continue;
        }
        let mut values = Vec::new();
        for (slot, shape) in slots.iter().zip(&shapes) {
            values.push(slot.value(&numbered(shape.binding)));
        }
        let can_be_shared = !slots.iter().any(Slot::stands_alone);
        if can_be_shared {
            arm_of_shape.insert(shapes, arms.len());
        }
        arms.push(ValuesArm {
            patterns: vec![pattern],
            values,
        });
    }
    if arms.is_empty() {
        return None;
    }
    let arm_tokens = arms.iter().map(ValuesArm::to_tokens);
    let has_rest = covered_cases < ty.cases.len();
    let rest = has_rest.then(|| quote!(_ => ::std::vec::Vec::new(),));
    Some(quote! {
        fn values(&self) -> ::std::vec::Vec<__agent::ContextValue> {
            match self { #(#arm_tokens)* #rest }
        }
    })
}

/// An arm of the match in `values`.
struct ValuesArm {
    patterns: Vec<TokenStream>,
    values: Vec<TokenStream>,
}

impl ValuesArm {
    fn to_tokens(&self) -> TokenStream {
        let patterns = &self.patterns;
        let values = &self.values;
        quote!(#(#patterns)|* => ::std::vec![#(#values),*],)
    }
}

/// What determines the expression of a value. Variants whose values have equal shapes share an arm.
#[derive(PartialEq, Eq, Hash)]
struct SlotShape {
    shown: ValueFormat,
    function: Option<usize>,
    /// The index of the variable.
    binding: usize,
}

/// Returns the fields that a pattern binds to variables, and the shape of each value.
fn bindings<'a>(slots: &[Slot<'a>]) -> (Vec<(&'a Member, Ident)>, Vec<SlotShape>) {
    let mut bound: Vec<(&Member, Ident)> = Vec::new();
    let mut shapes = Vec::new();
    for slot in slots {
        // A field may have two values: one for the context, and one for templates.
        let known = bound
            .iter()
            .position(|(member, _)| slot.member == Some(*member));
        let binding = known.unwrap_or(bound.len());
        if let Some(member) = slot.member
            && known.is_none()
        {
            bound.push((member, numbered(binding)));
        }
        shapes.push(SlotShape {
            shown: slot.shown,
            function: slot.function,
            binding,
        });
    }
    (bound, shapes)
}

fn numbered(place: usize) -> Ident {
    format_ident!("__{place}", span = Span::mixed_site())
}

/// Generates a pattern that matches a variant and binds the given fields.
fn pattern(ty: &ErrorType, case: &Case, bound: &[(&Member, Ident)]) -> TokenStream {
    let fields = bound
        .iter()
        .map(|(member, binding)| quote!(#member: #binding,));
    if ty.is_enum {
        // rustc searches all variants for a path like `Self::Variant`, which is slow for large
        // enums.
        let name = &ty.ident;
        let variant = &case.ident;
        quote!(#name::#variant { #(#fields)* .. })
    } else {
        quote!(Self { #(#fields)* .. })
    }
}

/// Returns the variable name for a field. It can't conflict with the user's names.
fn variable_of(member: &Member) -> Ident {
    format_ident!("__{}", member_name(member), span = Span::mixed_site())
}

/// Generates a match on `self`. If the arms don't cover all cases, adds an arm that returns
/// `otherwise`.
fn select(ty: &ErrorType, arms: Vec<TokenStream>, otherwise: &TokenStream) -> Option<TokenStream> {
    if arms.is_empty() {
        return None;
    }
    let has_rest = arms.len() < ty.cases.len();
    let rest = has_rest.then(|| quote!(_ => #otherwise,));
    Some(quote!(match self { #(#arms)* #rest }))
}
