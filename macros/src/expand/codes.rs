//! Generates the enum for `codes = Name`.

use crate::check::UncheckedType;
use crate::model::ErrorType;
use crate::tokens::located;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use std::collections::HashSet;
use syn::Visibility;

/// Generates the enum of codes. The value of a variant is its index in the definition table, so
/// that no match is needed: rustc's time for a match grows faster than the number of variants. A
/// shared code is only listed once.
pub(super) fn items(ty: &ErrorType, arguments: Option<&TokenStream>) -> Option<TokenStream> {
    let name = ty.codes.as_ref()?;
    let krate = &ty.krate;
    let error = &ty.ident;
    let arguments = arguments?;
    let mut seen = HashSet::new();
    let mut codes = Vec::new();
    // The index that the next variant has without an explicit discriminant.
    let mut next = 0;
    for (place, (case, coded)) in ty.coded().enumerate() {
        let is_new = seen.insert(&coded.code);
        if !is_new {
            continue;
        }
        let doc = if coded.summary.is_empty() {
            format!("`{}`.", coded.code)
        } else {
            coded.summary.clone()
        };
        // Most variants need none. rustc evaluates explicit discriminants again for each value in
        // `ALL`.
        let mut discriminant = None;
        if place != next {
            let index = Literal::usize_unsuffixed(place);
            discriminant = Some(quote!(= #index));
        }
        next = place + 1;
        codes.push(CodeVariant {
            ident: &case.ident,
            discriminant,
            doc,
        });
    }
    let doc = format!("The codes of [`{error}`].");
    let def = quote!(&<#error #arguments as #krate::__private::Declares>::TYPE.defs[self as ::core::primitive::usize]);
    let enumeration = enumeration(krate, ty.vis, name, &doc, &codes, &def);
    Some(located(name.span(), enumeration))
}

/// A variant of the enum of codes.
struct CodeVariant<'a> {
    ident: &'a Ident,
    discriminant: Option<TokenStream>,
    doc: String,
}

pub(super) fn stub(ty: &UncheckedType<'_>) -> Option<TokenStream> {
    let name = ty.keys.codes.value.as_ref()?;
    let mut codes = Vec::new();
    for case in &ty.cases {
        if !case.keys.transparent.is_present() {
            codes.push(CodeVariant {
                ident: case.ident,
                discriminant: None,
                doc: String::new(),
            });
        }
    }
    let def = quote!(::core::unreachable!());
    Some(enumeration(
        &ty.krate(),
        &ty.input.vis,
        name,
        "",
        &codes,
        &def,
    ))
}

/// Generates the enum. `def` returns the definition of a code.
fn enumeration(
    krate: &TokenStream,
    vis: &Visibility,
    name: &Ident,
    doc: &str,
    codes: &[CodeVariant<'_>],
    def: &TokenStream,
) -> TokenStream {
    let mut idents = Vec::new();
    let mut variants = Vec::new();
    for code in codes {
        let CodeVariant {
            ident,
            discriminant,
            doc,
        } = code;
        idents.push(ident);
        variants.push(quote!(#[doc = #doc] #ident #discriminant,));
    }
    quote! {
        #[doc = #doc]
        #[derive(
            ::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug, ::core::cmp::PartialEq, ::core::cmp::Eq,
            ::core::hash::Hash, ::core::cmp::PartialOrd, ::core::cmp::Ord,
        )]
        #[allow(dead_code, reason = "a program may use only some codes")]
        #[non_exhaustive]
        #vis enum #name {
            #(#variants)*
        }

        #[automatically_derived]
        impl #krate::Code for #name {
            const ALL: &'static [Self] = &[#(#name::#idents),*];

            fn def(self) -> &'static #krate::__private::ErrorDef {
                #def
            }
        }

        #[automatically_derived]
        impl ::core::fmt::Display for #name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(#krate::Code::as_str(*self))
            }
        }

        #[automatically_derived]
        impl ::core::str::FromStr for #name {
            type Err = #krate::__private::CatalogError;

            fn from_str(code: &::core::primitive::str) -> ::core::result::Result<Self, #krate::__private::CatalogError> {
                #krate::__private::parse_code(code)
            }
        }

        #[automatically_derived]
        impl #krate::__private::Serialize for #name {
            fn serialize<S: #krate::__private::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(#krate::Code::as_str(*self))
            }
        }

        #[automatically_derived]
        impl<'de> #krate::__private::Deserialize<'de> for #name {
            fn deserialize<D: #krate::__private::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                #krate::__private::deserialize_code(deserializer)
            }
        }
    }
}
