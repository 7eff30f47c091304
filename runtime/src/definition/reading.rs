//! Facts in words for people.

use super::error_def::ErrorDef;
use super::field_def::FieldDef;
use super::lists::RetryAfter;
use crate::vocabulary::duration::Wait;
use crate::vocabulary::terms::{Phase, RetryStrategy, Severity, SideEffects};

/// Whether and when to call again.
pub(super) fn retry(def: &ErrorDef) -> String {
    if !def.is_retryable() {
        return "no; change something before the next call".to_owned();
    }
    let wait = match def.retry_after() {
        Some(RetryAfter::Fixed(wait)) => format!("; wait {}", Wait(wait)),
        Some(RetryAfter::Field(field)) => format!("; wait as long as `{field}` says"),
        None => String::new(),
    };
    let pauses = def.retry_strategy().map(pauses).unwrap_or_default();
    format!("yes; the same call may succeed later{wait}{pauses}")
}

fn pauses(retry: RetryStrategy) -> &'static str {
    match retry {
        RetryStrategy::Immediate => "; without a pause",
        RetryStrategy::Linear => "; with the same pause each time",
        RetryStrategy::Exponential => "; double the pause each time",
    }
}

/// The source of the HTTP status.
pub(super) fn status_field(field: &str, otherwise: u16) -> String {
    format!("the value of `{field}`; {otherwise} if that is no status from 400 to 599")
}

pub(super) fn side_effects(effects: SideEffects) -> &'static str {
    match effects {
        SideEffects::None => "none; nothing was changed",
        SideEffects::Partial => "partial; some of the work may be done, so look before the next call",
        SideEffects::Complete => "complete; the work is done, so do not repeat it",
    }
}

pub(super) fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Validation => "validation, before anything was done",
        Phase::Execution => "execution, while the work was done",
        Phase::Cleanup => "cleanup, after the work was done",
    }
}

/// The default severity is not shown.
pub(super) fn severity(severity: Severity) -> Option<&'static str> {
    match severity {
        Severity::Error => None,
        Severity::Warning => Some("warning, not a failure"),
        Severity::Critical => Some("critical; a person has to look"),
    }
}

/// `port (integer) - The TCP port.`
pub(super) fn field(field: &FieldDef) -> String {
    let summary = field.summary.map(|summary| format!(" - {summary}")).unwrap_or_default();
    format!("{} ({}){summary}", field.name, field.described())
}
