//! Validates the keys for retries and side effects.

use crate::attr::Word;
use crate::errors::Errors;
use crate::keys::VariantKeys;

/// Returns whether the keys declare a retry. `retry_after` and `retry` imply `retryable`.
pub(super) fn retryable(keys: &VariantKeys, errors: &mut Errors) -> Option<bool> {
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
pub(super) fn may_have_effects(side_effects: Option<Word>) -> bool {
    side_effects.is_some_and(|stated| stated.text != "none")
}
