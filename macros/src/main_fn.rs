//! Expands `#[agent_error::main]`. Moves the user's `main` into a new `main`, which reports its result.

use crate::check::code::is_exit_code;
use crate::crate_path::CratePath;
use crate::expand::located;
use crate::listed::listed;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{LitBool, LitInt, Token};

pub(crate) fn expand(args: TokenStream, item: TokenStream) -> TokenStream {
    match (MainArgs::read(args), check(&item)) {
        (Ok(settings), Ok(span)) => wrap(&settings, &item, span),
        // Keep the user's function. Without it, rustc would warn about unused code that only `main` calls.
        (Err(error), Ok(_)) => {
            let error = error.into_compile_error();
            quote! {
                #error
                fn main() {
                    #item
                    let _ = main;
                }
            }
        }
        (settings, checked) => {
            let errors = [settings.err(), checked.err()].into_iter().flatten().map(syn::Error::into_compile_error);
            let errors: TokenStream = errors.collect();
            quote!(#errors fn main() {})
        }
    }
}

fn wrap(settings: &MainArgs, item: &TokenStream, span: Span) -> TokenStream {
    let MainArgs { krate, calls, signals, formats } = settings;
    let handles_signals = signals.as_ref().is_some_and(|(handled, _)| handled.value);
    // This macro is defined in the runtime crate, because only that crate knows which of its features are enabled.
    let signals =
        signals.as_ref().map(|(handled, span)| located(*span, quote!(#krate::__private::register_signals!(#handled);)));
    let call = quote_spanned!(span.resolved_at(Span::mixed_site())=> main());
    quote! {
        #signals
        fn main() -> ::std::process::ExitCode {
            #item
            #krate::__private::main(
                ::core::option_env!("CARGO_BIN_NAME"),
                #handles_signals,
                #formats,
                |__program| __program #calls,
                || #call,
            )
        }
    }
}

/// The arguments of the attribute.
struct MainArgs {
    /// The runtime crate: `::agent_error`, or the value of `crate = path`.
    krate: TokenStream,
    /// The method calls that configure the program.
    calls: TokenStream,
    /// The formats to link.
    formats: TokenStream,
    /// The value of `handle_signals`, and the span of the key. Registered outside of `main`, because the catalog needs
    /// this setting before the program runs.
    signals: Option<(LitBool, Span)>,
}

const KEYS: &[&str] = &[
    "crate",
    "formats",
    "agent_format",
    "piped_format",
    "errors_on_stderr",
    "output_flags",
    "output_variable",
    "shown_in_help",
    "exit_overrides",
    "human",
    "clap_text",
    "panic_exit",
    "handle_signals",
    "traced",
];

/// Boolean keys.
const SWITCHES: &[&str] =
    &["errors_on_stderr", "output_flags", "shown_in_help", "clap_text", "handle_signals", "traced"];

impl MainArgs {
    fn read(args: TokenStream) -> syn::Result<Self> {
        let pairs = Punctuated::<Setting, Token![,]>::parse_terminated.parse2(args)?;
        let krate = pairs.iter().find(|pair| pair.key == "crate").map(|pair| pair.value.clone());
        let krate = krate.unwrap_or_else(|| CratePath::RUNTIME.into_token_stream());
        let mut calls = TokenStream::new();
        let mut signals = None;
        let mut formats = quote!(#krate::Renderer::DEFAULT);
        for (at, Setting { key, value, span }) in pairs.iter().enumerate() {
            if pairs.iter().take(at).any(|earlier| earlier.key == *key) {
                return Err(syn::Error::new(*span, format!("duplicate key `{key}`")));
            }
            match key.as_str() {
                "agent_format" => calls.extend(quote_spanned!(*span=> .agent_format(#krate::Format::#value))),
                "piped_format" => calls.extend(quote_spanned!(*span=> .piped_format(#krate::Format::#value))),
                "formats" => formats = linked(&krate, value),
                "handle_signals" => signals = Some((syn::parse2(value.clone())?, *span)),
                "crate" => {}
                // Every other key has a method of the same name.
                _ => {
                    let method = Ident::new(key, *span);
                    calls.extend(quote_spanned!(*span=> .#method(#value)));
                }
            }
        }
        Ok(Self { krate, calls, formats, signals })
    }
}

/// A `key = value` pair.
struct Setting {
    key: String,
    value: TokenStream,
    span: Span,
}

impl Parse for Setting {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if !input.peek(Ident::peek_any) {
            return Err(input.error("expected a key, such as `#[agent_error::main(panic_exit = 70)]`"));
        }
        let ident = input.call(Ident::parse_any)?;
        let key = ident.to_string();
        if !KEYS.contains(&key.as_str()) {
            let message = format!("unknown key `{key}`; expected one of {}", listed(&key, KEYS));
            return Err(syn::Error::new(ident.span(), message));
        }
        let expected = match key.as_str() {
            "crate" => "a path, such as `crate = my_errors::agent_error`",
            "agent_format" | "piped_format" => "a variant of `Format`, such as `agent_format = Nested`",
            _ if SWITCHES.contains(&key.as_str()) => "`true` or `false`",
            "human" => "a function, such as `human = show_error`",
            "formats" => "variants of `Format`, such as `formats(Envelope, Xml)`, or `formats(all)`",
            "output_variable" => "a string, such as `output_variable = \"TOOL_FORMAT\"`",
            "exit_overrides" => "a function, such as `exit_overrides = exit_code`",
            _ => "a code from 1 to 125",
        };
        let refused = |span| syn::Error::new(span, format!("invalid value for `{key}`; expected {expected}"));
        if key == "formats" {
            let content = list(input).map_err(|_| refused(ident.span()))?;
            return Ok(Self { key, value: content, span: ident.span() });
        }
        if input.parse::<Token![=]>().is_err() {
            return Err(refused(ident.span()));
        }
        let span = input.span();
        let value = match key.as_str() {
            "output_variable" => input.parse::<syn::LitStr>().map(ToTokens::into_token_stream),
            "crate" => input.parse::<syn::Path>().map(ToTokens::into_token_stream),
            "agent_format" | "piped_format" => input.parse::<Ident>().map(ToTokens::into_token_stream),
            _ if SWITCHES.contains(&key.as_str()) => input.parse::<LitBool>().map(ToTokens::into_token_stream),
            _ => input.parse::<syn::Expr>().map(ToTokens::into_token_stream),
        };
        let value = value.map_err(|_| refused(span))?;
        if key == "panic_exit" && syn::parse2::<LitInt>(value.clone()).is_ok_and(|code| !is_exit_code(&code)) {
            return Err(refused(span));
        }
        Ok(Self { key, value, span: ident.span() })
    }
}

/// Parses a non-empty list of identifiers in parentheses.
fn list(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let content;
    syn::parenthesized!(content in input);
    let names = Punctuated::<Ident, Token![,]>::parse_terminated(&content)?;
    match names.is_empty() {
        true => Err(content.error("expected an identifier")),
        false => Ok(names.into_token_stream()),
    }
}

/// Returns an expression for the formats in `formats(…)`.
fn linked(krate: &TokenStream, names: &TokenStream) -> TokenStream {
    if names.to_string() == "all" {
        return quote!(#krate::Renderer::ALL);
    }
    let names = names.clone().into_iter().filter(|token| matches!(token, TokenTree::Ident(_)));
    quote!(const { &[#(#krate::Renderer::new(#krate::Format::#names)),*] })
}

const ELSEWHERE: &str = "`#[agent_error::main]` belongs on `fn main()`; move it there";

/// Checks that the item is `fn main` without parameters. Returns the span of its name.
///
/// The function may only be async if it has another attribute, such as `#[tokio::main]`.
fn check(item: &TokenStream) -> syn::Result<Span> {
    let tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    let function = tokens.iter().position(|token| is_word(token, "fn"));
    let Some((before, [TokenTree::Ident(name), TokenTree::Group(arguments), ..])) =
        function.map(|at| (&tokens[..at], &tokens[at + 1..]))
    else {
        return Err(syn::Error::new_spanned(item, ELSEWHERE));
    };
    if name != "main" {
        return Err(syn::Error::new(name.span(), ELSEWHERE));
    }
    if !arguments.stream().is_empty() {
        let message = "`fn main` cannot have parameters; read arguments with `std::env::args`";
        return Err(syn::Error::new(name.span(), message));
    }
    let is_async = before.iter().find(|token| is_word(token, "async"));
    let has_attribute = before.iter().any(|token| matches!(token, TokenTree::Punct(punct) if punct.as_char() == '#'));
    match is_async {
        Some(word) if !has_attribute => {
            Err(syn::Error::new(word.span(), "`main` is async; add your runtime's attribute, such as `#[tokio::main]`"))
        }
        _ => Ok(name.span()),
    }
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if *ident == Ident::new(word, Span::call_site()))
}
