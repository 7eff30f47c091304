//! Writes records as data, and the members that several JSON formats have in common.

use crate::definition::part::Part;
use crate::error::context::Context;
use crate::error::record::ErrorRecord;
use crate::error::value::ContextValue;
use crate::json::{JsonView, ObjectView};
use crate::text::cause::SEPARATOR;
use crate::vocabulary::duration::millis;
use crate::vocabulary::terms::{Phase, RetryStrategy, Severity, SideEffects};
use serde_core::ser::{Serialize, Serializer};
use std::fmt;

pub(super) fn cause<'a>(record: &'a ErrorRecord, object: &mut ObjectView<'a>) {
    let causes: Vec<&str> = record.causes().collect();
    if !causes.is_empty() {
        object.member("cause", causes.join(SEPARATOR));
    }
}

/// Adds the advice in the order in which a caller follows it. If `retryable` is `None`, omits
/// whether the call is retryable.
pub(super) fn advice<'a>(
    record: &'a ErrorRecord,
    retryable: Option<bool>,
    object: &mut ObjectView<'a>,
) {
    object.some("retryable", retryable);
    object.some("retry_after_ms", record.fields.retry_after.map(millis));
    let strategy = record.fields.facts.retry;
    object.some("retry_strategy", strategy.map(RetryStrategy::as_str));
    for part in Part::advice() {
        object.some(part.as_str(), record.part(part));
    }
    object.unless_empty("actions", JsonView::list(&record.fields.actions));
}

/// Adds the side effects and the severity. Omits default values unless `states_defaults` is set.
pub(super) fn circumstances<'a>(
    record: &'a ErrorRecord,
    states_defaults: bool,
    object: &mut ObjectView<'a>,
) {
    let facts = record.fields.facts;
    let side_effects = facts
        .side_effects
        .filter(|effects| states_defaults || *effects != SideEffects::None);
    object.some("side_effects", side_effects.map(SideEffects::as_str));
    let severity = facts
        .severity
        .filter(|severity| states_defaults || *severity != Severity::Error);
    object.some("severity", severity.map(Severity::as_str));
}

pub(super) fn shown_context(record: &ErrorRecord) -> JsonView<'_> {
    let context = record.shown_context();
    JsonView::object(context.map(|(name, value)| (name.as_str(), value)))
}

pub(crate) fn values(context: &Context) -> JsonView<'_> {
    let entries = context.entries().iter();
    JsonView::object(entries.map(|(name, value)| (name.as_str(), value)))
}

impl<'a> From<&'a ContextValue> for JsonView<'a> {
    fn from(value: &'a ContextValue) -> Self {
        match value {
            ContextValue::Json(json) => json.view(),
            ContextValue::Nearest(names) => Self::list(names),
            ContextValue::Listing(listing) => listing.into(),
            ContextValue::FieldErrors(fields) => Self::list(fields),
        }
    }
}

impl Serialize for ErrorRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        JsonView::from(members(self, true)).serialize(serializer)
    }
}

/// Formats the record as JSON. A derived impl would make a minimal program larger.
impl fmt::Debug for ErrorRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = JsonView::from(members(self, true)).write(f.alternate());
        write!(f, "ErrorRecord {json}")
    }
}

/// Returns the members of an envelope's `error`. If `is_complete` is set, includes the members that
/// envelopes omit.
pub(super) fn members(record: &ErrorRecord, is_complete: bool) -> ObjectView<'_> {
    let facts = record.fields.facts;
    // For a parsed record, an envelope has exactly the members that the other program wrote.
    let states_defaults = is_complete || record.is_parsed();
    let mut object = ObjectView::default();
    object.member("code", record.code());
    object.member("message", record.message());
    cause(record, &mut object);
    object.some("detail", record.fields.detail.as_ref());
    let retryable = facts
        .retryable
        .filter(|retryable| *retryable || states_defaults);
    advice(record, retryable, &mut object);
    object.some("docs_url", record.fields.docs_url.as_ref());
    let phase = facts
        .phase
        .filter(|phase| *phase != Phase::Execution || states_defaults);
    object.some("phase", phase.map(Phase::as_str));
    circumstances(record, states_defaults, &mut object);
    object.some("instance", record.fields.instance.as_ref());
    if !is_complete {
        object.unless_empty("context", shown_context(record));
        return object;
    }
    object.unless_empty("context", values(&record.fields.context));
    let causes: Vec<&str> = record.causes().collect();
    if causes.len() > 1 {
        object.member("causes", JsonView::list(causes));
    }
    object.some("summary", record.fields.summary.as_ref());
    object.some("body", record.fields.body.as_ref());
    object.some("exit_code", facts.exit_code);
    object.some("status", facts.status);
    object
}
