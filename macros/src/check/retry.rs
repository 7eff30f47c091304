//! Validates the keys for retries and side effects.

use super::context::reject_secret;
use super::member_name;
use crate::attr::{Entries, Entry};
use crate::errors::Errors;
use crate::listed::listed;
use crate::model::RetryAfter;
use syn::ext::IdentExt;
use syn::{Fields, Ident, LitStr, Member};

/// The retry facts and side effects that a variant declares.
pub(super) struct RetryFacts {
    pub(super) retryable: Option<bool>,
    pub(super) retry_after: Option<RetryAfter>,
    pub(super) side_effects: Option<&'static str>,
}

pub(super) fn check(fields: &Fields, entries: &Entries, secrets: &[String], errors: &mut Errors) -> RetryFacts {
    let stated = entries.switch("retryable", errors);
    let retry_after = entries.get("retry_after").and_then(|entry| retry_after(entry, fields, secrets, errors));
    let side_effects = entries.word("side_effects", &["none", "partial", "complete", "unknown"], errors);

    // `retry_after` and `retry` imply `retryable`.
    let implying = ["retry_after", "retry"].into_iter().find(|key| entries.get(key).is_some());
    if stated == Some(false) {
        for key in ["retry_after", "retry"] {
            if let Some(span) = entries.span_of(key) {
                errors.at(span, format_args!("keys `retryable = false` and `{key}` conflict; remove one"));
            }
        }
    }
    let retryable = if implying.is_some() { Some(true) } else { stated };
    if retryable == Some(true)
        && let Some(done @ ("partial" | "complete" | "unknown")) = side_effects
        && let Some(span) = entries.span_of("side_effects")
    {
        let key = if stated == Some(true) { "retryable" } else { implying.unwrap_or("retryable") };
        let message = "remove one, since a call that may have side effects must not be retried";
        errors.at(span, format_args!("keys `{key}` and `side_effects = {done}` conflict; {message}"));
    }
    RetryFacts { retryable, retry_after, side_effects }
}

fn retry_after(entry: &Entry, fields: &Fields, secrets: &[String], errors: &mut Errors) -> Option<RetryAfter> {
    const EXPECTED: &str = "a duration, such as \"30s\", or a field";
    let mut as_field = Errors::default();
    if let Some(literal) = entry.parse::<LitStr>("", &mut as_field) {
        let _ = as_field.finish();
        let millis = millis(&literal.value());
        if millis.is_none() {
            errors.on(
                &literal,
                "invalid value for `retry_after`; expected a duration, such as \"500ms\", \"30s\", \"2m\" or \"1h30m\"",
            );
        }
        return millis.map(|millis| RetryAfter::Fixed { millis });
    }
    let _ = as_field.finish();
    let ident: Ident = entry.parse(EXPECTED, errors)?;
    let span = ident.span();
    let (member, name) = field_named(&ident, fields, errors)?;
    reject_secret(&ident, &name, "retry_after", secrets, errors);
    Some(RetryAfter::Field { member, name, span })
}

/// Returns the field that a key refers to. Adds an error if there is no such field.
pub(super) fn field_named(ident: &Ident, fields: &Fields, errors: &mut Errors) -> Option<(Member, String)> {
    let name = ident.unraw().to_string();
    let member = fields.members().find(|member| member_name(member) == name);
    if member.is_none() {
        let names: Vec<String> = fields.members().map(|member| member_name(&member)).collect();
        errors.on(ident, unknown_field(&name, &names));
    }
    member.map(|member| (member, name))
}

/// Creates the error message for an unknown field. Lists the fields of the variant, starting with the most similar
/// name.
pub(super) fn unknown_field(name: &str, fields: &[String]) -> String {
    if fields.is_empty() {
        return format!("no field `{name}`; the variant has no fields");
    }
    let names: Vec<&str> = fields.iter().map(String::as_str).collect();
    format!("no field `{name}`; expected one of {}", listed(name, &names))
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
