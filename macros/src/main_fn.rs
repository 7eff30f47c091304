//! `#[agent_error::main]`: the item as written, nested in a `main` that reports its result.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::Token;
use syn::parse::{ParseStream, Parser};

pub(crate) fn expand(args: TokenStream, item: TokenStream) -> TokenStream {
    match (runtime(args), check(&item)) {
        (Ok(krate), Ok(span)) => wrap(&krate, &item, span),
        (krate, checked) => {
            let errors = [krate.err(), checked.err()].into_iter().flatten().map(syn::Error::into_compile_error);
            let errors: TokenStream = errors.collect();
            quote!(#errors fn main() {})
        }
    }
}

fn wrap(krate: &TokenStream, item: &TokenStream, span: Span) -> TokenStream {
    let call = quote_spanned!(span.resolved_at(Span::mixed_site())=> main());
    quote! {
        fn main() -> ::std::process::ExitCode {
            #item
            #krate::__private::main(
                ::core::option_env!("CARGO_BIN_NAME"),
                ::core::option_env!("CARGO_PKG_VERSION"),
                || #call,
            )
        }
    }
}

/// The runtime crate: `::agent_error`, or what `crate = path` says.
fn runtime(args: TokenStream) -> syn::Result<TokenStream> {
    if args.is_empty() {
        return Ok(quote!(::agent_error));
    }
    let parser = |input: ParseStream<'_>| {
        input.parse::<Token![crate]>()?;
        input.parse::<Token![=]>()?;
        input.parse::<syn::Path>()
    };
    let refused = syn::Error::new_spanned(&args, "invalid arguments; expected `#[agent_error::main(crate = path)]`");
    parser.parse2(args).map(|path| quote!(#path)).map_err(|_| refused)
}

/// The item must be `fn main` without arguments, and not `async` unless another attribute makes it run.
fn check(item: &TokenStream) -> syn::Result<Span> {
    let tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    let function = tokens.iter().position(|token| is_word(token, "fn"));
    let Some((before, [TokenTree::Ident(name), TokenTree::Group(arguments), ..])) =
        function.map(|at| (&tokens[..at], &tokens[at + 1..]))
    else {
        return Err(syn::Error::new_spanned(item, "`#[agent_error::main]` belongs on `fn main()`"));
    };
    if name != "main" || !arguments.stream().is_empty() {
        let message = "`#[agent_error::main]` belongs on `fn main()` without arguments";
        return Err(syn::Error::new(name.span(), message));
    }
    let is_async = before.iter().find(|token| is_word(token, "async"));
    let has_attribute = before.iter().any(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '#'));
    match is_async {
        Some(word) if !has_attribute => Err(syn::Error::new(
            word.span(),
            "`main` is async; add the attribute of your runtime, as in `#[tokio::main]`",
        )),
        _ => Ok(name.span()),
    }
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if *ident == Ident::new(word, Span::call_site()))
}
