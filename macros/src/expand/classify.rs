//! Generates a function for variants with classification rules.

use crate::model::ErrorType;
use proc_macro2::TokenStream;
use quote::quote;

/// Generates a function that constructs every variant with rules. If the program never constructs a variant itself,
/// rustc would report dead code.
pub(super) fn constructed(ty: &ErrorType) -> Option<TokenStream> {
    let ident = &ty.ident;
    let values = ty.coded().filter_map(|(case, coded)| {
        let members = coded.classified.as_ref()?;
        let variant = &case.ident;
        let path = if ty.is_enum { quote!(#ident::#variant) } else { quote!(#ident) };
        Some(quote!(#path { #(#members: loop {}),* }))
    });
    let values: Vec<TokenStream> = values.collect();
    (!values.is_empty()).then(|| {
        quote! {
            fn constructed() {
                #(let _ = #values;)*
            }
        }
    })
}
