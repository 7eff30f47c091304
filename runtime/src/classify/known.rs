//! Data extracted from a foreign error.

use crate::definition::foreign::Knowledge;
use crate::error::value::ContextValue;
use crate::registry::chain::search;
use crate::registry::foreign_inspectors::ForeignInspectors;
use crate::vocabulary::duration::whole_seconds;
use std::error::Error;

/// Data extracted from a foreign error and its sources. Fills the fields of the variant whose rule matched.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// The message of the error that matched the rule.
    message: String,
    pub(super) data: Knowledge,
}

impl Known {
    /// Extracts data from an error. The error that matched the rule, `met`, takes precedence over the other errors in
    /// the source chain.
    pub(super) fn of(
        error: &(dyn Error + 'static),
        met: &(dyn Error + 'static),
        accessors: &ForeignInspectors,
    ) -> Self {
        let mut data = accessors.read(met);
        search(error, accessors, &mut |error| {
            let Knowledge { code, status, retry_after, invalid, .. } = accessors.read(error);
            data.code = data.code.take().or(code);
            data.status = data.status.or(status);
            data.retry_after = data.retry_after.or(retry_after);
            data.invalid = data.invalid.take().or(invalid);
            None::<()>
        });
        Self { message: accessors.message(met), data }
    }

    /// Returns the value of a variant's field, or null if the foreign error doesn't provide it. `ty` is the field's type
    /// as written in the source code.
    pub(super) fn value(&self, field: &str, ty: &str) -> ContextValue {
        let Knowledge { code, status, retry_after, invalid, .. } = &self.data;
        let text = match field {
            "message" => Some(&self.message),
            "code" => code.as_ref(),
            "field" => invalid.as_ref().map(|invalid| &invalid.field),
            "reason" => invalid.as_ref().map(|invalid| &invalid.reason),
            _ => None,
        };
        match (field, status, retry_after) {
            ("status", Some(status), _) => ContextValue::scalar(status),
            ("retry_after", _, Some(wait)) if ty.contains("Duration") => ContextValue::of(wait),
            // A field of any other type contains seconds.
            ("retry_after", _, Some(wait)) => whole_seconds(*wait).into(),
            _ => text.map_or_else(|| ContextValue::scalar(()), ContextValue::from_text),
        }
    }

    pub(super) fn text(&self, field: &str) -> Option<String> {
        let value = self.value(field, "");
        (!value.is_null()).then(|| value.text())
    }
}
