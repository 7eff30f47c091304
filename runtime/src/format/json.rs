//! Writes the members that several JSON formats have in common.

use crate::error::named_values::{NamedValues, StatedIn};
use crate::error::record::ErrorRecord;
use crate::error::value::ContextValue;
use crate::json::{JsonView, ObjectView};
use crate::text::cause::SEPARATOR;
use crate::vocabulary::duration::millis;
use crate::vocabulary::terms::{RetryStrategy, Severity, SideEffects};

/// Adds the causes as a single string.
pub(super) fn cause<'a>(record: &'a ErrorRecord, object: &mut ObjectView<'a>) {
    let causes = record.causes();
    object.some("cause", (!causes.is_empty()).then(|| causes.join(SEPARATOR)));
}

pub(super) fn advice<'a>(record: &'a ErrorRecord, object: &mut ObjectView<'a>) {
    object.some("suggestion", record.suggestion.as_ref());
    object.some("fix_required", record.fix_required.as_ref());
    object.some("fix_command", record.fix_command.as_ref());
    object.some("check_command", record.check_command.as_ref());
    object.some("replacement", record.replacement.as_ref());
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
    if !record.actions.is_empty() {
        object.member("actions", JsonView::list(&record.actions));
    }
}

/// Adds the context, without values that other members repeat. Adds nothing if no value remains.
pub(super) fn unrepeated_context<'a>(record: &'a ErrorRecord, object: &mut ObjectView<'a>) {
    let mut context = ObjectView::default();
    for (name, value) in record.context.iter().filter(|(name, _)| !record.context.is_stated(name, StatedIn::Member)) {
        context.member(name, value);
    }
    if !context.is_empty() {
        object.member("context", context);
    }
}

/// Adds the context, unless it's empty.
pub(super) fn context<'a>(record: &'a ErrorRecord, object: &mut ObjectView<'a>) {
    if !record.context.is_empty() {
        object.member("context", values(&record.context));
    }
}

pub(crate) fn values(context: &NamedValues) -> ObjectView<'_> {
    let mut object = ObjectView::default();
    for (name, value) in context {
        object.member(name, value);
    }
    object
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
