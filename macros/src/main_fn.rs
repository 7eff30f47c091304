//! Expands `#[agent_error::main]`. Moves the user's `main` into a new `main`, which reports its
//! result.

use crate::errors::Errors;
use crate::keys::{self, Keys, MainKeys};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};

pub(crate) fn expand(args: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let keys = keys::read_main(args, &mut errors);
    let name = errors.keep(name_of_main(&item));
    if let Err(found) = errors.finish() {
        // Keep the user's function, because rustc would otherwise warn about unused code that only
        // `main` calls.
        let kept = name.map(|_| quote!(#item let _ = main;));
        return quote!(#found fn main() { #kept });
    }
    match name {
        Some(span) => wrap(&keys, &item, span),
        // This function has returned an error.
        None => TokenStream::new(),
    }
}

fn wrap(keys: &MainKeys, item: &TokenStream, span: Span) -> TokenStream {
    let krate = match &keys.krate.value {
        Some(path) => path.to_token_stream(),
        None => quote!(::agent_error),
    };
    let calls: Vec<TokenStream> = keys.facts();
    let formats = match &keys.formats.value {
        None => quote!(#krate::__private::DEFAULT_FORMATS),
        Some(formats) => quote!(const { #formats }),
    };
    let main = quote_spanned!(span.resolved_at(Span::mixed_site())=> main());
    let program = if never_returns(item) {
        quote!(|| -> ::core::convert::Infallible { #main })
    } else {
        quote!(|| #main)
    };
    quote! {
        fn main() -> ::std::process::ExitCode {
            #item
            #krate::__private::main(
                ::core::option_env!("CARGO_BIN_NAME"),
                ::core::option_env!("CARGO_PKG_NAME"),
                #formats,
                |__program| __program #(.#calls)*,
                #program,
            )
        }
    }
}

const ELSEWHERE: &str = "`#[agent_error::main]` belongs on `fn main()`; move it there";

/// Checks that the item is `fn main` without parameters. Returns the span of its name.
///
/// The function may only be async if it has another attribute, such as `#[tokio::main]`.
fn name_of_main(item: &TokenStream) -> syn::Result<Span> {
    let tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    let keyword = tokens.iter().position(|token| is_word(token, "fn"));
    let (before, from_keyword) = tokens.split_at(keyword.unwrap_or(tokens.len()));
    let [_, TokenTree::Ident(name), TokenTree::Group(arguments), ..] = from_keyword else {
        return Err(syn::Error::new_spanned(item, ELSEWHERE));
    };
    if name != "main" {
        return Err(syn::Error::new(name.span(), ELSEWHERE));
    }
    if !arguments.stream().is_empty() {
        let message = "`fn main` cannot have parameters; read arguments with `std::env::args`";
        return Err(syn::Error::new(name.span(), message));
    }
    let has_attribute = before.iter().any(|token| is_punct(token, '#'));
    if let Some(asynchronous) = before.iter().find(|token| is_word(token, "async"))
        && !has_attribute
    {
        return Err(syn::Error::new(
            asynchronous.span(),
            "`main` is async; add your runtime's attribute, such as `#[tokio::main]`",
        ));
    }
    Ok(name.span())
}

/// Whether the function's return type is `!`.
fn never_returns(item: &TokenStream) -> bool {
    let tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    let [
        ..,
        TokenTree::Group(_),
        dash,
        arrow,
        never,
        TokenTree::Group(_),
    ] = tokens.as_slice()
    else {
        return false;
    };
    is_punct(dash, '-') && is_punct(arrow, '>') && is_punct(never, '!')
}

fn is_punct(token: &TokenTree, expected: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == expected)
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if *ident == Ident::new(word, Span::call_site()))
}
