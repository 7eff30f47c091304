//! Generates empty impls for a type with errors, to prevent follow-up errors in code that uses the type.

use super::{bounds, codes, frameworks};
use crate::check::UncheckedType;
use crate::model::{Exit, RuleKind};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, ExprPath, Path, TypePath};

pub(super) fn stub(ty: &UncheckedType<'_>) -> TokenStream {
    let input = ty.input;
    if let Data::Union(_) = input.data {
        // A union can't implement `Error`, so a stub would cause another error.
        return TokenStream::new();
    }
    let (krate, ident) = (ty.krate(), &input.ident);
    let (impl_generics, ty_generics, _) = input.generics.split_for_impl();
    let bounds = bounds::for_stub(input, &quote!(Self));
    let integrations = frameworks::stubs(ty);
    let codes = codes::stub(ty);
    let uses = uses(ty);
    quote! {
        #integrations
        #codes
        #uses
        #[automatically_derived]
        impl #impl_generics #krate::AgentError for #ident #ty_generics #bounds {
            fn code(&self) -> &str {
                ""
            }
        }
        #[automatically_derived]
        impl #impl_generics #krate::__private::Catalogued for #ident #ty_generics #bounds {
            const TYPE: &'static #krate::__private::TypeDef = &#krate::__private::TypeDef::EMPTY;
        }
    }
}

/// Generates uses of the constants in `exit` and the types in `classify(type(...))`. Otherwise, rustc would also report
/// unused imports.
fn uses(ty: &UncheckedType<'_>) -> TokenStream {
    let exits = ty.cases.iter().map(|case| &case.keys.exit).chain([&ty.keys.exit]);
    let constants = exits.filter_map(|exit| match &exit.value {
        Some(Exit::Expression(exit)) => syn::parse2::<ExprPath>(exit.clone()).ok(),
        Some(Exit::Literal(_)) | None => None,
    });
    let constants = constants.filter(|constant| is_outside(&constant.path));
    // With generic parameters, the types in the rules may refer to parameters that aren't in scope here.
    let cases = ty.cases.iter().filter(|_| ty.input.generics.params.is_empty());
    let rules = cases.flat_map(|case| case.keys.classify.value.iter().flatten());
    let types = rules.filter_map(|rule| match &rule.kind {
        RuleKind::Type(ty) => syn::parse2::<TypePath>(ty.clone()).ok(),
        _ => None,
    });
    let types = types.filter(|ty| is_outside(&ty.path));
    quote! {
        #[allow(dead_code, clippy::all, clippy::pedantic)]
        const _: () = {
            fn uses() {
                #(let _ = #constants;)*
                #(let _: ::core::option::Option<#types>;)*
            }
        };
    }
}

/// Whether a path doesn't start with `Self`.
fn is_outside(path: &Path) -> bool {
    path.segments.first().is_some_and(|first| first.ident != "Self")
}
