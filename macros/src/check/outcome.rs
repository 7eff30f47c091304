//! Validates the facts about the outcome of a failed call: the exit code, the status, the retry
//! facts, the side effects and the phase.

use super::context::CheckedFields;
use crate::attr::{Given, Word};
use crate::errors::Errors;
use crate::keys::VariantKeys;
use crate::model::{Facts, FieldRef};
use agent_error_rules::{exit, status};
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

pub(super) struct Outcome {
    pub(super) exit: TokenStream,
    /// Whether rustc must check that the exit code doesn't imply a retry, which would conflict with
    /// `fix`.
    pub(super) needs_final_exit: bool,
    pub(super) retryable: Option<bool>,
    pub(super) side_effects: Option<Word>,
    pub(super) status_field: Option<FieldRef>,
    pub(super) facts: Facts,
}

/// Validates the keys of a variant. `default_exit` is the exit code that the type declares.
pub(super) fn check(
    keys: &VariantKeys,
    default_exit: Option<&TokenStream>,
    fields: &CheckedFields<'_>,
    errors: &mut Errors,
) -> Outcome {
    let (declared, key) = retryable(keys, errors);
    let may_have_effects = may_have_effects(keys.side_effects.value);
    // Without an exit code, the status determines the facts that the variant doesn't declare.
    let status = match keys.status.value {
        Some(Given::Fixed(status)) if !keys.exit.is_present() => Some(status),
        _ => None,
    };
    let retryable = declared.or_else(|| {
        status
            .filter(|_| !may_have_effects)
            .map(status::is_retryable)
    });
    // If a retry can succeed, no fix is needed.
    let implied = |by: &str| {
        format!(
            "`fix` conflicts with the retry that {by} implies; remove `fix`, or add `retryable = false`"
        )
    };
    match (keys.fix.span, retryable, status) {
        (Some(span), Some(true), _) if declared.is_some() => {
            let message = "remove one, since a retry must succeed without the command";
            errors.at(
                span,
                format_args!("keys `{key}` and `fix` conflict; {message}"),
            );
        }
        (Some(span), Some(true), Some(status)) => {
            errors.at(span, implied(&format!("status {status}")))
        }
        _ => {}
    }
    let mut facts = Facts::default();
    let (mut phase, mut side_effects) = (keys.phase.value, keys.side_effects.value);
    // Usually, the phase and the side effects follow from the exit code, which follows from the
    // status. If the type declares an exit code, they follow from the status directly.
    if let (Some(status), Some(_)) = (status, default_exit) {
        let text = if status::is_validation(status) {
            "validation"
        } else {
            "execution"
        };
        phase = phase.or(Some(Word { ty: "Phase", text }));
        let exit = status::exit_code(status);
        let may_be_done =
            exit::WITH_EFFECTS.iter().any(|(code, _)| *code == exit) && retryable != Some(true);
        let text = if may_be_done { "partial" } else { "none" };
        side_effects = side_effects.or(Some(Word {
            ty: "SideEffects",
            text,
        }));
    }
    facts.add("SideEffects", side_effects);
    facts.add("Phase", phase);
    match &keys.retry_after.value {
        Some(Given::Fixed(millis)) => facts.add("RetryAfterMillis", Some(millis)),
        Some(Given::Field(field)) => {
            if let Some(field) = fields.named(field, keys.retry_after.name, errors) {
                facts
                    .optional
                    .extend(field.is_optional.then_some("retry_after_field"));
                facts.add_field(
                    "RetryAfterField",
                    field,
                    "retry_after",
                    quote!(RetryAfterField::wait),
                );
            }
        }
        // A delay or a strategy implies `retryable`.
        None if keys.retry.is_present() => {}
        None => facts.add("Retryable", retryable),
    }
    let mut status_field = None;
    match &keys.status.value {
        Some(Given::Fixed(status)) => facts.add("Status", Some(status)),
        Some(Given::Field(field)) => {
            status_field = fields.named(field, keys.status.name, errors);
            facts.add(
                "StatusField",
                status_field.as_ref().map(|field| &field.name),
            );
        }
        None => {}
    }
    let exit = keys.exit.value.as_ref().or(default_exit).cloned();
    let exit = exit.unwrap_or_else(|| {
        Literal::u8_unsuffixed(status.map_or(1, status::exit_code)).to_token_stream()
    });
    let needs_final_exit = keys.fix.is_present() && retryable.is_none() && !may_have_effects;
    if needs_final_exit
        && exit
            .to_string()
            .parse()
            .is_ok_and(|exit| exit::RETRYABLE.contains(&exit))
    {
        errors.on(&exit, implied("this exit code"));
    }
    Outcome {
        exit,
        needs_final_exit,
        retryable,
        side_effects,
        status_field,
        facts,
    }
}

/// Returns whether the keys declare a retry, and the key that does. `retry_after` and `retry` imply
/// `retryable`.
fn retryable(keys: &VariantKeys, errors: &mut Errors) -> (Option<bool>, &'static str) {
    let stated = keys.retryable.value;
    let implying = [
        (keys.retry_after.name, keys.retry_after.span),
        (keys.retry.name, keys.retry.span),
    ];
    let mut implying = implying
        .into_iter()
        .filter_map(|(name, span)| Some((name, span?)));
    if stated == Some(false) {
        for (name, span) in implying.clone() {
            errors.at(
                span,
                format_args!("keys `retryable = false` and `{name}` conflict; remove one"),
            );
        }
    }
    let (retryable, key) = match implying.next() {
        Some((name, _)) if stated != Some(true) => (Some(true), name),
        _ => (stated, keys.retryable.name),
    };
    if let (Some(true), Some(span), Some(done)) =
        (retryable, keys.side_effects.span, keys.side_effects.value)
        && may_have_effects(Some(done))
    {
        let message = "remove one, since a call that may have side effects must not be retried";
        errors.at(
            span,
            format_args!(
                "keys `{key}` and `side_effects = {}` conflict; {message}",
                done.text
            ),
        );
    }
    (retryable, key)
}

fn may_have_effects(side_effects: Option<Word>) -> bool {
    side_effects.is_some_and(|stated| stated.text != "none")
}
