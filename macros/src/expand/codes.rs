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
    let (krate, error, arguments) = (&ty.krate, &ty.ident, arguments?);
    let mut seen = HashSet::new();
    let codes = ty
        .coded()
        .enumerate()
        .filter(|(_, (_, coded))| seen.insert(&coded.code));
    let mut next = 0;
    let codes = codes.map(|(place, (case, coded))| {
        let doc = if coded.summary.is_empty() {
            format!("`{}`.", coded.code)
        } else {
            coded.summary.clone()
        };
        // rustc evaluates explicit discriminants again for each value in `ALL`.
        let value = (place != next)
            .then(|| Literal::usize_unsuffixed(place))
            .map(|place| quote!(= #place));
        next = place + 1;
        (&case.ident, value, doc)
    });
    let def = quote!(&<#error #arguments as #krate::__private::Declares>::TYPE.defs[self as ::core::primitive::usize]);
    Some(located(
        name.span(),
        enumeration(
            krate,
            ty.vis,
            name,
            &format!("The codes of [`{error}`]."),
            codes,
            &def,
        ),
    ))
}

pub(super) fn stub(ty: &UncheckedType<'_>) -> Option<TokenStream> {
    let name = ty.keys.codes.value.as_ref()?;
    let cases = ty
        .cases
        .iter()
        .filter(|case| !case.keys.transparent.is_present());
    let codes = cases.map(|case| (case.ident, None, String::new()));
    Some(enumeration(
        &ty.krate(),
        &ty.input.vis,
        name,
        "",
        codes,
        &quote!(::core::unreachable!()),
    ))
}

/// Generates the enum. Each code has an identifier, a value and a doc comment.
fn enumeration<'a>(
    krate: &TokenStream,
    vis: &Visibility,
    name: &Ident,
    doc: &str,
    codes: impl Iterator<Item = (&'a Ident, Option<TokenStream>, String)>,
    def: &TokenStream,
) -> TokenStream {
    let (idents, declared): (Vec<&Ident>, Vec<TokenStream>) = codes
        .map(|(ident, value, doc)| (ident, quote!(#[doc = #doc] #ident #value,)))
        .unzip();
    quote! {
        #[doc = #doc]
        #[derive(
            ::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug, ::core::cmp::PartialEq, ::core::cmp::Eq,
            ::core::hash::Hash, ::core::cmp::PartialOrd, ::core::cmp::Ord,
        )]
        #[allow(dead_code, reason = "a program may use only some codes")]
        #[non_exhaustive]
        #vis enum #name {
            #(#declared)*
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
