//! Reads `integrate(axum, mcp, schemars, tonic)`, which lists the frameworks to generate conversions for.

use crate::attr::Entry;
use crate::errors::Errors;
use crate::listed::listed;
use crate::model::{Framework, Home};
use crate::tokens::located;
use proc_macro2::{Span, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Ident, Path, Token};

const AXUM: &str = "axum";
const MCP: &str = "mcp";
const SCHEMARS: &str = "schemars";
const TONIC: &str = "tonic";
const FRAMEWORKS: &[&str] = &[AXUM, MCP, SCHEMARS, TONIC];

/// An entry of the form `name` or `name = path`.
struct Listed {
    name: Ident,
    given: Option<Given>,
}

/// The value after `=`. `path` is `None` if the value isn't a valid path.
struct Given {
    span: Span,
    path: Option<Path>,
}

impl Parse for Listed {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse()?;
        let equals: Option<Token![=]> = input.parse()?;
        let given = equals.map(|equals| Given::parse(equals, input)).transpose()?;
        Ok(Self { name, given })
    }
}

impl Given {
    fn parse(equals: Token![=], input: ParseStream<'_>) -> syn::Result<Self> {
        let is_missing = input.is_empty() || input.peek(Token![,]);
        let span = if is_missing { equals.span } else { input.span() };
        let path = input.call(Path::parse_mod_style).ok().filter(|_| input.is_empty() || input.peek(Token![,]));
        while !input.is_empty() && !input.peek(Token![,]) {
            input.parse::<TokenTree>()?;
        }
        Ok(Self { span, path })
    }
}

/// Reads the frameworks, without duplicates.
pub(crate) fn read(entry: &Entry, errors: &mut Errors) -> Option<Vec<Framework>> {
    let expected = "a list of `axum`, `mcp`, `schemars` or `tonic`, such as `integrate(axum)`";
    let mut names: Vec<Ident> = Vec::new();
    let mut frameworks = Vec::new();
    for Listed { name, given } in entry.parse_list(expected, errors)? {
        let text = name.to_string();
        if !FRAMEWORKS.contains(&text.as_str()) {
            let expected = listed(&text, FRAMEWORKS);
            errors.at(name.span(), format_args!("unknown framework `{text}`; expected one of {expected}"));
        } else if let Some(first) = names.iter().find(|known| **known == name) {
            errors.at(name.span(), format_args!("duplicate framework `{text}`"));
            errors.also_at(first.span(), "first one here");
        } else {
            let home = match text.as_str() {
                MCP => package("agent-error-mcp", &name, given, errors),
                TONIC => package("agent-error-tonic", &name, given, errors),
                SCHEMARS => feature(SCHEMARS, given, errors),
                _ => feature(AXUM, given, errors),
            };
            frameworks.extend(home.map(|home| Framework { span: name.span(), home }));
            names.push(name);
        }
    }
    Some(frameworks)
}

fn feature(name: &'static str, given: Option<Given>, errors: &mut Errors) -> Option<Home> {
    match given {
        Some(given) => {
            errors.at(given.span, format_args!("`{name}` does not accept a path; it is a feature of `agent-error`"));
            None
        }
        None => Some(Home::Feature(name)),
    }
}

/// Returns the crate of a framework with its own package, or the explicit path.
fn package(package: &'static str, name: &Ident, given: Option<Given>, errors: &mut Errors) -> Option<Home> {
    match given {
        Some(Given { path: Some(path), .. }) => Some(Home::Crate(path.into_token_stream())),
        Some(Given { span, path: None }) => {
            let example = format!("{name} = my_errors::{}", package.replace('-', "_"));
            errors.at(span, format_args!("invalid value for `{name}`; expected a path, such as `{example}`"));
            None
        }
        None => {
            let package = format_ident!("{}", package.replace('-', "_"));
            Some(Home::Crate(located(name.span(), quote!(::#package))))
        }
    }
}
