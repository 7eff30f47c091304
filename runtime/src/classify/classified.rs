//! Foreign errors with the code that a rule assigned to them.

use super::decide::Decision;
use crate::definition::error_def::ErrorDef;
use crate::error::foreign::Foreign;
use crate::error::record::ErrorRecord;
use crate::error::value::ContextValue;
use crate::registry::search::{errors_in, foreign_message, inspect};
use crate::text::cause::source_of;
use crate::text::sanitize::message_of;
use crate::vocabulary::duration::whole_seconds;
use std::borrow::Cow;
use std::error::Error;
use std::time::Duration;

/// Creates the record of a classified error.
#[inline]
pub(super) fn classified(decision: &Decision<'_>, error: &(dyn Error + 'static)) -> ErrorRecord {
    let def = decision.entry.def;
    let known = Foreign::of(error, decision.met);
    let mut values = Vec::new();
    for (name, ty) in def.values() {
        let value = known.value(name, ty.unwrap_or_default());
        values.push(value.unwrap_or_else(|| ContextValue::scalar(())));
    }
    let mut record = ErrorRecord::filled(def, values);
    // If a field of the declared message is unknown, use the foreign error's message.
    let message = declared_message(def, &known).unwrap_or_else(|| foreign_message(error));
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

/// Fills the message template of a code. Returns `None` if the value of a field is unknown.
#[inline]
fn declared_message(def: &ErrorDef, known: &Foreign<'_>) -> Option<String> {
    let template = def.message()?;
    template.fill_all(&|field| {
        let value = known.value(field, "")?;
        Some(value.text())
    })
}

/// Fills the fields of the variant whose rule matched.
impl<'a> Foreign<'a> {
    /// Reads the data of an error and its sources. Data of `met`, the error that matched the rule,
    /// takes precedence.
    #[inline]
    fn of(error: &'a (dyn Error + 'static), met: &'a (dyn Error + 'static)) -> Self {
        let mut data = Self {
            message: Some(foreign_message(met)),
            ..inspect(met)
        };
        for inner in errors_in(error) {
            data.add_missing(inspect(inner));
        }
        data
    }

    /// Adds the data of another error that this error doesn't state itself, except for the message.
    #[inline]
    fn add_missing(&mut self, other: Foreign<'_>) {
        self.code = self.code.take().or(other.code);
        self.status = self.status.or(other.status);
        self.retry_after = self.retry_after.or(other.retry_after);
        self.invalid = self.invalid.take().or(other.invalid);
    }

    /// Returns the value of a variant's field, if it's known. `ty` is its type as written in the
    /// source code.
    #[inline]
    fn value(&self, field: &str, ty: &str) -> Option<ContextValue> {
        let text = match field {
            "status" => return self.status.map(ContextValue::scalar),
            "retry_after" => return Some(delay(self.retry_after?, ty)),
            "message" => self.message.as_deref()?,
            "code" => self.code.as_deref()?,
            "field" => self.invalid.as_ref()?.field(),
            "reason" => self.invalid.as_ref()?.message(),
            _ => return None,
        };
        Some(ContextValue::from_text(text))
    }
}

/// Returns a delay as the value of a field: as a `Duration` or in seconds.
#[inline]
fn delay(wait: Duration, ty: &str) -> ContextValue {
    if ty.contains("Duration") {
        ContextValue::scalar(wait)
    } else {
        ContextValue::scalar(whole_seconds(wait))
    }
}
