//! Validates the facts about the outcome of a failed call: the exit code, the status, the retry facts, the side effects
//! and the phase.

use super::container::Container;
use super::wire::{self, Implied};
use super::{UncheckedCase, code, commands, retry};
use crate::errors::Errors;
use crate::model::{Exit, RetryAfter, Status};

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
