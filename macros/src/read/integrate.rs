//! Reads `integrate(axum, mcp, schemars, tonic)`, which lists the frameworks to generate
//! conversions for.

use crate::attr::{self, Entry};
use crate::errors::{Errors, listed};
use crate::model::{Framework, Home, StatusKind};
use crate::tokens::located;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use std::collections::HashMap;
use syn::Path;

pub(crate) fn read(entry: &Entry, errors: &mut Errors) -> Option<Vec<Framework>> {
    let Some(tokens) = entry.list().filter(|tokens| !tokens.is_empty()) else {
        return entry.invalid(
            "a list of `axum`, `mcp`, `schemars` or `tonic`, such as `integrate(axum)`",
            errors,
        );
    };
    let mut seen = HashMap::new();
    let mut frameworks = Vec::new();
    for framework in attr::parse(tokens.clone(), false, errors) {
        let name = framework.name.as_str();
        let span = framework.span;
        let home = match name {
            "schemars" => {
                if let Some(path) = framework.tokens() {
                    errors.on(
                        path,
                        "`schemars` does not accept a path; it is a feature of `agent-error`",
                    );
                }
                Home::Feature("schemars")
            }
            "axum" => Home::Crate(crate_path(&framework, quote!(::agent_error_axum), errors)?),
            "mcp" => Home::Crate(crate_path(&framework, quote!(::agent_error_mcp), errors)?),
            "tonic" => Home::Crate(crate_path(&framework, quote!(::agent_error_tonic), errors)?),
            unknown => {
                let expected = listed(unknown, &["axum", "mcp", "schemars", "tonic"]);
                errors.at(
                    span,
                    format_args!("unknown framework `{unknown}`; expected one of {expected}"),
                );
                continue;
            }
        };
        if let Some(first) = seen.insert(name.to_owned(), span) {
            errors.at(span, format_args!("duplicate framework `{name}`"));
            errors.at(first, "first one here");
            continue;
        }
        let status = match name {
            "axum" => Some(StatusKind::Http),
            "tonic" => Some(StatusKind::Grpc),
            _ => None,
        };
        frameworks.push(Framework { span, home, status });
    }
    Some(frameworks)
}

/// Returns the path of a framework's crate: the one in `axum = path`, or the default.
fn crate_path(framework: &Entry, default: TokenStream, errors: &mut Errors) -> Option<TokenStream> {
    if framework.tokens().is_none() {
        return Some(located(framework.span, default));
    }
    let expected = "a path, such as `mcp = my_errors::agent_error_mcp`";
    let path: Path = framework.parse(expected, errors)?;
    Some(path.into_token_stream())
}
