//! Generates the enum for `codes = Name`.

use crate::check::UncheckedType;
use crate::model::{Coded, ErrorType};
use crate::tokens::located;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Visibility;

/// Generates the enum of codes.
pub(super) fn items(ty: &ErrorType, arguments: Option<&TokenStream>) -> Option<TokenStream> {
    let name = ty.codes.as_ref()?;
    let (krate, error, arguments) = (&ty.krate, &ty.ident, arguments?);
    let variants = variants(ty);
    let places = variants.iter().map(|(place, ..)| place);
    let idents = variants.iter().map(|(_, ident, _)| ident);
    let def = quote! {
        &<#error #arguments as #krate::__private::Catalogued>::TYPE.defs[match self {
            #(Self::#idents => #places,)*
        }]
    };
    let codes = variants.iter().map(|(_, ident, coded)| {
        let doc = if coded.summary.is_empty() { format!("`{}`.", coded.code) } else { coded.summary.clone() };
        (*ident, coded.code.clone(), doc)
    });
    Some(located(name.span(), enumeration(krate, ty.vis, name, &format!("The codes of [`{error}`]."), codes, &def)))
}

/// Generates the enum for an invalid type.
pub(super) fn stub(ty: &UncheckedType<'_>) -> Option<TokenStream> {
    let name = ty.keys.codes.value.as_ref()?;
    let cases = ty.cases.iter().filter(|case| !case.keys.transparent.is_present());
    let codes = cases.map(|case| (case.ident, String::new(), String::new()));
    Some(enumeration(&ty.krate(), &ty.input.vis, name, "", codes, &quote!(::core::unreachable!())))
}

/// Returns the variants of the enum, each with its index in the definition table. A shared code is only listed once.
fn variants<'a>(ty: &'a ErrorType) -> Vec<(usize, &'a Ident, &'a Coded)> {
    let mut variants: Vec<(usize, &Ident, &Coded)> = Vec::new();
    for (place, (case, coded)) in ty.coded().enumerate() {
        if !variants.iter().any(|(.., known)| known.code == coded.code) {
            variants.push((place, &case.ident, coded));
        }
    }
    variants
}

fn enumeration<'a>(
    krate: &TokenStream,
    vis: &Visibility,
    name: &Ident,
    doc: &str,
    codes: impl Iterator<Item = (&'a Ident, String, String)>,
    def: &TokenStream,
) -> TokenStream {
    let codes: Vec<_> = codes.collect();
    let idents: Vec<&Ident> = codes.iter().map(|(ident, ..)| *ident).collect();
    let declared = codes.iter().map(|(ident, _, doc)| quote!(#[doc = #doc] #ident,));
    let codes = codes.iter().map(|(_, code, _)| code);
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
            const ALL: &'static [Self] = &[#(Self::#idents),*];

            fn as_str(self) -> &'static ::core::primitive::str {
                match self {
                    #(Self::#idents => #codes,)*
                }
            }

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
