//! Generates where clauses for generic types.

use crate::model::{ErrorType, Role, ValueFormat};
use crate::tokens::idents;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::collections::HashSet;
use syn::{DeriveInput, Generics};

/// Generates bounds for the stub: the type, which is called `name`, must implement `Error`.
pub(super) fn for_stub(input: &DeriveInput, name: &TokenStream) -> TokenStream {
    where_clause(&input.generics, error_bound(&input.generics, name))
}

/// Generates bounds for `impl AgentError`. If a field's type depends on a type parameter, the
/// field's type must implement the trait that formats the field. `name` is the name of the error
/// type.
pub(super) fn for_error(ty: &ErrorType, name: &TokenStream) -> TokenStream {
    let krate = &ty.krate;
    let mut predicates = error_bound(ty.generics, name);
    if predicates.is_empty() {
        return where_clause(ty.generics, predicates);
    }
    for case in &ty.cases {
        match &case.role {
            Role::Transparent(inner) => {
                predicates.extend(bound(ty.generics, &inner.ty, quote!(#krate::AgentError)));
                if inner.nested {
                    predicates.extend(bound(
                        ty.generics,
                        &inner.ty,
                        quote!(#krate::__private::Declares),
                    ));
                }
            }
            Role::Coded(coded) => {
                for field in &coded.context {
                    let needed = match field.shown {
                        ValueFormat::Serialized | ValueFormat::Nearest => {
                            quote!(#krate::__private::Serialize)
                        }
                        ValueFormat::Display => quote!(::core::fmt::Display),
                        ValueFormat::Debug => quote!(::core::fmt::Debug),
                        ValueFormat::Redacted | ValueFormat::Text => continue,
                    };
                    predicates.extend(bound(ty.generics, &field.ty.tokens, needed));
                }
                for (_, argument) in coded.arguments() {
                    let needed = match argument.spec.chars().next_back() {
                        Some('?') => quote!(::core::fmt::Debug),
                        // The declaration must have a bound for other traits, such as `LowerHex`.
                        Some(letter) if letter.is_ascii_alphabetic() => continue,
                        _ => quote!(::core::fmt::Display),
                    };
                    predicates.extend(bound(ty.generics, &argument.ty.tokens, needed));
                }
            }
        }
    }
    where_clause(ty.generics, predicates)
}

/// Generates bounds for `impl Declares`. If a nested type depends on a type parameter, it must
/// have a catalog.
pub(super) fn for_catalog(ty: &ErrorType) -> TokenStream {
    let krate = &ty.krate;
    let mut predicates = Vec::new();
    for (_, inner) in ty.transparent().filter(|(_, inner)| inner.nested) {
        predicates.extend(bound(
            ty.generics,
            &inner.ty,
            quote!(#krate::__private::Declares),
        ));
    }
    where_clause(ty.generics, predicates)
}

fn error_bound(generics: &Generics, name: &TokenStream) -> Vec<TokenStream> {
    match generics.type_params().next() {
        Some(_) => vec![quote!(#name: ::core::error::Error)],
        None => Vec::new(),
    }
}

/// Generates the bound `ty: needed` if the type depends on a type parameter.
fn bound(generics: &Generics, ty: &TokenStream, needed: TokenStream) -> Option<TokenStream> {
    let idents = idents(ty.clone());
    let mut parameters = generics.type_params();
    let has_parameter =
        parameters.any(|parameter| idents.iter().any(|(ident, _)| *ident == parameter.ident));
    has_parameter.then(|| quote!(#ty: #needed))
}

fn where_clause(generics: &Generics, added: Vec<TokenStream>) -> TokenStream {
    let mut predicates: Vec<TokenStream> = Vec::new();
    if let Some(own) = &generics.where_clause {
        predicates.extend(own.predicates.iter().map(ToTokens::to_token_stream));
    }
    predicates.extend(added);
    let mut seen = HashSet::new();
    predicates.retain(|predicate| seen.insert(predicate.to_string()));
    if predicates.is_empty() {
        TokenStream::new()
    } else {
        quote!(where #(#predicates),*)
    }
}
