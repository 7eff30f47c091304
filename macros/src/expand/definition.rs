//! Generates the static tables: an `ErrorDef` for each code, and a `TypeDef` for the type.

use super::error_def::{Exits, asks_for_schema, error_def, imports, option};
use super::fields::{Fields, is_closed};
use super::{bounds, schema};
use crate::model::{ErrorType, Transparent};
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
    let definitions = fields.with(ty).filter_map(|(case, fields)| {
        let coded = case.coded()?;
        Some(error_def(ty, case, coded, fields, &mut exits))
    });
    let definitions: Vec<TokenStream> = definitions.collect();
    let definitions = quote!(&[#(#definitions),*]);
    let exits = exits.items;
    let asks = ty.coded().flat_map(|(_, coded)| &coded.context).any(|field| asks_for_schema(ty, field));
    let import = asks.then(|| schema::import(krate));
    // The schema code may refer to deprecated types. rustc already reports these at the field.
    let allow = import.is_some().then(|| quote!(#[allow(deprecated)]));
    let nested_type = |inner: &Transparent| {
        let inner = &inner.ty;
        quote!(<#inner as #krate::__private::Catalogued>::TYPE)
    };
    let retired = ty.retired.iter().map(|retired| {
        let (code, note) = (&retired.code, option(retired.note.as_ref()));
        quote!(#krate::__private::RetiredDef { code: #code, note: #note })
    });
    let unique = (may_clash(ty) && ty.generics.type_params().next().is_some())
        .then(|| quote!(const UNIQUE: () = #krate::__private::assert_unique(Self::TYPE);));
    let (docs, origin) = (option(ty.docs.as_ref()), &ty.origin);
    let span = ident.span();
    let line = quote_spanned!(span=> ::core::line!());
    let nested: Vec<TokenStream> = nested_types(ty).map(nested_type).collect();
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
        let known = nested_types(ty).filter(|inner| is_closed(inner.ty.clone(), ty));
        let known: Vec<TokenStream> = known.map(nested_type).collect();
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

/// Generates the functions that recognize errors of a type and of its nested types. A generic type can't list its own,
/// because its parameters need not be `'static`. The type that nests it does.
pub(super) fn hooks(ty: &ErrorType, arguments: Option<&TokenStream>) -> TokenStream {
    let (krate, ident) = (&ty.krate, &ty.ident);
    let Some(arguments) = arguments else { return quote!(#krate::__private::Hooks::NONE) };
    let nested = nested_types(ty).map(|inner| inner.ty.clone()).filter(|inner| is_closed(inner.clone(), ty));
    let types = std::iter::once(quote!(#ident #arguments)).chain(nested);
    quote! {{
        #[allow(unused_imports)]
        use #krate::__private::LocalCasts as _;
        #krate::__private::Hooks { known: &[#(#krate::__private::CastsOf::<#types>::CASTS),*] }
    }}
}

/// Whether codes may conflict. This is possible if the type nests other catalogs, or has shared codes, whose facts must
/// be equal.
pub(super) fn may_clash(ty: &ErrorType) -> bool {
    nested_types(ty).next().is_some() || ty.coded().any(|(_, coded)| coded.shared)
}

/// Iterates over the inner errors whose catalogs are nested in this one.
fn nested_types(ty: &ErrorType) -> impl Iterator<Item = &Transparent> {
    ty.transparent().map(|(_, inner)| inner).filter(|inner| inner.nested)
}
