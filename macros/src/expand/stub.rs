//! Generates empty impls for a type with errors, to prevent follow-up errors in code that uses the type.

use super::{bounds, codes, frameworks};
use crate::check::UncheckedType;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Data;

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
    quote! {
        #integrations
        #codes
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
