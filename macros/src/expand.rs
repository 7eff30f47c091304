//! Generates code from the model. This can't fail, because validation has already reported all
//! errors.

mod bounds;
mod codes;
mod definition;
mod fields;
mod frameworks;
mod methods;
#[cfg(test)]
mod snapshots;

use crate::check::{self, UncheckedType};
use crate::errors::Errors;
use crate::model::ErrorType;
use crate::tokens::located;
use fields::Fields;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput};

/// Parses, validates and expands a type. If the type has errors, returns a stub, which prevents
/// follow-up errors.
pub(crate) fn derive(tokens: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(tokens) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    let mut errors = Errors::default();
    let unchecked = check::read(&input, &mut errors);
    let model = check::check(&unchecked, &mut errors);
    match errors.finish() {
        Ok(()) => expand(&model),
        Err(found) => {
            let stub = empty_impls(&unchecked);
            quote!(#found #stub)
        }
    }
}

/// Generates empty impls for a type with errors, to prevent follow-up errors in code that uses the
/// type.
fn empty_impls(ty: &UncheckedType<'_>) -> TokenStream {
    let input = ty.input;
    if let Data::Union(_) = input.data {
        // A union can't implement `Error`, so a stub would cause another error.
        return TokenStream::new();
    }
    let krate = ty.krate();
    let ident = &input.ident;
    let (impl_generics, ty_generics, _) = input.generics.split_for_impl();
    let bounds = bounds::for_stub(input, &quote!(Self));
    let integrations = frameworks::stubs(ty);
    let codes = codes::stub(ty);
    quote! {
        #integrations
        #codes
        #[automatically_derived]
        impl #impl_generics #krate::AgentError for #ident #ty_generics #bounds {
            fn code(&self) -> &str {
                ""
            }

            fn record(&self) -> #krate::ErrorRecord {
                ::core::unreachable!()
            }
        }
        #[automatically_derived]
        impl #impl_generics #krate::__private::Declares for #ident #ty_generics #bounds {
            const TYPE: &'static #krate::__private::TypeDef = &#krate::__private::TypeDef::EMPTY;
        }
    }
}

fn expand(ty: &ErrorType) -> TokenStream {
    let imports = imports(&ty.krate);
    let reservations = reservations(ty);
    let arguments = static_arguments(ty);
    let fields = Fields::of(ty);
    let catalog = definition::catalog_impl(ty, &fields, arguments.as_ref());
    let constructor = constructor(ty);
    let integrations = frameworks::impls(ty);
    let codes = codes::items(ty, arguments.as_ref());
    let error = methods::error_impl(ty, &fields);
    let uniqueness = match &arguments {
        Some(arguments) => uniqueness_check(ty, arguments),
        None => None,
    };
    let functions = &fields.functions;
    quote! {
        #codes
        #[allow(unused, deprecated, non_local_definitions, single_use_lifetimes, clippy::all)]
        #[allow(unused_qualifications, clippy::pedantic)]
        const _: () = {
            #imports
            #reservations
            #catalog
            #(#functions)*
            #error
            #constructor
            #uniqueness
            #integrations
        };
    }
}

/// Imports the runtime's private module as `__agent`, and the traits for method resolution.
///
/// The path contains the version of this crate. If the runtime has another version, rustc only
/// reports the import.
fn imports(krate: &TokenStream) -> TokenStream {
    let version = env!("CARGO_PKG_VERSION").replace(['.', '-', '+'], "_");
    let module = format_ident!("same_version_as_agent_error_macros_{version}");
    let span = krate.span();
    let import = quote_spanned!(span.resolved_at(Span::call_site())=> use #krate::__private::#module as __agent;);
    quote! {
        #import
        use __agent::{fallback::*, Fact as __Fact};
    }
}

/// The maximum number of macro definitions in a block.
///
/// When rustc resolves the attributes of a macro, it checks all earlier macros in the same block.
/// Large blocks are therefore slow.
const MACROS_IN_A_BLOCK: usize = 32;

/// Generates a macro for each code, whose name contains the code. If a crate declares a code twice,
/// rustc reports a duplicate definition (E0428). Skips unregistered types, because a proc-macro
/// crate can't export other macros.
fn reservations(ty: &ErrorType) -> TokenStream {
    if !ty.linked {
        return TokenStream::new();
    }
    let krate = std::env::var("CARGO_CRATE_NAME").unwrap_or_default();
    let mut items = Vec::new();
    for (_, coded) in ty.coded() {
        if !coded.is_shared {
            items.push(reservation(&krate, &coded.code, coded.code_span));
        }
    }
    for retired in ty.retired {
        let code = &retired.code;
        items.push(reservation(&krate, &code.value(), code.span()));
    }
    if items.len() <= MACROS_IN_A_BLOCK {
        return items.into_iter().collect();
    }
    items
        .chunks(MACROS_IN_A_BLOCK)
        .map(|items| quote!(const _: () = { #(#items)* };))
        .collect()
}

/// Generates the macro definition for a code, at the code's span.
///
/// rustc's error contains the macro name, so the name describes the mistake. It also contains the
/// crate name, because a crate may re-export two crates that declare the same code.
fn reservation(krate: &str, code: &str, span: Span) -> TokenStream {
    let code_in_name = code.replace('.', "_dot_");
    let location = span.resolved_at(Span::call_site());
    let name = format_ident!(
        "__{krate}_declares_or_retires_code_{code_in_name}_twice_without_shared",
        span = location
    );
    quote_spanned! {location=>
        #[doc(hidden)]
        #[macro_export]
        macro_rules! #name {
            () => {};
        }
    }
}

/// Generates a compile-time check for duplicate codes in nested catalogs.
fn uniqueness_check(ty: &ErrorType, arguments: &TokenStream) -> Option<TokenStream> {
    if !definition::may_clash(ty) {
        return None;
    }
    let ident = &ty.ident;
    let ty_def = quote!(<#ident #arguments as __agent::Declares>::TYPE);
    let check = quote!(const _: () = __agent::assert_unique(#ty_def););
    Some(located(ident.span(), check))
}

/// Returns `<'static, …>` if all generic parameters are lifetimes. Otherwise, returns `None`.
fn static_arguments(ty: &ErrorType) -> Option<TokenStream> {
    if ty.has_instances() {
        return None;
    }
    let lifetimes: Vec<TokenStream> = ty.generics.params.iter().map(|_| quote!('static)).collect();
    if lifetimes.is_empty() {
        return Some(TokenStream::new());
    }
    Some(quote!(<#(#lifetimes),*>))
}

/// Generates a function that constructs every variant with rules. If the program never constructs a
/// variant itself, rustc would report dead code.
fn constructor(ty: &ErrorType) -> Option<TokenStream> {
    let ident = &ty.ident;
    let mut values = Vec::new();
    for (case, coded) in ty.coded() {
        let Some(members) = &coded.classified else {
            continue;
        };
        let variant = &case.ident;
        let path = if ty.is_enum {
            quote!(#ident::#variant)
        } else {
            quote!(#ident)
        };
        values.push(quote!(#path { #(#members: loop {}),* }));
    }
    if values.is_empty() {
        return None;
    }
    Some(quote! {
        fn constructed() {
            #(let _ = #values;)*
        }
    })
}
