//! Writes the members that several JSON formats have in common, and records as data.

use crate::definition::part::Part;
use crate::error::named_values::{NamedValues, StatedIn};
use crate::error::record::ErrorRecord;
use crate::error::value::ContextValue;
use crate::json::{JsonView, ObjectView};
use crate::text::cause::SEPARATOR;
use crate::vocabulary::duration::millis;
use crate::vocabulary::terms::{Phase, RetryStrategy, Severity, SideEffects};
use serde::ser::{Serialize, Serializer};
use std::fmt;

pub(super) fn cause<'a>(record: &'a ErrorRecord, object: &mut ObjectView<'a>) {
    let causes = record.causes();
    object.some("cause", (!causes.is_empty()).then(|| causes.join(SEPARATOR)));
}

pub(super) fn advice<'a>(record: &'a ErrorRecord, object: &mut ObjectView<'a>) {
    for part in Part::ALL.iter().filter(|part| part.is_advice()) {
        object.some(part.as_str(), record.part(*part));
    }
}

pub(super) fn retry<'a>(record: &'a ErrorRecord, object: &mut ObjectView<'a>) {
    object.some("retryable", record.facts.retryable);
    retry_delay(record, object);
}

pub(super) fn retry_delay<'a>(record: &'a ErrorRecord, object: &mut ObjectView<'a>) {
    object.some("retry_after_ms", record.retry_after.map(millis));
    object.some("retry_strategy", record.facts.retry.map(RetryStrategy::as_str));
}

/// Adds the side effects, the severity and the actions. Omits default values. For a parsed record, writes exactly the
/// members that the other program wrote.
pub(super) fn circumstances<'a>(record: &'a ErrorRecord, object: &mut ObjectView<'a>) {
    let facts = record.facts;
    let is_parsed = facts.are_parsed();
    let side_effects = facts.side_effects.filter(|effects| is_parsed || *effects != SideEffects::None);
    object.some("side_effects", side_effects.map(SideEffects::as_str));
    let severity = facts.severity.filter(|severity| is_parsed || *severity != Severity::Error);
    object.some("severity", severity.map(Severity::as_str));
    object.unless_empty("actions", JsonView::list(&record.actions));
}

/// Returns the context, without values that other members repeat.
pub(super) fn unrepeated_values(context: &NamedValues) -> JsonView<'_> {
    let mut object = ObjectView::default();
    for (name, value) in context.iter().filter(|(name, _)| !context.is_stated(name, StatedIn::Member)) {
        object.member(name, value);
    }
    object.into()
}

pub(crate) fn values(context: &NamedValues) -> JsonView<'_> {
    let mut object = ObjectView::default();
    for (name, value) in context {
        object.member(name, value);
    }
    object.into()
}

impl<'a> From<&'a ContextValue> for JsonView<'a> {
    fn from(value: &'a ContextValue) -> Self {
        match value {
            ContextValue::Json(json) => json.view(),
            ContextValue::Nearest(names) => Self::list(names),
            ContextValue::Listing(listing) if !listing.is_described() => Self::list(listing.names()),
            ContextValue::Listing(listing) => {
                let mut object = ObjectView::default();
                for (name, description) in listing.iter() {
                    object.member(name, description);
                }
                object.into()
            }
            ContextValue::FieldErrors(fields) => Self::list(fields.iter().map(|field| field.view())),
        }
    }
}

impl Serialize for ErrorRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        JsonView::from(members(self)).serialize(serializer)
    }
}

/// Formats the record as JSON. A derived impl would make a minimal program larger.
impl fmt::Debug for ErrorRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ErrorRecord {}", JsonView::from(members(self)).write(f.alternate()))
    }
}

/// Returns the members of an envelope's `error`, and the members that envelopes omit.
fn members(record: &ErrorRecord) -> ObjectView<'_> {
    let facts = record.facts;
    let mut data = ObjectView::default();
    data.member("code", &record.code);
    data.member("message", &record.message);
    cause(record, &mut data);
    data.some("detail", record.detail.as_ref());
    advice(record, &mut data);
    data.some("docs_url", record.docs_url.as_ref());
    retry(record, &mut data);
    data.some("phase", facts.phase.map(Phase::as_str));
    data.some("side_effects", facts.side_effects.map(SideEffects::as_str));
    data.some("severity", facts.severity.map(Severity::as_str));
    data.unless_empty("actions", JsonView::list(&record.actions));
    data.some("instance", record.instance.as_ref());
    data.unless_empty("context", values(&record.context));
    let causes = record.causes();
    if causes.len() > 1 {
        data.member("causes", JsonView::list(causes));
    }
    data.some("summary", record.summary.as_ref());
    data.some("body", record.body.as_ref());
    data.some("exit_code", facts.exit_code);
    data.some("status", facts.status);
    data
}
