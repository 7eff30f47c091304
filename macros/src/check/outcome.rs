//! Validates the facts about the outcome of a failed call: the exit code, the status, the retry facts, the side effects
//! and the phase.

use super::container::Container;
use super::wire::{self, Implied};
use super::{UncheckedCase, code, commands, retry};
use crate::attr::Entries;
use crate::errors::Errors;
use crate::model::{Exit, RetryAfter, Status};
use agent_error_rules::exit;

pub(super) struct Outcome {
    pub(super) exit: Exit,
    pub(super) status: Option<Status>,
    pub(super) retryable: Option<bool>,
    pub(super) retry_after: Option<RetryAfter>,
    pub(super) side_effects: Option<&'static str>,
    pub(super) phase: Option<&'static str>,
}

pub(super) fn check(
    unchecked: &UncheckedCase<'_>,
    container: &Container,
    secrets: &[String],
    errors: &mut Errors,
) -> Outcome {
    let (fields, entries) = (unchecked.fields, &unchecked.entries);
    let retry = retry::check(fields, entries, secrets, errors);
    commands::reject_beside_retry(entries, retry.retryable, errors);
    let status = wire::status(fields, entries, secrets, errors);
    let implied = Implied::by(status.as_ref(), entries);
    let implied_retry = implied.retryable(&retry);
    implied.reject_fix(implied_retry, entries, errors);
    let phase = entries.word("phase", &["validation", "execution", "cleanup"], errors);
    let own_exit = entries.get("exit").and_then(|entry| code::exit(entry, errors));
    let retryable = retry.retryable.or(implied_retry);
    // Usually, the phase and the side effects follow from the exit code, which follows from the status. If the type
    // declares an exit code, they follow from the status directly.
    let (phase, side_effects) = match container.exit {
        Some(_) => (phase.or(implied.phase()), retry.side_effects.or(implied.side_effects(retryable))),
        None => (phase, retry.side_effects),
    };
    Outcome {
        exit: own_exit.or_else(|| container.exit.clone()).unwrap_or_else(|| implied.exit()),
        status,
        retryable,
        retry_after: retry.retry_after,
        side_effects,
        phase,
    }
}

impl Outcome {
    /// Whether an exit code that implies a retry would conflict with `fix`. Rejects a literal with this conflict; rustc checks
    /// all other exit codes.
    pub(super) fn needs_final_exit(&self, entries: &Entries, errors: &mut Errors) -> bool {
        let has_effects = matches!(self.side_effects, Some("partial" | "complete" | "unknown"));
        if entries.get("fix").is_none() || self.retryable.is_some() || has_effects {
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
