//! Generates the static tables: an `ErrorDef` for each code, and a `TypeDef` for the type.

use super::error_def::{Exits, asks_for_schema, error_def, imports, option};
use super::fields::{Fields, is_closed};
use super::patterns::coded;
use super::{bounds, schema};
use crate::model::{ErrorType, Role};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;

/// Generates the tables and `impl Catalogued`.
pub(super) fn catalog_impl(ty: &ErrorType, fields: &Fields<'_>, hooks: &TokenStream) -> TokenStream {
    let (krate, ident) = (&ty.krate, &ty.ident);
    let (impl_generics, ty_generics, _) = ty.generics.split_for_impl();
    let bounds = bounds::for_catalog(ty);
    let name = ident.unraw().to_string();
    let mut exits = Exits::default();
    let definitions = fields.with(ty).filter_map(|(case, fields)| match &case.role {
        Role::Coded(coded) => Some(error_def(ty, case, coded, fields, &mut exits)),
        Role::Transparent(_) => None,
    });
    let definitions: Vec<TokenStream> = definitions.collect();
    let definitions = quote!(&[#(#definitions),*]);
    let exits = exits.items;
    let asks = coded(ty).flat_map(|(_, coded)| &coded.context).any(|field| asks_for_schema(ty, field));
    let import = asks.then(|| schema::import(krate));
    // The schema code may refer to deprecated types. rustc already reports these at the field.
    let allow = import.is_some().then(|| quote!(#[allow(deprecated)]));
    let nested = ty.cases.iter().filter_map(|case| match &case.role {
        Role::Transparent(inner) if inner.nested => {
            let inner = &inner.ty;
            Some(quote!(<#inner as #krate::__private::Catalogued>::TYPE))
        }
        Role::Transparent(_) | Role::Coded(_) => None,
    });
    let retired = ty.retired.iter().map(|retired| {
        let (code, note) = (&retired.code, option(retired.note.as_ref()));
        quote!(#krate::__private::RetiredDef { code: #code, note: #note })
    });
    let unique = (may_clash(ty) && ty.generics.type_params().next().is_some())
        .then(|| quote!(const UNIQUE: () = #krate::__private::assert_unique_generic(Self::TYPE);));
    let (docs, origin) = (option(ty.docs.as_ref()), &ty.origin);
    let span = ident.span();
    let line = quote_spanned!(span=> ::core::line!());
    let nested: Vec<TokenStream> = nested.collect();
    let retired: Vec<TokenStream> = retired.collect();
    let type_def = |definitions: &TokenStream, nested: &[TokenStream], hooks: &TokenStream| {
        quote! {
            #krate::__private::TypeDef {
                path: ::core::concat!(::core::module_path!(), "::", #name),
                file: ::core::file!(),
                line: #line,
                origin: #origin,
                docs: #docs,
                defs: #definitions,
                nested: &[#(#nested),*],
                retired: &[#(#retired),*],
                hooks: #hooks,
            }
        }
    };
    let any_instance = ty.has_instances().then(|| {
        let known = ty.cases.iter().filter_map(|case| match &case.role {
            Role::Transparent(inner) if inner.nested && is_closed(inner.ty.clone(), ty) => {
                let inner = &inner.ty;
                Some(quote!(<#inner as #krate::__private::Catalogued>::TYPE))
            }
            Role::Transparent(_) | Role::Coded(_) => None,
        });
        let known: Vec<TokenStream> = known.collect();
        let type_def = type_def(&definitions, &known, &quote!(#krate::__private::Hooks::NONE));
        let register = ty.linked.then(|| quote!(#krate::__private::register!(AgentErrorAnyInstance);));
        quote! {
            enum AgentErrorAnyInstance {}
            #allow
            static AGENT_ERROR_TYPE: #krate::__private::TypeDef = #type_def;
            #[automatically_derived]
            impl #krate::__private::Catalogued for AgentErrorAnyInstance {
                const TYPE: &'static #krate::__private::TypeDef = &AGENT_ERROR_TYPE;
            }
            #register
        }
    });
    let definitions = match any_instance {
        Some(_) => quote!(<AgentErrorAnyInstance as #krate::__private::Catalogued>::TYPE.defs),
        None => definitions,
    };
    let type_def = type_def(&definitions, &nested, hooks);
    // Prefer a static: each codegen unit that uses a constant gets its own copy. A generic type needs a constant,
    // because a static can't refer to generic parameters.
    let (table, type_def) = match ty.generics.params.is_empty() {
        true => (
            Some(quote!(#allow static AGENT_ERROR_TYPE: #krate::__private::TypeDef = #type_def;)),
            quote!(&AGENT_ERROR_TYPE),
        ),
        false => (None, quote!(&#type_def)),
    };
    let imports = imports(krate);
    quote! {
        #(#exits)*
        #imports
        #import
        #any_instance
        #table
        #[automatically_derived]
        #allow
        impl #impl_generics #krate::__private::Catalogued for #ident #ty_generics #bounds {
            const TYPE: &'static #krate::__private::TypeDef = #type_def;
            #unique
        }
    }
}

/// Whether codes may conflict. This is possible if the type nests other catalogs, or has shared codes, whose facts must
/// be equal.
pub(super) fn may_clash(ty: &ErrorType) -> bool {
    nests(ty) || ty.cases.iter().any(|case| matches!(&case.role, Role::Coded(coded) if coded.shared))
}

/// Whether the type nests other catalogs.
fn nests(ty: &ErrorType) -> bool {
    ty.cases.iter().any(|case| matches!(&case.role, Role::Transparent(inner) if inner.nested))
}
