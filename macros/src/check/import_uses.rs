//! Generates uses of imported names, for types with errors. Otherwise, rustc would also report unused imports.

use crate::attr::{self, Entry};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Attribute, Data, DeriveInput, ExprPath, Path, Token, TypePath};

/// Generates uses of the constants in `exit` and the types in `classify(type(...))`.
pub(crate) fn uses(input: &DeriveInput) -> Option<TokenStream> {
    let variants: Vec<&Attribute> = match &input.data {
        Data::Enum(data) => data.variants.iter().flat_map(|variant| &variant.attrs).collect(),
        Data::Struct(_) | Data::Union(_) => Vec::new(),
    };
    let keys = input.attrs.iter().chain(variants).filter(|attribute| {
        let path = attribute.path();
        path.is_ident("agent_error") || path.is_ident("code")
    });
    let (mut constants, mut types) = (Vec::new(), Vec::new());
    for entry in keys.flat_map(attr::foreign) {
        match entry.name.as_str() {
            "exit" => constants.extend(constant(&entry)),
            // With generic parameters, the types in the rules may refer to parameters that aren't in scope here.
            "classify" if input.generics.params.is_empty() => types.extend(types_in(entry.list())),
            _ => {}
        }
    }
    (!constants.is_empty() || !types.is_empty()).then(|| {
        quote! {
            #[allow(dead_code, clippy::all, clippy::pedantic)]
            const _: () = {
                fn uses() {
                    #(let _ = #constants;)*
                    #(let _: ::core::option::Option<#types>;)*
                }
            };
        }
    })
}

fn constant(entry: &Entry) -> Option<ExprPath> {
    let path: ExprPath = syn::parse2(entry.tokens()?.clone()).ok()?;
    is_outside(&path.path).then_some(path)
}

/// Returns the types in all `type(...)` rules.
fn types_in(rules: Option<&TokenStream>) -> Vec<TypePath> {
    let tokens: Vec<TokenTree> = rules.cloned().into_iter().flatten().collect();
    let groups = tokens.windows(2).filter_map(|pair| match pair {
        [TokenTree::Ident(name), TokenTree::Group(group)] if *name == Ident::new("type", name.span()) => {
            Punctuated::<TypePath, Token![,]>::parse_terminated.parse2(group.stream()).ok()
        }
        _ => None,
    });
    groups.flatten().filter(|ty| is_outside(&ty.path)).collect()
}

/// Whether a path doesn't start with `Self`.
fn is_outside(path: &Path) -> bool {
    path.segments.first().is_some_and(|first| first.ident != "Self")
}
