//! `NESTED`: `{"error":{"code","message","details"}}`.

#[cfg(feature = "parse")]
pub(crate) mod read;

use agent_error::ErrorRecord;
use agent_error::format::Style;
use serde::{Serialize, Serializer, ser::SerializeMap as _};

/// The detail that contains the advice.
pub(crate) const SUGGESTION: &str = "suggestion";

#[derive(Serialize)]
struct Document<'a> {
    error: Nested<'a>,
}

#[derive(Serialize)]
struct Nested<'a> {
    code: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Details::is_empty")]
    details: Details<'a>,
}

/// The context and the advice.
struct Details<'a> {
    record: &'a ErrorRecord,
    advice: Option<String>,
}

impl Details<'_> {
    fn is_empty(&self) -> bool {
        self.record.context().is_empty() && self.advice.is_none()
    }
}

impl Serialize for Details<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut details = serializer.serialize_map(None)?;
        for (name, value) in self.record.context().iter() {
            details.serialize_entry(name, &value)?;
        }
        if let Some(advice) = &self.advice {
            details.serialize_entry(SUGGESTION, advice)?;
        }
        details.end()
    }
}

pub(crate) fn write(record: &ErrorRecord, style: &Style<'_>) -> String {
    // A context value of the program keeps its name.
    let is_taken = record.context().get(SUGGESTION).is_some();
    let advice = if is_taken { None } else { record.advice() };
    style.json(&Document {
        error: Nested {
            code: record.code(),
            message: record.message(),
            details: Details { record, advice },
        },
    })
}
