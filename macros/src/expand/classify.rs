//! Generates classification rules.

use super::located;
use super::type_text::type_text;
use crate::crate_path::CratePath;
use crate::model::{Classify, ErrorType, RuleKind};
use proc_macro2::TokenStream;
use quote::quote;

/// Generates the classification rules of a variant.
pub(super) fn rules(krate: &CratePath, classify: &Classify) -> TokenStream {
    let rules = classify.rules.iter().map(|rule| {
        let tokens = match &rule.kind {
            RuleKind::Io(kind) => quote!(#krate::__private::ClassifyRule::Io(::std::io::ErrorKind::#kind)),
            RuleKind::AnyIo => quote!(#krate::__private::ClassifyRule::AnyIo),
            RuleKind::Code(code) => quote!(#krate::__private::ClassifyRule::Code(#code)),
            RuleKind::Type(ty) => {
                let name = type_text(ty.clone());
                quote!(#krate::__private::ClassifyRule::Type(#krate::__private::ForeignType::of::<#ty>(#name)))
            }
            RuleKind::Status(from, to) => quote!(#krate::__private::ClassifyRule::Status(#from, #to)),
            RuleKind::Validation => quote!(#krate::__private::ClassifyRule::Validation),
            RuleKind::Message(words) => quote!(#krate::__private::ClassifyRule::Message(#words)),
            RuleKind::Fallback => quote!(#krate::__private::ClassifyRule::Fallback),
        };
        located(rule.span, tokens)
    });
    quote!(&[#(#rules),*])
}

/// Generates a function that constructs every variant with rules. The program may never construct such a variant, and
/// rustc would report it as dead code.
pub(super) fn constructed(ty: &ErrorType) -> Option<TokenStream> {
    let ident = &ty.ident;
    let values = ty.coded().filter_map(|(case, coded)| {
        let members = &coded.classify.as_ref()?.members;
        let variant = &case.ident;
        let path = if ty.is_enum { quote!(#ident::#variant) } else { quote!(#ident) };
        Some(quote!(#path { #(#members: loop {}),* }))
    });
    let values: Vec<TokenStream> = values.collect();
    (!values.is_empty()).then(|| {
        quote! {
            #[allow(dead_code, deprecated, unreachable_code, clippy::all, clippy::pedantic)]
            fn constructed() {
                #(let _ = #values;)*
            }
        }
    })
}
