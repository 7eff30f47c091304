//! Generates the static tables: an `ErrorDef` for each code, and a `TypeDef` for the type.

use super::bounds;
use super::error_def::{error_def, option};
use super::fields::{Fields, is_closed};
use crate::model::{ErrorType, Transparent};
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::ext::IdentExt;

/// Generates the tables, `impl Catalogued` and the entry in the link-time registry. `arguments` are the type's generic
/// arguments, if they can only be `'static`.
pub(super) fn catalog_impl(ty: &ErrorType, fields: &Fields<'_>, arguments: Option<&TokenStream>) -> TokenStream {
    let ident = &ty.ident;
    let (impl_generics, ty_generics, _) = ty.generics.split_for_impl();
    let bounds = bounds::for_catalog(ty);
    let is_generic = !ty.generics.params.is_empty();

    let defs = fields.with(ty).filter_map(|(case, fields)| Some(error_def(ty, case, case.coded()?, fields)));
    let retired = ty.retired.iter().map(|retired| {
        let (code, note) = (&retired.code, option(retired.note.as_ref()));
        quote!(__agent::RetiredDef { code: #code, note: #note })
    });
    let name = ident.unraw().to_string();
    let (docs, origin) = (option(ty.docs.as_ref()), &ty.origin);
    let casts = arguments.map_or_else(|| quote!(&[]), |arguments| casts(ty, arguments));

    // A static can't refer to generic parameters. The static of a generic type therefore only contains what all
    // instances have in common, and a constant contains the rest.
    let closed = nested(ty, |inner| is_closed(inner.ty.clone(), ty));
    let common_casts = if is_generic { &quote!(&[]) } else { &casts };
    let type_def = match is_generic {
        true => {
            let all = nested(ty, |_| true);
            quote!(&__agent::TypeDef { nested: #all, casts: #casts, ..AGENT_ERROR_TYPE })
        }
        false => quote!(&AGENT_ERROR_TYPE),
    };
    let unique = (may_clash(ty) && ty.generics.type_params().next().is_some()).then(|| {
        quote!(
            const UNIQUE: () = __agent::assert_unique(Self::TYPE);
        )
    });
    let registration = ty.linked.then(|| match arguments {
        Some(arguments) if is_generic => {
            quote!(__agent::register!(<#ident #arguments as __agent::Catalogued>::TYPE);)
        }
        _ => quote!(__agent::register!(&AGENT_ERROR_TYPE);),
    });
    quote! {
        static AGENT_ERROR_TYPE: __agent::TypeDef = __agent::TypeDef {
            path: ::core::concat!(::core::module_path!(), "::", #name),
            file: ::core::file!(),
            origin: #origin,
            docs: #docs,
            defs: &[#(#defs),*],
            nested: #closed,
            retired: &[#(#retired),*],
            casts: #common_casts,
        };
        impl #impl_generics __agent::Catalogued for #ident #ty_generics #bounds {
            const TYPE: &'static __agent::TypeDef = #type_def;
            #unique
        }
        #registration
    }
}

/// Whether codes may conflict: the type nests other catalogs, or has shared codes, whose facts must be equal.
pub(super) fn may_clash(ty: &ErrorType) -> bool {
    nested_types(ty).next().is_some() || ty.coded().any(|(_, coded)| coded.is_shared)
}

/// Iterates over the inner errors whose catalogs are nested in this one.
fn nested_types<'a>(ty: &'a ErrorType) -> impl Iterator<Item = &'a Transparent> {
    ty.transparent().map(|(_, inner)| inner).filter(|inner| inner.nested)
}

/// Generates the functions that recognize errors of a type and of its nested generic types. A generic type can't list
/// its own functions, because its parameters need not be `'static`.
fn casts(ty: &ErrorType, arguments: &TokenStream) -> TokenStream {
    let ident = &ty.ident;
    let nested = nested_types(ty).map(|inner| inner.ty.clone());
    let nested = nested.filter(|inner| has_arguments(inner) && is_closed(inner.clone(), ty));
    let types = std::iter::once(quote!(#ident #arguments)).chain(nested.map(ToTokens::into_token_stream));
    quote!(&[#(__agent::CastsOf::<#types>::CASTS),*])
}

/// Whether a type has generic arguments.
fn has_arguments(ty: &TokenStream) -> bool {
    ty.clone().into_iter().any(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '<'))
}

/// Generates the list of the nested types that `is_listed` accepts.
fn nested(ty: &ErrorType, is_listed: impl Fn(&Transparent) -> bool) -> TokenStream {
    let types = nested_types(ty).filter(|inner| is_listed(inner)).map(|inner| &inner.ty);
    quote!(&[#(<#types as __agent::Catalogued>::TYPE),*])
}
