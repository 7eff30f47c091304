//! Finds classification rules that match errors of another code.

use super::Contract;
use serde_json::Value;

/// Whether a new rule of a code matches errors that a rule of another code matched before.
pub(super) fn takes_errors(old: &Contract, code: &str, rule: &Value) -> bool {
    let others = old.errors.iter().filter(|(other, _)| *other != code);
    let mut rules = others
        .filter_map(|(_, promise)| promise.facts.get("classify")?.0.first()?.as_array())
        .flatten();
    rules.any(|older| precedes(rule, older))
}

/// Whether a rule takes precedence over another rule for some errors. Rules for types precede rules
/// for content, longer phrases precede shorter ones, and narrower status ranges precede wider ones.
fn precedes(rule: &Value, other: &Value) -> bool {
    let bounds = |rule: &Value| -> Option<(u16, u16)> {
        let range = rule["value"].as_str()?;
        let (from, to) = range.split_once("..=").unwrap_or((range, range));
        Some((from.parse().ok()?, to.parse().ok()?))
    };
    let phrase = |rule: &Value| rule["value"].as_str().unwrap_or_default().to_lowercase();
    match (rule["rule"].as_str(), other["rule"].as_str()) {
        (_, Some("fallback"))
        | (Some("type"), Some("code" | "status" | "validation" | "message")) => true,
        (Some("message"), Some("message")) => phrase(rule).contains(&phrase(other)),
        (kind, other_kind) if kind != other_kind => false,
        (Some("status"), _)
            if bounds(rule)
                .zip(bounds(other))
                .is_some_and(|(a, b)| b.0 <= a.0 && a.1 <= b.1) =>
        {
            true
        }
        _ => rule == other || other["value"] == "..",
    }
}
