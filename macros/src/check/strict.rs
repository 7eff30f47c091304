//! Checks that codes declare what agents need, for types with the key `strict`.
//!
//! Only checks facts that the derive knows. `agent-error lint` also checks what needs the whole catalog or a guess, such
//! as whether there is a docs URL and a way to find the right name.

use crate::attr::{Entries, Entry};
use crate::errors::Errors;
use crate::foreign::Message;
use crate::model::Exit;
use agent_error_rules::advice::{Advice, AdviceProblem};
use agent_error_rules::exit;
use agent_error_rules::recoverable::is_recoverable;
use agent_error_rules::requirements::ends_with_period;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Ident, LitStr};

/// The input of the `strict` check for a variant.
pub(super) struct StrictInput<'a> {
    pub(super) entries: &'a Entries,
    pub(super) code: &'a str,
    pub(super) exit: &'a Exit,
    pub(super) severity: Option<&'static str>,
    pub(super) has_summary: bool,
    pub(super) message: Option<&'a Message>,
    pub(super) side_effects: Option<&'static str>,
    pub(super) retryable: Option<bool>,
    /// Whether a field says which values are valid.
    pub(super) has_lookup: bool,
}

pub(super) fn check(ident: &Ident, asked: &StrictInput<'_>, errors: &mut Errors) {
    let has = |key: &str| asked.entries.get(key).is_some();
    let has_advice = ["suggest", "fix", "check", "fix_required", "replacement", "actions"].into_iter().any(has);
    if !has_advice && is_recoverable(asked.code, exit_code(asked.exit), asked.severity == Some("critical")) {
        errors.at(ident.span(), "missing key `suggest`; tell the caller what to do");
    }
    let has_check = has("check") || has("actions");
    let suggestion = asked.entries.get("suggest").and_then(Entry::tokens);
    let suggestion = suggestion.and_then(|tokens| syn::parse2::<LitStr>(tokens.clone()).ok()).map(|text| text.value());
    let advice = Advice {
        code: asked.code,
        message: asked.message.map_or("", |message| &message.template),
        suggestion: suggestion.as_deref().unwrap_or_default(),
        side_effects: asked.side_effects,
        is_retryable: asked.retryable == Some(true),
        has_check,
        has_fix: has("fix"),
        has_lookup: asked.has_lookup || has("actions"),
    };
    let problems = AdviceProblem::ALL.into_iter().filter(|problem| advice.has(*problem));
    let problems: Vec<AdviceProblem> = problems.collect();
    for problem in &problems {
        errors.at(ident.span(), problem.text());
    }
    if may_have_effects(asked) && !has_check && !problems.contains(&AdviceProblem::UnsafeRetry) {
        errors.at(
            ident.span(),
            "missing key `check`; add a command or `actions` to show what the failed call has done, or state `side_effects`",
        );
    }
    let has_fixed_wait = asked.entries.get("retry_after").and_then(Entry::tokens).is_some_and(is_string);
    if has_fixed_wait && !has("retry") {
        errors.at(ident.span(), "missing key `retry`; say how the wait grows, as in `retry = exponential`");
    }
    if !asked.has_summary {
        errors.at(ident.span(), "missing doc comment; describe the code in one sentence");
    }
    if let Some(message) = asked.message {
        if ends_with_period(&message.template) {
            errors.at(message.span, "message ends with a period; remove it");
        }
        if message.template.trim_end().contains(['\n', '\r']) {
            errors.at(message.span, "message contains a newline; write it on one line");
        }
    }
}

/// Whether a failed call may have side effects, according to the variant's keys or the default for its exit code.
fn may_have_effects(asked: &StrictInput<'_>) -> bool {
    let exit = last_token(asked.exit);
    match asked.side_effects {
        Some(stated) => matches!(stated, "partial" | "unknown"),
        None if asked.retryable == Some(true) => false,
        None => exit::WITH_EFFECTS.iter().any(|(code, name)| exit == *name || exit == code.to_string()),
    }
}

fn is_string(tokens: &TokenStream) -> bool {
    tokens.to_string().starts_with('"')
}

/// Returns the exit code, if known. A macro can't evaluate constants, so this only recognizes two constants by name.
fn exit_code(exit: &Exit) -> Option<i32> {
    match last_token(exit).as_str() {
        "SOFTWARE" => Some(exit::SOFTWARE.into()),
        "OSERR" => Some(exit::OSERR.into()),
        other => other.parse().ok(),
    }
}

/// Returns the exit code as written, or the name of the constant.
fn last_token(exit: &Exit) -> String {
    exit.to_token_stream().into_iter().last().as_ref().map(TokenTree::to_string).unwrap_or_default()
}
