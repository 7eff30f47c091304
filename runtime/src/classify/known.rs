//! Data extracted from a foreign error.

use crate::definition::foreign::{Invalid, Knowledge};
use crate::error::context::ContextValue;
use crate::registry::chain::search;
use crate::registry::foreign_inspectors::ForeignInspectors;
use std::error::Error;
use std::time::Duration;

/// Data extracted from a foreign error and its sources. Provides values for the fields of the variant whose rule
/// matched.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// The message of the error that matched the rule.
    message: String,
    /// The code that the error's library assigned.
    code: Option<String>,
    pub(super) status: Option<u16>,
    pub(super) retry_after: Option<Duration>,
    invalid: Option<Invalid>,
}

impl Known {
    /// Extracts data from an error. The error that matched the rule, `met`, takes precedence over the other errors in
    /// the source chain.
    pub(super) fn of(
        error: &(dyn Error + 'static),
        met: &(dyn Error + 'static),
        accessors: &ForeignInspectors,
    ) -> Self {
        let mut known = accessors.read(met);
        search(error, accessors, &mut |error| {
            let Knowledge { code, status, retry_after, invalid } = accessors.read(error);
            known.code = known.code.take().or(code);
            known.status = known.status.or(status);
            known.retry_after = known.retry_after.or(retry_after);
            known.invalid = known.invalid.take().or(invalid);
            None::<()>
        });
        let Knowledge { code, status, retry_after, invalid } = known;
        Self { message: accessors.message(met), code, status, retry_after, invalid }
    }

    /// Returns the value of a variant's field, or null if the foreign error doesn't provide it. `ty` is the field's type
    /// as written in the source code.
    pub(super) fn value(&self, field: &str, ty: &str) -> ContextValue<'_> {
        let text = match field {
            "message" => Some(&self.message),
            "code" => self.code.as_ref(),
            "field" => self.invalid.as_ref().map(|invalid| &invalid.field),
            "reason" => self.invalid.as_ref().map(|invalid| &invalid.reason),
            _ => None,
        };
        match (field, self.status, &self.retry_after) {
            ("status", Some(status), _) => ContextValue::Unsigned(status.into()),
            ("retry_after", _, Some(wait)) if ty.contains("Duration") => ContextValue::Serialize(wait),
            // A field of any other type contains seconds. Rounds up, because calling too early fails again.
            ("retry_after", _, Some(wait)) => ContextValue::Unsigned(wait.as_millis().div_ceil(1000) as u64),
            _ => text.map_or(ContextValue::Null, |text| ContextValue::Str(text)),
        }
    }

    /// Returns the string that replaces a field in a template.
    pub(super) fn text(&self, field: &str) -> Option<String> {
        match self.value(field, "") {
            ContextValue::Str(text) => Some(text.to_owned()),
            ContextValue::Unsigned(number) => Some(number.to_string()),
            _ => None,
        }
    }
}
