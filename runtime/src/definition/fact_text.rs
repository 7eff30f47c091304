//! Descriptions of facts for people.

use crate::vocabulary::duration::HumanDuration;
use crate::vocabulary::terms::{Phase, RetryStrategy, Severity, SideEffects};
use std::str::FromStr;
use std::time::Duration;

/// Gives access to the facts of a declaration by name.
///
/// [`Entry`](super::Entry) implements this trait for declarations of the running program. Tools implement it for
/// declarations in catalog documents. Both then describe facts identically.
pub trait FactSource {
    /// Returns the value of a fact for people: a line for each context field or rule, and one line for any other value.
    /// Returns no lines if the declaration doesn't have the fact.
    fn fact(&self, name: &str) -> Vec<String>;
}

fn text(declared: &dyn FactSource, fact: &str) -> Option<String> {
    declared.fact(fact).into_iter().next()
}

fn parsed<T: FromStr>(declared: &dyn FactSource, fact: &str) -> Option<T> {
    text(declared, fact)?.parse().ok()
}

#[allow(clippy::unnecessary_wraps, reason = "all descriptions of facts have this signature")]
pub(super) fn retry(declared: &dyn FactSource) -> Option<String> {
    if parsed(declared, "retryable") != Some(true) {
        return Some("no; change something before the next call".to_owned());
    }
    let wait = match (parsed(declared, "retry_after_ms"), text(declared, "retry_after_field")) {
        (Some(wait), _) => format!("; wait {}", HumanDuration(Duration::from_millis(wait))),
        (None, Some(field)) => format!("; wait as long as `{field}` says"),
        (None, None) => String::new(),
    };
    let pauses = match parsed(declared, "retry_strategy") {
        Some(RetryStrategy::Immediate) => "; without a pause",
        Some(RetryStrategy::Linear) => "; with the same pause each time",
        Some(RetryStrategy::Exponential) => "; double the pause each time",
        None => "",
    };
    Some(format!("yes; the same call may succeed later{wait}{pauses}"))
}

pub(super) fn status_field(declared: &dyn FactSource) -> Option<String> {
    let field = text(declared, "status_field")?;
    let otherwise = text(declared, "http_status").unwrap_or_else(|| "500".to_owned());
    Some(format!("the value of `{field}`; {otherwise} if that is no status from 400 to 599"))
}

pub(super) fn protocol(declared: &dyn FactSource) -> Option<String> {
    text(declared, "protocol").map(|code| format!("{code}, an error of JSON-RPC itself"))
}

pub(super) fn side_effects(declared: &dyn FactSource) -> Option<String> {
    let effects = match parsed(declared, "side_effects")? {
        SideEffects::None => "none; nothing was changed",
        SideEffects::Partial => "partial; some of the work may be done, so look before the next call",
        SideEffects::Complete => "complete; the work is done, so do not repeat it",
        SideEffects::Unknown => "unknown; the work may be done, so check before the next call",
    };
    Some(effects.to_owned())
}

pub(super) fn phase(declared: &dyn FactSource) -> Option<String> {
    let phase = match parsed(declared, "phase")? {
        Phase::Validation => "validation, before anything was done",
        Phase::Execution => "execution, while the work was done",
        Phase::Cleanup => "cleanup, after the work was done",
    };
    Some(phase.to_owned())
}

/// Omits the default severity.
pub(super) fn severity(declared: &dyn FactSource) -> Option<String> {
    match parsed(declared, "severity")? {
        Severity::Warning => Some("warning, not a failure".to_owned()),
        Severity::Critical => Some("critical; a person has to look".to_owned()),
        Severity::Error => None,
    }
}

pub(super) fn body_field(declared: &dyn FactSource) -> Option<String> {
    text(declared, "body_field").map(|field| format!("the output in `{field}`"))
}

pub(super) fn actions_field(declared: &dyn FactSource) -> Option<String> {
    text(declared, "actions_field").map(|field| format!("what `{field}` lists"))
}
