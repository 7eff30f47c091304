//! Descriptions of facts for people.

use super::described::described;
use super::rule::phrase;
use crate::vocabulary::duration::HumanDuration;
use crate::vocabulary::terms::{Phase, RetryStrategy, Severity, SideEffects};
use serde_json::Value;
use std::str::FromStr;
use std::time::Duration;

/// Gives access to the facts of a declaration by name, as JSON values of the catalog document.
///
/// [`Entry`](super::Entry) implements this trait for declarations of the running program. Tools implement it for
/// declarations in catalog documents. Both then describe facts identically.
pub trait FactSource {
    /// Returns the value of a fact, or `None` if the declaration doesn't have the fact.
    fn fact(&self, name: &str) -> Option<Value>;
}

fn text(declared: &dyn FactSource, fact: &str) -> Option<String> {
    match declared.fact(fact)? {
        Value::String(text) => Some(text),
        _ => None,
    }
}

fn list(declared: &dyn FactSource, fact: &str) -> Vec<Value> {
    match declared.fact(fact) {
        Some(Value::Array(values)) => values,
        _ => Vec::new(),
    }
}

/// Describes whether and when to retry.
pub(super) fn retry(declared: &dyn FactSource) -> Vec<String> {
    if declared.fact("retryable") != Some(Value::Bool(true)) {
        return vec!["no; change something before the next call".to_owned()];
    }
    let fixed = declared.fact("retry_after_ms").and_then(|wait| wait.as_u64());
    let wait = match (fixed, text(declared, "retry_after_field")) {
        (Some(wait), _) => format!("; wait {}", HumanDuration(Duration::from_millis(wait))),
        (None, Some(field)) => format!("; wait as long as `{field}` says"),
        (None, None) => String::new(),
    };
    let pauses = match word(declared, "retry_strategy") {
        Some(RetryStrategy::Immediate) => "; without a pause",
        Some(RetryStrategy::Linear) => "; with the same pause each time",
        Some(RetryStrategy::Exponential) => "; double the pause each time",
        None => "",
    };
    vec![format!("yes; the same call may succeed later{wait}{pauses}")]
}

/// Describes where the HTTP status comes from.
pub(super) fn status_field(declared: &dyn FactSource) -> Vec<String> {
    let Some(field) = text(declared, "status_field") else { return Vec::new() };
    let otherwise = declared.fact("http_status").and_then(|status| status.as_u64()).unwrap_or(500);
    vec![format!("the value of `{field}`; {otherwise} if that is no status from 400 to 599")]
}

pub(super) fn protocol(declared: &dyn FactSource) -> Vec<String> {
    let code = declared.fact("protocol");
    code.map(|code| format!("{code}, an error of JSON-RPC itself")).into_iter().collect()
}

pub(super) fn side_effects(declared: &dyn FactSource) -> Vec<String> {
    line(word(declared, "side_effects").map(|effects| match effects {
        SideEffects::None => "none; nothing was changed",
        SideEffects::Partial => "partial; some of the work may be done, so look before the next call",
        SideEffects::Complete => "complete; the work is done, so do not repeat it",
        SideEffects::Unknown => "unknown; the work may be done, so check before the next call",
    }))
}

pub(super) fn phase(declared: &dyn FactSource) -> Vec<String> {
    line(word(declared, "phase").map(|phase| match phase {
        Phase::Validation => "validation, before anything was done",
        Phase::Execution => "execution, while the work was done",
        Phase::Cleanup => "cleanup, after the work was done",
    }))
}

/// Returns no lines for the default severity.
pub(super) fn severity(declared: &dyn FactSource) -> Vec<String> {
    line(match word(declared, "severity") {
        Some(Severity::Warning) => Some("warning, not a failure"),
        Some(Severity::Critical) => Some("critical; a person has to look"),
        Some(Severity::Error) | None => None,
    })
}

fn word<T: FromStr>(declared: &dyn FactSource, fact: &str) -> Option<T> {
    text(declared, fact)?.parse().ok()
}

fn line(text: Option<&str>) -> Vec<String> {
    text.map(str::to_owned).into_iter().collect()
}

pub(super) fn actions(declared: &dyn FactSource) -> Vec<String> {
    let actions = list(declared, "actions");
    let actions: Vec<&str> = actions.iter().filter_map(Value::as_str).collect();
    (!actions.is_empty()).then(|| actions.join(", ")).into_iter().collect()
}

pub(super) fn body_field(declared: &dyn FactSource) -> Vec<String> {
    text(declared, "body_field").map(|field| format!("the output in `{field}`")).into_iter().collect()
}

pub(super) fn actions_field(declared: &dyn FactSource) -> Vec<String> {
    text(declared, "actions_field").map(|field| format!("what `{field}` lists")).into_iter().collect()
}

/// Describes the context fields, such as `port (integer) - The TCP port.`
pub(super) fn context(declared: &dyn FactSource) -> Vec<String> {
    let fields = list(declared, "context");
    let line = |field: &Value| {
        let listing = field["values_from"].as_str().map(|command| format!("`{command}` lists the values"));
        let meaning = [field["summary"].as_str(), listing.as_deref()];
        let meaning = meaning.into_iter().flatten().collect::<Vec<_>>().join(" ");
        let gap = if meaning.is_empty() { "" } else { " - " };
        format!("{} ({}){gap}{meaning}", field["name"].as_str().unwrap_or_default(), described(field))
    };
    fields.iter().map(line).collect()
}

/// Describes the classification rules, such as `HTTP status 404`.
pub(super) fn rules(declared: &dyn FactSource) -> Vec<String> {
    let rules = list(declared, "classify");
    rules.iter().map(|rule| phrase(rule["rule"].as_str().unwrap_or_default(), rule["value"].as_str())).collect()
}
