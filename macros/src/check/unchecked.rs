//! Parses the attributes of a type and its variants.

use crate::errors::Errors;
use crate::keys::{self, Keys, Place, TypeKeys, VariantKeys};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Data, DeriveInput, Fields, Ident};

/// A type whose attributes are parsed but not yet validated.
pub(crate) struct UncheckedType<'a> {
    pub(crate) input: &'a DeriveInput,
    pub(crate) keys: TypeKeys,
    /// The variants, or the struct itself.
    pub(crate) cases: Vec<UncheckedCase<'a>>,
}

/// A variant or a struct whose attributes are parsed but not yet validated.
pub(crate) struct UncheckedCase<'a> {
    pub(super) input: &'a DeriveInput,
    pub(crate) ident: &'a Ident,
    pub(super) attrs: &'a [Attribute],
    pub(super) fields: &'a Fields,
    pub(crate) keys: VariantKeys,
}

impl<'a> UncheckedType<'a> {
    pub(super) fn read(input: &'a DeriveInput, errors: &mut Errors) -> Self {
        let mut keys = TypeKeys::default();
        // The keys of a struct's code.
        let mut code_keys = VariantKeys::default();
        let is_struct = matches!(input.data, Data::Struct(_));
        for attribute in &input.attrs {
            let path = attribute.path();
            if path.is_ident("agent_error") && is_struct {
                let targets: &mut [&mut dyn Keys] = &mut [&mut keys, &mut code_keys];
                keys::read(attribute, Place::Struct, targets, errors);
            } else if path.is_ident("agent_error") {
                keys::read(attribute, Place::Enum, &mut [&mut keys], errors);
            } else if path.is_ident("code") && is_struct {
                keys::read(attribute, Place::Variant, &mut [&mut code_keys], errors);
            } else if path.is_ident("code") {
                errors.on(
                    path,
                    "key `code` is not allowed on an enum; it belongs on a variant",
                );
            } else if path.is_ident("context") {
                reject_context(attribute, errors);
            }
        }
        let cases = match &input.data {
            Data::Enum(data) => {
                let variants = data.variants.iter();
                variants
                    .map(|variant| UncheckedCase {
                        input,
                        ident: &variant.ident,
                        attrs: &variant.attrs,
                        fields: &variant.fields,
                        keys: variant_keys(&variant.attrs, errors),
                    })
                    .collect()
            }
            Data::Struct(data) => vec![UncheckedCase {
                input,
                ident: &input.ident,
                attrs: &input.attrs,
                fields: &data.fields,
                keys: code_keys,
            }],
            Data::Union(data) => {
                errors.at(
                    data.union_token.span,
                    "`AgentError` cannot be derived for a union; use an enum or a struct",
                );
                Vec::new()
            }
        };
        Self { input, keys, cases }
    }

    pub(crate) fn krate(&self) -> TokenStream {
        match &self.keys.krate.value {
            Some(path) => path.to_token_stream(),
            None => quote!(::agent_error),
        }
    }
}

fn variant_keys(attrs: &[Attribute], errors: &mut Errors) -> VariantKeys {
    let mut keys = VariantKeys::default();
    for attribute in attrs {
        if attribute.path().is_ident("code") || attribute.path().is_ident("agent_error") {
            keys::read(attribute, Place::Variant, &mut [&mut keys], errors);
        } else if attribute.path().is_ident("context") {
            reject_context(attribute, errors);
        }
    }
    keys
}

fn reject_context(attribute: &Attribute, errors: &mut Errors) {
    errors.on(
        attribute.path(),
        "`#[context(...)]` is not allowed here; it belongs on a field",
    );
}
