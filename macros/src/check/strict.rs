//! Checks that codes declare what agents need, for types with the key `strict`.
//!
//! Only checks what a derive can know. `agent-error lint` also checks requirements that depend on
//! the whole catalog or on heuristics, such as a docs URL and a way to find the right name.

use super::UncheckedCase;
use super::checked_fields::CheckedFields;
use super::outcome::Outcome;
use crate::attr::Given;
use crate::doc::Doc;
use crate::errors::Errors;
use crate::foreign::Message;
use crate::keys::VariantKeys;
use agent_error_rules::advice::{Advice, AdviceProblem, ends_with_period, is_for_command_line};
use agent_error_rules::exit;
use agent_error_rules::name::is_descriptive;
use agent_error_rules::recoverable::is_recoverable;
use proc_macro2::TokenStream;
use syn::ext::IdentExt;

pub(super) fn check(
    unchecked: &UncheckedCase<'_>,
    code: &str,
    doc: &Doc,
    message: Option<&Message>,
    outcome: &Outcome,
    fields: &CheckedFields<'_>,
    errors: &mut Errors,
) {
    let keys = &unchecked.keys;
    let span = unchecked.ident.span();
    let texts = [
        &keys.suggest,
        &keys.fix,
        &keys.check,
        &keys.fix_required,
        &keys.replacement,
    ];
    let has_actions = keys.actions.is_present();
    let has_advice =
        has_actions || keys.hints.is_present() || texts.iter().any(|key| key.is_present());
    let severity = keys.severity.value;
    let is_critical = severity.is_some_and(|severity| severity.text == "critical");
    if !has_advice && is_recoverable(code, exit_code(&outcome.exit), is_critical) {
        errors.at(span, "missing key `suggest`; tell the caller what to do");
    }
    let has_check = keys.check.is_present() || has_actions;
    let suggestion = match &keys.suggest.value {
        Some(literal) => literal.value(),
        None => String::new(),
    };
    let advice = Advice {
        code,
        message: message.map_or("", |message| &message.template),
        suggestion: &suggestion,
        side_effects: outcome.side_effects.map(|stated| stated.text),
        is_retryable: outcome.retryable == Some(true),
        has_check,
        has_fix: keys.fix.is_present(),
        has_lookup: has_actions || keys.hints.is_present() || fields.has_lookup(),
    };
    let mut problems = AdviceProblem::ALL.to_vec();
    problems.retain(|problem| advice.has(*problem));
    for problem in &problems {
        errors.at(span, problem.text());
    }
    if may_have_effects(outcome) && !has_check && !problems.contains(&AdviceProblem::UnsafeRetry) {
        errors.at(
            span,
            "missing key `check`; add a command or `actions` to show what the failed call has done, or declare `side_effects`",
        );
    }
    let has_fixed_wait = matches!(keys.retry_after.value, Some(Given::Fixed(_)));
    if has_fixed_wait && !keys.retry.is_present() {
        errors.at(
            span,
            "missing key `retry`; say how the wait grows, as in `retry = exponential`",
        );
    }
    let has_summary = doc.summary.is_some() || doc.unread_summary().is_some();
    if !has_summary && !is_descriptive(&unchecked.ident.unraw().to_string()) {
        errors.at(
            span,
            format_args!(
                "missing doc comment; `{}` alone doesn't say what happened",
                unchecked.ident
            ),
        );
    }
    for undecided in &fields.undecided {
        errors.at(
            undecided.span,
            format_args!(
                "field `{}` of type `{}` is not context by default; add `#[context]` or `#[context(skip)]`",
                undecided.name, undecided.ty.text
            ),
        );
    }
    if let Some(message) = message {
        if ends_with_period(&message.template) {
            errors.at(message.span, "message ends with a period; remove it");
        }
        if message.template.trim_end().contains(['\n', '\r']) {
            errors.at(
                message.span,
                "message contains a newline; write it on one line",
            );
        }
    }
}

/// Reports advice for all callers that only callers of the command line can follow.
pub(super) fn check_hints_for_all(keys: &VariantKeys, errors: &mut Errors) {
    for key in [&keys.suggest, &keys.fix_required] {
        let Some(advice) = &key.value else { continue };
        if is_for_command_line(&advice.value()) {
            errors.on(
                advice,
                format_args!(
                    "`{}` is for all callers, but contains a command or a flag; move it to `suggest(cli = \"...\")`",
                    key.name
                ),
            );
        }
    }
}

/// Whether a failed call may have side effects, according to the variant's keys or the default for
/// its exit code.
fn may_have_effects(outcome: &Outcome) -> bool {
    if let Some(declared) = outcome.side_effects {
        return matches!(declared.text, "partial" | "unknown");
    }
    if outcome.retryable == Some(true) {
        return false;
    }
    let exit = last_token(&outcome.exit);
    exit::WITH_EFFECTS
        .iter()
        .any(|(code, name)| exit == *name || exit == code.to_string())
}

/// Returns the exit code, if known. A macro can't evaluate constants, so this only recognizes two
/// constants by name.
fn exit_code(exit: &TokenStream) -> Option<i32> {
    match last_token(exit).as_str() {
        "SOFTWARE" => Some(exit::SOFTWARE.into()),
        "OSERR" => Some(exit::OSERR.into()),
        other => other.parse().ok(),
    }
}

/// Returns the exit code as written, or the name of the constant.
fn last_token(exit: &TokenStream) -> String {
    match exit.clone().into_iter().last() {
        Some(token) => token.to_string(),
        None => String::new(),
    }
}
