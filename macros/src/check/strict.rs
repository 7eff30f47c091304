//! Checks that codes declare everything that agents need, for types with the key `strict`.

use crate::attr::{Entries, Entry};
use crate::errors::Errors;
use crate::foreign::Message;
use crate::model::{ContextField, Exit};
use agent_error_rules::exit;
use agent_error_rules::requirements::{Need, Stated, names_something};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::Ident;

/// The input of the `strict` check for a variant.
pub(super) struct StrictInput<'a> {
    pub(super) entries: &'a Entries,
    pub(super) code: &'a str,
    pub(super) exit: &'a Exit,
    pub(super) severity: Option<&'static str>,
    pub(super) has_summary: bool,
    pub(super) has_docs: bool,
    pub(super) message: Option<&'a Message>,
    pub(super) context: &'a [ContextField],
    pub(super) side_effects: Option<&'static str>,
    pub(super) retryable: Option<bool>,
}

pub(super) fn check(ident: &Ident, asked: &StrictInput<'_>, errors: &mut Errors) {
    let helps = ["suggest", "fix", "check", "fix_required", "replacement", "actions"];
    let template = asked.message.map_or("", |message| &*message.template);
    let stated = Stated {
        code: asked.code,
        exit: exit_code(asked.exit),
        is_critical: asked.severity == Some("critical"),
        message: template,
        // The fields of a variant are context by default.
        hides_values: false,
        has_advice: helps.iter().any(|key| asked.entries.get(key).is_some()),
        has_docs: asked.has_docs,
        has_summary: asked.has_summary,
        has_lookup: has_lookup(asked),
        may_have_effects: may_have_effects(asked),
        has_check: asked.entries.get("check").is_some(),
        has_fixed_wait: asked.entries.get("retry_after").and_then(Entry::tokens).is_some_and(is_string),
        has_strategy: asked.entries.get("retry").is_some(),
    };
    let on_message = asked.message.map_or(ident.span(), |message| message.span);
    for need in Need::ALL.into_iter().filter(|need| stated.lacks(*need)) {
        match need {
            Need::Summary => errors.at(ident.span(), "missing doc comment; describe the code in one sentence"),
            Need::Advice => errors.at(ident.span(), "missing key `suggest`; tell the caller what to do"),
            Need::Docs => errors.at(
                ident.span(),
                "missing key `docs`; add `docs = \"https://.../{code}\"` or `docs = inherit` to the type",
            ),
            Need::OneLine => errors.at(on_message, "message contains a newline; write it on one line"),
            Need::NoPeriod => errors.at(on_message, "message ends with a period; remove it"),
            Need::Lookup => errors.at(
                ident.span(),
                "nothing says how to find the right name; name the command that lists them in `suggest`, or add \
                 `#[context(nearest)]` or `#[context(values_from = \"...\")]` to a field",
            ),
            Need::Check => errors.at(
                ident.span(),
                "missing key `check`; add a command that shows what the failed call has done, or state `side_effects`",
            ),
            Need::RetryStrategy => {
                errors.at(ident.span(), "missing key `retry`; say how the wait grows, as in `retry = exponential`");
            }
            Need::Context => {}
        }
    }
}

/// Whether the caller can find valid names, through a list of names or a command in the advice.
fn has_lookup(asked: &StrictInput<'_>) -> bool {
    let named = |key: &str| {
        let text = asked.entries.get(key).and_then(Entry::tokens).map(ToString::to_string);
        // The content of a string that is only a placeholder isn't known at compile time.
        text.is_some_and(|text| names_something(&text) || text.starts_with("\"{"))
    };
    let lists = |field: &ContextField| {
        field.nearest || field.values_from.is_some() || field.ty.to_string().ends_with("Listing")
    };
    ["fix", "check", "actions", "replacement"].iter().any(|key| asked.entries.get(key).is_some())
        || ["suggest", "fix_required"].into_iter().any(named)
        || asked.context.iter().any(lists)
}

/// Whether a failed call may have side effects, according to the variant's keys or the default for its exit code.
fn may_have_effects(asked: &StrictInput<'_>) -> bool {
    let exit = asked.exit.to_token_stream().into_iter().last().as_ref().map(TokenTree::to_string).unwrap_or_default();
    match asked.side_effects {
        Some(stated) => matches!(stated, "partial" | "unknown"),
        None if asked.retryable == Some(true) => false,
        None => exit::WITH_PARTIAL_EFFECTS.iter().any(|(code, name)| exit == *name || exit == code.to_string()),
    }
}

fn is_string(tokens: &TokenStream) -> bool {
    tokens.to_string().starts_with('"')
}

/// Returns the exit code, if known. A macro can't evaluate constants, so this only recognizes some constants by name.
fn exit_code(exit: &Exit) -> Option<i32> {
    let exit = exit.to_token_stream().into_iter().last();
    match exit.as_ref().map(TokenTree::to_string).unwrap_or_default().as_str() {
        "SOFTWARE" => Some(exit::SOFTWARE.into()),
        "OSERR" => Some(exit::OSERR.into()),
        "NOT_FOUND" => Some(exit::NOT_FOUND.into()),
        other => other.parse().ok(),
    }
}
