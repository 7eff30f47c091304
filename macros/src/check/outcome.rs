//! Validates the facts about the outcome of a failed call: the exit code, the status, the retry facts, the side effects
//! and the phase.

use super::context::CheckedFields;
use super::retry::may_have_effects;
use super::wire::Implied;
use super::{Defaults, commands, retry};
use crate::attr::{Given, Word};
use crate::errors::Errors;
use crate::keys::VariantKeys;
use crate::model::{Exit, Facts, FieldRef};
use agent_error_rules::exit;
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
    let declared = retry::retryable(keys, errors);
    commands::reject_beside_retry(keys, declared, errors);
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
