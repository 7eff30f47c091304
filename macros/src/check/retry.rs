//! Validates the keys for retries and side effects.

use super::outcome::may_have_effects;
use crate::attr::{Entry, Given};
use crate::errors::Errors;
use crate::keys::VariantKeys;
use syn::LitStr;

/// Reads a delay, in milliseconds.
pub(crate) fn delay(entry: &Entry, errors: &mut Errors) -> Option<Given<u64>> {
    let Some(literal) = entry.parse_if::<LitStr>() else {
        return entry.parse("a duration, such as \"30s\", or a field", errors).map(Given::Field);
    };
    let millis = millis(&literal.value());
    if millis.is_none() {
        errors.on(
            &literal,
            "invalid value for `retry_after`; expected a duration, such as \"500ms\", \"30s\", \"2m\" or \"1h30m\"",
        );
    }
    millis.map(Given::Fixed)
}

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

/// Parses a duration such as `1h30m`. Returns milliseconds.
fn millis(text: &str) -> Option<u64> {
    let mut total: u64 = 0;
    let mut rest = text.trim();
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit())?;
        let number: u64 = rest[..digits].parse().ok()?;
        rest = &rest[digits..];
        let end = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let unit = match &rest[..end] {
            "ms" => 1,
            "s" => 1_000,
            "m" => 60_000,
            "h" => 3_600_000,
            "d" => 86_400_000,
            _ => return None,
        };
        total = total.checked_add(number.checked_mul(unit)?)?;
        rest = &rest[end..];
    }
    (!text.trim().is_empty()).then_some(total)
}

#[cfg(test)]
mod tests {
    use super::millis;

    #[test]
    fn durations_have_units() {
        assert_eq!(millis("500ms"), Some(500));
        assert_eq!(millis("1h30m"), Some(5_400_000));
        assert_eq!(millis("2d"), Some(172_800_000));
        for bad in ["", "5", "s", "5 s", "-5s", "5sec", "99999999999999999999s", "99999999999999999d"] {
            assert_eq!(millis(bad), None, "{bad}");
        }
    }
}
