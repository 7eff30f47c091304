//! Reads `integrate(axum, mcp, schemars, tonic)`, which lists the frameworks to generate conversions for.

use crate::attr::Entry;
use crate::errors::{Errors, listed};
use crate::model::{Framework, Home};
use crate::tokens::located;
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Ident, Path, Token};

/// An entry of the form `name` or `name = path`.
struct Listed {
    name: Ident,
    path: Option<Path>,
}

impl Parse for Listed {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse()?;
        let equals: Option<Token![=]> = input.parse()?;
        let path = equals.map(|_| input.call(Path::parse_mod_style)).transpose()?;
        Ok(Self { name, path })
    }
}

/// Reads the frameworks, without duplicates.
pub(crate) fn read(entry: &Entry, errors: &mut Errors) -> Option<Vec<Framework>> {
    let expected = "a list of `axum`, `mcp`, `schemars` or `tonic`, such as `integrate(axum)` or \
                    `integrate(mcp = my_errors::agent_error_mcp)`";
    let mut names: Vec<Ident> = Vec::new();
    let mut frameworks = Vec::new();
    for Listed { name, path } in entry.parse_list(expected, errors)? {
        let text = name.to_string();
        let package = match text.as_str() {
            "mcp" => Some(quote!(::agent_error_mcp)),
            "tonic" => Some(quote!(::agent_error_tonic)),
            "axum" | "schemars" => None,
            unknown => {
                let expected = listed(unknown, &["axum", "mcp", "schemars", "tonic"]);
                errors.at(name.span(), format_args!("unknown framework `{unknown}`; expected one of {expected}"));
                continue;
            }
        };
        if let Some(first) = names.iter().find(|known| **known == name) {
            errors.at(name.span(), format_args!("duplicate framework `{text}`"));
            errors.at(first.span(), "first one here");
            continue;
        }
        let home = match (package, path) {
            (Some(_), Some(path)) => Home::Crate(path.into_token_stream()),
            (Some(package), None) => Home::Crate(located(name.span(), package)),
            (None, None) => Home::Feature(if text == "axum" { "axum" } else { "schemars" }),
            (None, Some(path)) => {
                errors.on(path, format_args!("`{text}` does not accept a path; it is a feature of `agent-error`"));
                continue;
            }
        };
        frameworks.push(Framework { span: name.span(), home });
        names.push(name);
    }
    Some(frameworks)
}
