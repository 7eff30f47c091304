//! `integrate(axum, mcp)`: the frameworks that answer with the type.

use crate::attr::Entries;
use crate::errors::Errors;
use crate::listed::listed;
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::{Ident, Token};

/// Each is a feature of the runtime and the suffix of a macro there.
const FRAMEWORKS: &[&str] = &["axum", "mcp"];

/// The listed frameworks, each once.
pub(crate) fn check(entries: &Entries, errors: &mut Errors) -> Vec<Ident> {
    let Some(entry) = entries.get("integrate") else { return Vec::new() };
    let parser = Punctuated::<Ident, Token![,]>::parse_terminated;
    let parsed = entry.list().and_then(|tokens| parser.parse2(tokens.clone()).ok()).filter(|list| !list.is_empty());
    let Some(listed_here) = parsed else {
        let message = "invalid value for `integrate`; expected `integrate(axum)`, `integrate(mcp)` or both";
        errors.at(entry.span, message);
        return Vec::new();
    };
    let mut frameworks: Vec<Ident> = Vec::new();
    for framework in listed_here {
        let name = framework.to_string();
        if !FRAMEWORKS.contains(&name.as_str()) {
            let expected = listed(&name, FRAMEWORKS);
            errors.at(framework.span(), format_args!("unknown framework `{name}`; expected one of {expected}"));
        } else if let Some(first) = frameworks.iter().find(|known| **known == framework) {
            errors.at(framework.span(), format_args!("duplicate framework `{name}`"));
            errors.also_at(first.span(), "first one here");
        } else {
            frameworks.push(framework);
        }
    }
    frameworks
}
