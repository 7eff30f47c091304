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
use syn::{Generics, Ident};

pub(super) fn impls(ty: &ErrorType) -> TokenStream {
    let bounds = |name: &TokenStream| bounds::for_error(ty, name);
    requested(ty.frameworks, &ty.krate, ty.ident, ty.generics, bounds)
}

pub(super) fn stubs(ty: &UncheckedType<'_>) -> TokenStream {
    let input = ty.input;
    let bounds = |name: &TokenStream| bounds::for_stub(input, name);
    let frameworks = ty.keys.integrate.value.as_deref().unwrap_or_default();
    requested(
        frameworks,
        &ty.krate(),
        &input.ident,
        &input.generics,
        bounds,
    )
}

/// Generates the macro calls at the span of the framework's name, so that rustc reports a missing
/// feature there. An explicit path keeps its span.
fn requested(
    frameworks: &[Framework],
    krate: &TokenStream,
    ident: &Ident,
    generics: &Generics,
    bounds: impl Fn(&TokenStream) -> TokenStream,
) -> TokenStream {
    let (impl_generics, ty_generics, _) = generics.split_for_impl();
    let name = quote!(#ident #ty_generics);
    let bounds = bounds(&name);
    let each = frameworks.iter().map(|framework| {
        let integrate = match &framework.home {
            Home::Feature(name) => {
                let integrate = format_ident!("integrate_{name}");
                located(framework.span, quote!(#krate::__private::#integrate))
            }
            Home::Crate(path) => quote!(#path::integrate),
        };
        let arguments = quote!(! { { #impl_generics } { #name } { #bounds } });
        integrate
            .into_iter()
            .chain(located(framework.span, arguments))
            .collect::<TokenStream>()
    });
    each.collect()
}
