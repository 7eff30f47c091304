//! Generates calls of the macros that implement `integrate(...)`.
//!
//! A macro of the runtime crate knows whether the framework's feature is enabled. A macro of a separate framework crate
//! uses the right version of the framework.

use super::{bounds, located};
use crate::check;
use crate::crate_path::CratePath;
use crate::model::{ErrorType, Framework, Home};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DeriveInput, Generics, Ident};

/// Generates the impls for a valid type.
pub(super) fn impls(ty: &ErrorType) -> TokenStream {
    let bounds = |name: &TokenStream| bounds::for_error(ty, name);
    requested(&ty.frameworks, &ty.krate, &ty.ident, &ty.generics, bounds)
}

/// Generates the impls for a type with errors, so that code that uses the impls doesn't cause follow-up errors.
pub(super) fn stubs(input: &DeriveInput, krate: &CratePath) -> TokenStream {
    let bounds = |name: &TokenStream| bounds::for_stub(input, name);
    requested(&check::frameworks(input), krate, &input.ident, &input.generics, bounds)
}

/// Generates the macro calls at the span of the framework's name, so that rustc reports a missing feature there. An
/// explicit path keeps its span.
fn requested(
    frameworks: &[Framework],
    krate: &CratePath,
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
            Home::Crate(CratePath::Given(path)) => quote!(#path::integrate),
            Home::Crate(krate) => located(framework.span, quote!(#krate::integrate)),
        };
        let arguments = quote!(! { { #impl_generics } { #name } { #bounds } });
        integrate.into_iter().chain(located(framework.span, arguments)).collect::<TokenStream>()
    });
    each.collect()
}
