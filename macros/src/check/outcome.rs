//! Validates the facts about the outcome of a failed call: the exit code, the status, the retry facts, the side effects
//! and the phase.

use super::Defaults;
use super::context::CheckedFields;
use crate::attr::{Given, Word};
use crate::errors::Errors;
use crate::keys::VariantKeys;
use crate::model::{Exit, Facts, FieldRef};
use agent_error_rules::{exit, status};
use proc_macro2::Literal;
use quote::quote;

pub(super) struct Outcome {
    pub(super) exit: Exit,
    pub(super) retryable: Option<bool>,
    pub(super) side_effects: Option<Word>,
    pub(super) status_field: Option<FieldRef>,
}

pub(super) fn check(
    keys: &VariantKeys,
    defaults: &Defaults,
    fields: &CheckedFields<'_>,
    errors: &mut Errors,
) -> (Outcome, Facts) {
    let mut facts = Facts::default();
    let declared = retryable(keys, errors);
    reject_beside_retry(keys, declared, errors);
    let implied = Implied::by(keys);
    let implied_retry = implied.retryable(keys, declared);
    implied.reject_fix(implied_retry, keys, errors);
    let retryable = declared.or(implied_retry);
    // Usually, the phase and the side effects follow from the exit code, which follows from the status. If the type
    // declares an exit code, they follow from the status directly.
    let (mut phase, mut side_effects) = (keys.phase.value, keys.side_effects.value);
    if defaults.exit.is_some() {
        phase = phase.or(implied.phase());
        side_effects = side_effects.or(implied.side_effects(retryable));
    }
    facts.add("SideEffects", side_effects);
    facts.add("Phase", phase);
    match &keys.retry_after.value {
        Some(Given::Fixed(millis)) => facts.add("RetryAfterMillis", Some(millis)),
        Some(Given::Field(field)) => {
            if let Some(field) = fields.named(field, keys.retry_after.name, errors) {
                facts.optional.extend(field.is_optional.then_some("retry_after_field"));
                facts.add_field("RetryAfterField", field, "retry_after", quote!(RetryAfterField::wait));
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
            facts.add("StatusField", status_field.as_ref().map(|field| &field.name));
        }
        None => {}
    }
    let own_exit = keys.exit.value.clone();
    let exit = own_exit.or_else(|| defaults.exit.clone()).unwrap_or_else(|| implied.exit());
    (Outcome { exit, retryable, side_effects, status_field }, facts)
}

impl Outcome {
    /// Whether rustc must check that the exit code doesn't imply a retry, which would conflict with `fix`. Rejects
    /// literals that do.
    pub(super) fn needs_final_exit(&self, keys: &VariantKeys, errors: &mut Errors) -> bool {
        if !keys.fix.is_present() || self.retryable.is_some() || may_have_effects(self.side_effects) {
            return false;
        }
        if let Exit::Literal(exit) = &self.exit
            && exit::RETRYABLE.iter().any(|retryable| retryable.to_string() == exit.to_string())
        {
            let remedy = "remove `fix`, or add `retryable = false`";
            errors
                .at(exit.span(), format_args!("`fix` conflicts with the retry that this exit code implies; {remedy}"));
        }
        true
    }
}

/// Returns whether the keys declare a retry. `retry_after` and `retry` imply `retryable`.
fn retryable(keys: &VariantKeys, errors: &mut Errors) -> Option<bool> {
    let stated = keys.retryable.value;
    let implying = [(keys.retry_after.name, keys.retry_after.span), (keys.retry.name, keys.retry.span)];
    let mut implying = implying.into_iter().filter_map(|(name, span)| Some((name, span?)));
    if stated == Some(false) {
        for (name, span) in implying.clone() {
            errors.at(span, format_args!("keys `retryable = false` and `{name}` conflict; remove one"));
        }
    }
    let implying = implying.next().map(|(name, _)| name);
    let retryable = if implying.is_some() { Some(true) } else { stated };
    if let (Some(true), Some(span), Some(done)) = (retryable, keys.side_effects.span, keys.side_effects.value)
        && may_have_effects(Some(done))
    {
        let key = implying.filter(|_| stated != Some(true)).unwrap_or("retryable");
        let message = "remove one, since a call that may have side effects must not be retried";
        errors.at(span, format_args!("keys `{key}` and `side_effects = {}` conflict; {message}", done.text));
    }
    retryable
}

/// Whether a key declares that a failed call may have side effects.
fn may_have_effects(side_effects: Option<Word>) -> bool {
    side_effects.is_some_and(|stated| stated.text != "none")
}

/// Rejects a `fix` on a retryable error. If a retry can succeed, no fix is needed.
fn reject_beside_retry(keys: &VariantKeys, retryable: Option<bool>, errors: &mut Errors) {
    let Some(span) = keys.fix.span.filter(|_| retryable == Some(true)) else { return };
    let stated = match (keys.retryable.span, keys.retry_after.span) {
        (Some(_), _) => "retryable",
        (None, Some(_)) => "retry_after",
        (None, None) => "retry",
    };
    let message = "remove one, since a retry must succeed without the command";
    errors.at(span, format_args!("keys `{stated}` and `fix` conflict; {message}"));
}

/// The status of a variant without an exit code, which determines facts that the variant doesn't declare.
#[derive(Clone, Copy)]
struct Implied(Option<u16>);

impl Implied {
    fn by(keys: &VariantKeys) -> Self {
        match keys.status.value {
            Some(Given::Fixed(status)) if !keys.exit.is_present() => Self(Some(status)),
            _ => Self(None),
        }
    }

    /// Returns the exit code for the status. Defaults to 1.
    fn exit(self) -> Exit {
        Exit::Literal(Literal::u8_unsuffixed(self.0.map_or(1, status::exit_code)))
    }

    /// Returns whether an error with the status is retryable. Returns `None` if the variant declares `retryable` or
    /// side effects, which take precedence.
    fn retryable(self, keys: &VariantKeys, declared: Option<bool>) -> Option<bool> {
        let is_open = declared.is_none() && !may_have_effects(keys.side_effects.value);
        self.0.filter(|_| is_open).map(status::is_retryable)
    }

    /// Returns the phase for the status.
    fn phase(self) -> Option<Word> {
        let text = if status::is_validation(self.0?) { "validation" } else { "execution" };
        Some(Word { ty: "Phase", text })
    }

    /// Returns the side effects for the status. A retryable call has none.
    fn side_effects(self, retryable: Option<bool>) -> Option<Word> {
        let exit = self.0.map(status::exit_code)?;
        let may_be_done = exit::WITH_EFFECTS.iter().any(|(code, _)| *code == exit);
        let text = if may_be_done && retryable != Some(true) { "partial" } else { "none" };
        Some(Word { ty: "SideEffects", text })
    }

    /// Rejects a `fix` if the status implies a retry. If a retry can succeed, no fix is needed.
    fn reject_fix(self, retryable: Option<bool>, keys: &VariantKeys, errors: &mut Errors) {
        if let (Some(status), Some(true), Some(span)) = (self.0, retryable, keys.fix.span) {
            let remedy = "remove `fix`, or add `retryable = false`";
            errors.at(span, format_args!("`fix` conflicts with the retry that status {status} implies; {remedy}"));
        }
    }
}
