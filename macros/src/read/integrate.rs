//! Reads `integrate(axum, mcp, schemars, tonic)`, which lists the frameworks to generate
//! conversions for.

use crate::attr::{self, Entry};
use crate::errors::{Errors, listed};
use crate::model::{Framework, Home, StatusKind};
use crate::tokens::located;
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
            "schemars" => Home::Feature("schemars"),
            "axum" | "mcp" | "tonic" if framework.tokens().is_some() => {
                let path: Path = framework
                    .parse("a path, such as `mcp = my_errors::agent_error_mcp`", errors)?;
                Home::Crate(path.into_token_stream())
            }
            "axum" => Home::Crate(located(span, quote!(::agent_error_axum))),
            "mcp" => Home::Crate(located(span, quote!(::agent_error_mcp))),
            "tonic" => Home::Crate(located(span, quote!(::agent_error_tonic))),
            unknown => {
                let expected = listed(unknown, &["axum", "mcp", "schemars", "tonic"]);
                errors.at(
                    span,
                    format_args!("unknown framework `{unknown}`; expected one of {expected}"),
                );
                continue;
            }
        };
        if let (Home::Feature(_), Some(path)) = (&home, framework.tokens()) {
            errors.on(
                path,
                format_args!("`{name}` does not accept a path; it is a feature of `agent-error`"),
            );
        }
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
