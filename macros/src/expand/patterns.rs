//! Generates patterns that match variants.

use crate::model::{Case, ErrorType};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::Member;

pub(super) fn one_field(ty: &ErrorType, case: &Case, member: &Member) -> (TokenStream, Ident) {
    let binding = binding(member);
    (pattern(ty, case, &[(member, binding.clone())]), binding)
}

/// Generates a pattern that matches a variant and binds the given fields.
pub(super) fn pattern(ty: &ErrorType, case: &Case, bound: &[(&Member, Ident)]) -> TokenStream {
    let fields = bound.iter().map(|(member, binding)| quote!(#member: #binding,));
    let (name, ident) = (&ty.ident, &case.ident);
    match ty.is_enum {
        // rustc searches all variants for a path like `Self::Variant`, which is slow for large enums.
        true => quote!(#name::#ident { #(#fields)* .. }),
        false => quote!(Self { #(#fields)* .. }),
    }
}

/// Returns the variable name for a field. It can't conflict with the user's names.
pub(super) fn binding(member: &Member) -> Ident {
    format_ident!("__{}", crate::check::member_name(member), span = Span::mixed_site())
}

/// Generates a match on `self`. If the arms don't cover all cases, adds an arm that returns `otherwise`.
pub(super) fn select(ty: &ErrorType, arms: Vec<TokenStream>, otherwise: &TokenStream) -> Option<TokenStream> {
    if arms.is_empty() {
        return None;
    }
    let rest = (arms.len() < ty.cases.len()).then(|| quote!(_ => #otherwise,));
    Some(quote!(match self { #(#arms)* #rest }))
}
