//! Generates classification rules.

use super::located;
use super::type_text::type_text;
use crate::model::{Classify, ErrorType, RuleKind};
use proc_macro2::TokenStream;
use quote::quote;

/// Generates the classification rules of a variant.
pub(super) fn rules(classify: &Classify) -> TokenStream {
    let rules = classify.rules.iter().map(|rule| {
        let tokens = match &rule.kind {
            RuleKind::Io(kind) => quote!(__agent::ClassifyRule::Io(::std::io::ErrorKind::#kind)),
            RuleKind::AnyIo => quote!(__agent::ClassifyRule::AnyIo),
            RuleKind::Code(code) => quote!(__agent::ClassifyRule::Code(#code)),
            RuleKind::Type(ty) => {
                let name = type_text(ty.clone());
                quote!(__agent::ClassifyRule::Type(__agent::ForeignType::of::<#ty>(#name)))
            }
            RuleKind::Status(from, to) => quote!(__agent::ClassifyRule::Status(#from, #to)),
            RuleKind::Validation => quote!(__agent::ClassifyRule::Validation),
            RuleKind::Message(words) => quote!(__agent::ClassifyRule::Message(#words)),
            RuleKind::Fallback => quote!(__agent::ClassifyRule::Fallback),
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
            fn constructed() {
                #(let _ = #values;)*
            }
        }
    })
}
