//! The impls that the frameworks of `integrate(...)` need, written by macros of the runtime, which knows its own
//! features.

use super::{bounds, located};
use crate::check;
use crate::crate_path::CratePath;
use crate::model::ErrorType;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DeriveInput, Generics, Ident};

/// The impls for a checked type.
pub(super) fn impls(ty: &ErrorType) -> TokenStream {
    let bounds = |name: &TokenStream| bounds::for_error_named(ty, name);
    requested(&ty.frameworks, &ty.krate, &ty.ident, &ty.generics, bounds)
}

/// The impls for a type with errors, so that its uses cause no others.
pub(super) fn stubs(input: &DeriveInput, krate: &CratePath) -> TokenStream {
    let bounds = |name: &TokenStream| bounds::for_stub_named(input, name);
    requested(&check::frameworks(input), krate, &input.ident, &input.generics, bounds)
}

/// The impls, at the name of the framework, so that rustc reports a missing feature there.
fn requested(
    frameworks: &[Ident],
    krate: &CratePath,
    ident: &Ident,
    generics: &Generics,
    bounds: impl Fn(&TokenStream) -> TokenStream,
) -> TokenStream {
    let (impl_generics, ty_generics, _) = generics.split_for_impl();
    let name = quote!(#ident #ty_generics);
    let bounds = bounds(&name);
    let each = frameworks.iter().map(|framework| {
        let integrate = format_ident!("integrate_{framework}");
        let tokens = quote!(#krate::__private::#integrate! { { #impl_generics } { #name } { #bounds } });
        located(framework.span(), tokens)
    });
    each.collect()
}
