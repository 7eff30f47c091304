//! Rules for `strict`: each code must declare everything that an agent needs.

use crate::attr::Entries;
use crate::errors::Errors;
use crate::foreign::Message;
use agent_error_rules::exit;
use agent_error_rules::good::{Need, Stated};
use proc_macro2::{TokenStream, TokenTree};
use syn::Ident;

/// The facts about a variant that `strict` checks.
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
    let helps = ["suggest", "fix", "fix_required", "replacement", "actions"];
    let template = asked.message.map_or("", |message| &*message.template);
    let stated = Stated {
        code: asked.code,
        exit: exit_code(asked.exit),
        is_critical: asked.severity == Some("critical"),
        message: template,
        // A variant's fields are part of the context by default.
        hides_values: false,
        has_advice: helps.iter().any(|key| asked.entries.get(key).is_some()),
        has_docs: asked.has_docs,
        has_summary: asked.has_summary,
    };
    let on_message = asked.message.map_or(ident.span(), |message| message.span);
    let wanted = [Need::Summary, Need::Advice, Need::Docs, Need::OneLine, Need::NoPeriod];
    for need in wanted.into_iter().filter(|need| stated.lacks(*need)) {
        match need {
            Need::Summary => errors.at(ident.span(), "missing doc comment; describe the code in one sentence"),
            Need::Advice => errors.at(ident.span(), "missing key `suggest`; tell the caller what to do"),
            Need::Docs => errors.at(
                ident.span(),
                "missing key `docs`; add `docs = \"https://.../{code}\"` or `docs = inherit` to the type",
            ),
            Need::OneLine => errors.at(on_message, "message contains a newline; write it on one line"),
            Need::NoPeriod => errors.at(on_message, "message ends with a period; remove it"),
            Need::Context => {}
        }
    }
}

/// Returns the exit code, if known. The values of constants aren't known to the macro, so recognizes two of them by
/// name.
fn exit_code(exit: &TokenStream) -> Option<i32> {
    let exit = exit.clone().into_iter().last();
    match exit.as_ref().map(TokenTree::to_string).unwrap_or_default().as_str() {
        "SOFTWARE" => Some(exit::SOFTWARE.into()),
        "OSERR" => Some(exit::OSERR.into()),
        other => other.parse().ok(),
    }
}
