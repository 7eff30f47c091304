//! Generates calls to the macros that implement `integrate(...)`.
//!
//! The macros are in the runtime crate, which knows whether a feature is enabled, or in a separate
//! crate, which knows the framework's version.

use super::bounds;
use crate::check::UncheckedType;
use crate::model::{ErrorType, Framework, Home};
use crate::tokens::located;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Generics;

pub(super) fn impls(ty: &ErrorType) -> TokenStream {
    let (_, ty_generics, _) = ty.generics.split_for_impl();
    let ident = ty.ident;
    let name = quote!(#ident #ty_generics);
    let bounds = bounds::for_error(ty, &name);
    requested(ty.frameworks, &ty.krate, ty.generics, &name, &bounds)
}

pub(super) fn stubs(ty: &UncheckedType<'_>) -> TokenStream {
    let input = ty.input;
    let (_, ty_generics, _) = input.generics.split_for_impl();
    let ident = &input.ident;
    let name = quote!(#ident #ty_generics);
    let bounds = bounds::for_stub(input, &name);
    let frameworks = ty.keys.integrate.value.as_deref().unwrap_or_default();
    requested(frameworks, &ty.krate(), &input.generics, &name, &bounds)
}

/// Generates the macro calls at the span of the framework's name, so that rustc reports a missing
/// feature there. An explicit path keeps its span.
fn requested(
    frameworks: &[Framework],
    krate: &TokenStream,
    generics: &Generics,
    name: &TokenStream,
    bounds: &TokenStream,
) -> TokenStream {
    let (impl_generics, _, _) = generics.split_for_impl();
    let mut calls = TokenStream::new();
    for framework in frameworks {
        let integrate = match &framework.home {
            Home::Feature(feature) => {
                let integrate = format_ident!("integrate_{feature}");
                located(framework.span, quote!(#krate::__private::#integrate))
            }
            Home::Crate(path) => quote!(#path::integrate),
        };
        let arguments = quote!(! { { #impl_generics } { #name } { #bounds } });
        calls.extend(integrate);
        calls.extend(located(framework.span, arguments));
    }
    calls
}
