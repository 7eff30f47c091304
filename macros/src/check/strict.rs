//! `strict`: what an agent needs of every code is there.

use crate::attr::Entries;
use crate::errors::Errors;
use crate::foreign::Message;
use agent_error_rules::{exit, recoverable};
use proc_macro2::{TokenStream, TokenTree};
use syn::Ident;

/// What a variant says, as far as it matters here.
pub(super) struct Asked<'a> {
    pub(super) entries: &'a Entries,
    pub(super) code: &'a str,
    pub(super) exit: &'a TokenStream,
    pub(super) severity: Option<&'static str>,
    pub(super) has_summary: bool,
    pub(super) has_docs: bool,
    pub(super) message: Option<&'a Message>,
}

pub(super) fn check(ident: &Ident, asked: &Asked<'_>, errors: &mut Errors) {
    if !asked.has_summary {
        errors.at(ident.span(), "missing doc comment; say in one sentence what the code means");
    }
    let helps = ["suggest", "fix", "fix_required", "actions"];
    if is_recoverable(asked) && !helps.iter().any(|key| asked.entries.get(key).is_some()) {
        errors.at(ident.span(), "missing key `suggest`; say what a caller can do about it");
    }
    if !asked.has_docs {
        errors.at(
            ident.span(),
            "missing key `docs`; add `docs = \"https://.../{code}\"` or `docs = inherit` to the type",
        );
    }
    if let Some(message) = asked.message {
        if message.template.contains('\n') {
            errors.at(message.span, "message holds a newline; an agent reads one line");
        } else if message.template.trim_end().ends_with('.') && !message.template.trim_end().ends_with("..") {
            errors.at(message.span, "message ends with a period; it is a part of a sentence");
        }
    }
}

/// Whether a caller can do something about it. Of a constant only the name is known here; the runtime knows its value.
fn is_recoverable(asked: &Asked<'_>) -> bool {
    let exit = asked.exit.clone().into_iter().last();
    let exit = match exit.as_ref().map(TokenTree::to_string).unwrap_or_default().as_str() {
        "SOFTWARE" => Some(exit::SOFTWARE.into()),
        "OSERR" => Some(exit::OSERR.into()),
        other => other.parse().ok(),
    };
    recoverable::is_recoverable(asked.code, exit, asked.severity == Some("critical"))
}
