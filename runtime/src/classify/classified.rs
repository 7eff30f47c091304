//! Foreign errors with the code that a rule assigned to them.

use super::decide::Decision;
use crate::error::field_error::FieldError;
use crate::error::foreign::Foreign;
use crate::error::record::ErrorRecord;
use crate::error::value::ContextValue;
use crate::registry::search::{inspect, message, search};
use crate::text::cause::source_of;
use crate::text::sanitize::message_of;
use crate::vocabulary::duration::whole_seconds;
use std::borrow::Cow;
use std::error::Error;

/// Creates the record of a classified error. If a field of its message is unknown, uses the foreign
/// error's message.
#[inline]
pub(super) fn classified(decision: &Decision<'_>, error: &(dyn Error + 'static)) -> ErrorRecord {
    let def = decision.entry.def;
    let known = Foreign::of(error, decision.met);
    let filled = def
        .message()
        .and_then(|template| template.fill_all(&|field| known.text(field)));
    let message = filled.unwrap_or_else(|| message(error));
    let mut values = Vec::new();
    for (name, ty) in def.values() {
        values.push(known.value(name, ty.unwrap_or_default()));
    }
    let mut record = ErrorRecord::filled(def, values);
    // Don't repeat the message as the cause.
    let cause = if message_of(&error) == message {
        source_of(error)
    } else {
        Some(error)
    };
    record.describe(message, cause);
    if def.status_field().is_some() {
        record.fields.facts.status = known.status.filter(|status| (400..600).contains(status));
    }
    // The delay that the remote system requested takes precedence over the delay that the code
    // declares.
    if def.is_retryable() && known.retry_after.is_some() {
        record.fields.retry_after = known.retry_after;
    }
    // The URL may be inherited from an enclosing type.
    record.fields.docs_url = decision.entry.docs_url().map(Cow::into_owned);
    record
}

/// Fills the fields of the variant whose rule matched.
impl<'a> Foreign<'a> {
    /// Reads the data of an error and its sources. Data of `met`, the error that matched the rule,
    /// takes precedence.
    #[inline]
    fn of(error: &'a (dyn Error + 'static), met: &'a (dyn Error + 'static)) -> Self {
        let mut data = Self {
            message: Some(message(met)),
            ..inspect(met)
        };
        search(error, &mut |error| {
            let Self {
                code,
                status,
                retry_after,
                invalid,
                ..
            } = inspect(error);
            data.code = data.code.take().or(code);
            data.status = data.status.or(status);
            data.retry_after = data.retry_after.or(retry_after);
            data.invalid = data.invalid.take().or(invalid);
            None::<()>
        });
        data
    }

    /// Returns the value of a variant's field, or null if it's unknown. `ty` is its type as written
    /// in the source code.
    #[inline]
    fn value(&self, field: &str, ty: &str) -> ContextValue {
        if field == "status"
            && let Some(status) = self.status
        {
            return ContextValue::scalar(status);
        }
        if field == "retry_after"
            && let Some(wait) = self.retry_after
        {
            // A field of any other type contains seconds.
            return if ty.contains("Duration") {
                ContextValue::scalar(wait)
            } else {
                ContextValue::scalar(whole_seconds(wait))
            };
        }
        let text = match field {
            "message" => self.message.as_deref(),
            "code" => self.code.as_deref(),
            "field" => self.invalid.as_ref().map(FieldError::field),
            "reason" => self.invalid.as_ref().map(FieldError::message),
            _ => None,
        };
        match text {
            Some(text) => ContextValue::from_text(text),
            None => ContextValue::scalar(()),
        }
    }

    /// Returns the value of a field as templates show it, if it's known.
    fn text(&self, field: &str) -> Option<String> {
        let value = self.value(field, "");
        (!value.is_null()).then(|| value.text())
    }
}
