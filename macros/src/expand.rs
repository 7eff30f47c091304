//! The model to tokens. Nothing here can fail: what could be wrong was checked before.

mod bounds;
mod classify;
mod codes;
mod definition;
mod methods;
mod schema;
mod type_text;

use crate::check;
use crate::errors::Errors;
use crate::model::{ErrorType, Role};
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, GenericParam, Generics};

/// Parse, check, expand; or all the errors and a stub that keeps rustc from adding its own.
pub(crate) fn derive(tokens: TokenStream) -> TokenStream {
    let input: DeriveInput = match syn::parse2(tokens) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    // A union cannot be an error either: a stub would add that message to ours.
    let stub = if matches!(input.data, Data::Union(_)) { TokenStream::new() } else { stub(&input) };
    let mut errors = Errors::default();
    let checked = check::check(input, &mut errors);
    match (errors.finish(), checked) {
        (Ok(()), Some(model)) => expand(&model),
        (Ok(()), None) => stub,
        (Err(found), _) => quote!(#found #stub),
    }
}

/// Empty impls, so that uses of the type cause no secondary errors.
fn stub(input: &DeriveInput) -> TokenStream {
    let krate = check::crate_path(input);
    let ident = &input.ident;
    let (impl_generics, ty_generics, _) = input.generics.split_for_impl();
    let bounds = bounds::for_stub(input);
    let name = quote!(#ident #ty_generics);
    let bounds_named = bounds::for_stub_named(input, &name);
    let integrations = check::is_integrated(input)
        .then(|| quote!(#krate::__private::integrate! { { #impl_generics } { #name } { #bounds_named } }));
    quote! {
        #integrations
        #[automatically_derived]
        impl #impl_generics #krate::AgentError for #ident #ty_generics #bounds {
            fn code(&self) -> &str {
                ""
            }
        }
        #[automatically_derived]
        impl #impl_generics #krate::Catalogued for #ident #ty_generics #bounds {
            const TYPE: &'static #krate::TypeDef = &#krate::TypeDef::EMPTY;
        }
    }
}

fn expand(ty: &ErrorType) -> TokenStream {
    // A crate of macros can export nothing else, so that types out of the registry are out of this check, too.
    let declarations = ty.cases.iter().filter(|_| ty.linked).filter_map(declaration);
    let retirements = ty.retired.iter().filter(|_| ty.linked);
    let retirements = retirements.map(|retired| reserved(&retired.code.value(), retired.code.span()));
    let arguments = static_arguments(&ty.generics);
    let hooks = classify::hooks(ty, arguments.as_ref());
    let catalog = definition::catalog_impl(ty, &hooks);
    let build = classify::impls(ty);
    let integrations = integrations(ty);
    let codes = codes::items(ty, arguments.as_ref());
    let error = methods::error_impl(ty);
    let registration = arguments.as_ref().and_then(|arguments| registration(ty, arguments));
    let unique = arguments.as_ref().and_then(|arguments| unique(ty, arguments));
    quote! {
        #(#declarations)*
        #(#retirements)*
        #codes
        const _: () = {
            #catalog
            #error
            #build
            #registration
            #unique
            #integrations
        };
    }
}

/// An item named after the code, so that a second declaration in the crate is rustc's E0428.
fn declaration(case: &crate::model::Case) -> Option<TokenStream> {
    let Role::Coded(coded) = &case.role else { return None };
    if coded.shared {
        return None;
    }
    Some(reserved(&coded.code, coded.code_span))
}

/// The item of a code, at the code. rustc shows its name if there are two, so the name says what is wrong. It has the name
/// of the crate, since two crates whose names are all re-exported may declare the same code.
fn reserved(code: &str, span: Span) -> TokenStream {
    let krate = std::env::var("CARGO_CRATE_NAME").unwrap_or_default();
    let code = code.replace('.', "_dot_");
    let name = format_ident!("__{krate}_declares_code_{code}_twice_without_shared", span = span);
    let item = quote! {
        #[doc(hidden)]
        #[allow(non_local_definitions)]
        #[macro_export]
        macro_rules! #name {
            () => {};
        }
    };
    located(span, item)
}

/// The tokens as if they were written at `span`, so that rustc shows its errors there; names are looked
/// up as before.
fn located(span: Span, tokens: TokenStream) -> TokenStream {
    let tokens = tokens.into_iter().map(|mut token| {
        if let TokenTree::Group(group) = &token {
            let mut moved = Group::new(group.delimiter(), located(span, group.stream()));
            moved.set_span(span.resolved_at(group.span()));
            return TokenTree::Group(moved);
        }
        token.set_span(span.resolved_at(token.span()));
        token
    });
    tokens.collect()
}

/// What frameworks need to answer with the type: the runtime knows which of them it was built for.
fn integrations(ty: &ErrorType) -> Option<TokenStream> {
    let (krate, ident) = (&ty.krate, &ty.ident);
    let (impl_generics, ty_generics, _) = ty.generics.split_for_impl();
    let name = quote!(#ident #ty_generics);
    let bounds = bounds::for_error_named(ty, &name);
    ty.integrated.then(|| quote!(#krate::__private::integrate! { { #impl_generics } { #name } { #bounds } }))
}

/// Puts the type into the link-time registry.
fn registration(ty: &ErrorType, arguments: &TokenStream) -> Option<TokenStream> {
    let (krate, ident) = (&ty.krate, &ty.ident);
    ty.linked.then(|| quote!(#krate::__private::register!(#ident #arguments);))
}

/// The const check that nested catalogs share no code.
fn unique(ty: &ErrorType, arguments: &TokenStream) -> Option<TokenStream> {
    let (krate, ident) = (&ty.krate, &ty.ident);
    let check = quote!(#krate::__private::assert_unique!(#ident #arguments););
    definition::may_clash(ty).then(|| located(ident.span(), check))
}

/// `<'static, …>` for a type whose parameters are lifetimes, `None` for one that has others.
fn static_arguments(generics: &Generics) -> Option<TokenStream> {
    let lifetimes = generics.params.iter().map(|param| match param {
        GenericParam::Lifetime(_) => Some(quote!('static)),
        GenericParam::Type(_) | GenericParam::Const(_) => None,
    });
    let lifetimes = lifetimes.collect::<Option<Vec<_>>>()?;
    Some(if lifetimes.is_empty() { TokenStream::new() } else { quote!(<#(#lifetimes),*>) })
}
