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
pub(super) fn classified(decision: &Decision<'_>, error: &(dyn Error + 'static)) -> ErrorRecord {
    let def = decision.entry.def;
    let known = Foreign::of(error, decision.met);
    let text: &dyn Fn(&str) -> Option<String> = &|field| {
        Some(known.value(field, ""))
            .filter(|value| !value.is_null())
            .map(|value| value.text())
    };
    let filled = def.message().and_then(|template| template.fill_all(text));
    let message = filled.unwrap_or_else(|| message(error));
    let values = def
        .values()
        .map(|(name, ty)| known.value(name, ty.unwrap_or_default()));
    let mut record = ErrorRecord::filled(def, values.collect());
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
    record.fields.retry_after = known
        .retry_after
        .filter(|_| def.is_retryable())
        .or(record.fields.retry_after);
    // The URL may be inherited from an enclosing type.
    record.fields.docs_url = decision.entry.docs_url().map(Cow::into_owned);
    record
}

/// Fills the fields of the variant whose rule matched.
impl<'a> Foreign<'a> {
    /// Reads the data of an error and its sources. Data of `met`, the error that matched the rule,
    /// takes precedence.
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
    fn value(&self, field: &str, ty: &str) -> ContextValue {
        let text = match field {
            "message" => self.message.as_deref(),
            "code" => self.code.as_deref(),
            "field" => self.invalid.as_ref().map(FieldError::field),
            "reason" => self.invalid.as_ref().map(FieldError::message),
            _ => None,
        };
        match (field, &self.status, &self.retry_after) {
            ("status", Some(status), _) => ContextValue::scalar(status),
            ("retry_after", _, Some(wait)) if ty.contains("Duration") => ContextValue::scalar(wait),
            // A field of any other type contains seconds.
            ("retry_after", _, Some(wait)) => ContextValue::scalar(whole_seconds(*wait)),
            _ => text.map_or_else(|| ContextValue::scalar(()), ContextValue::from_text),
        }
    }
}
