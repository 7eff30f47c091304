//! Generates where clauses for generic types.

use crate::model::{ContextFormat, ErrorType, Role};
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use std::collections::HashSet;
use syn::{DeriveInput, Generics};

/// Generates bounds for the stub: the type, which is called `name`, must implement `Error`.
pub(super) fn for_stub(input: &DeriveInput, name: &TokenStream) -> TokenStream {
    where_clause(&input.generics, error_bound(&input.generics, name))
}

/// Generates bounds for `impl AgentError`. If a field's type depends on a type parameter, the field's type must
/// implement the trait that formats the field. `name` is the name of the error type.
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
                    predicates.extend(bound(ty.generics, &inner.ty, quote!(#krate::__private::Catalogued)));
                }
            }
            Role::Coded(coded) => {
                for field in &coded.context {
                    let needed = match field.shown {
                        ContextFormat::Serialized => quote!(#krate::__private::Serialize),
                        ContextFormat::Display => quote!(::core::fmt::Display),
                        ContextFormat::Debug => quote!(::core::fmt::Debug),
                        ContextFormat::Redacted => continue,
                    };
                    predicates.extend(bound(ty.generics, &field.ty.tokens, needed));
                }
                for argument in coded.texts.iter().flat_map(|text| &text.arguments) {
                    for needed in &argument.traits {
                        let needed = format_ident!("{needed}");
                        predicates.extend(bound(ty.generics, &argument.ty.tokens, quote!(::core::fmt::#needed)));
                    }
                }
            }
        }
    }
    where_clause(ty.generics, predicates)
}

/// Generates bounds for `impl Catalogued`. If a nested type depends on a type parameter, it must have a catalog.
pub(super) fn for_catalog(ty: &ErrorType) -> TokenStream {
    let krate = &ty.krate;
    let mut predicates = Vec::new();
    for (_, inner) in ty.transparent().filter(|(_, inner)| inner.nested) {
        predicates.extend(bound(ty.generics, &inner.ty, quote!(#krate::__private::Catalogued)));
    }
    where_clause(ty.generics, predicates)
}

fn error_bound(generics: &Generics, name: &TokenStream) -> Vec<TokenStream> {
    match generics.type_params().next() {
        Some(_) => vec![quote!(#name: ::core::error::Error)],
        None => Vec::new(),
    }
}

fn bound(generics: &Generics, ty: &TokenStream, needed: TokenStream) -> Option<TokenStream> {
    let parameters: Vec<_> = generics.type_params().map(|param| param.ident.clone()).collect();
    mentions(ty.clone(), &parameters).then(|| quote!(#ty: #needed))
}

fn mentions(tokens: TokenStream, parameters: &[syn::Ident]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => parameters.contains(&ident),
        TokenTree::Group(group) => mentions(group.stream(), parameters),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

fn where_clause(generics: &Generics, added: Vec<TokenStream>) -> TokenStream {
    let own = generics.where_clause.iter().flat_map(|clause| &clause.predicates).map(ToTokens::to_token_stream);
    let mut predicates: Vec<TokenStream> = Vec::new();
    let mut seen = HashSet::new();
    predicates.extend(own.chain(added).filter(|predicate| seen.insert(predicate.to_string())));
    if predicates.is_empty() { TokenStream::new() } else { quote!(where #(#predicates),*) }
}
