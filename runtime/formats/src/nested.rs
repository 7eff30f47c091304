//! `NESTED`: `{"error":{"code","message","details"}}`.

#[cfg(feature = "parse")]
pub(crate) mod read;

use crate::text::joined_causes;
use agent_error::format::Style;
use agent_error::{ErrorRecord, Listing};
use serde::{Serialize, Serializer, ser::SerializeMap as _};
use serde_json::value::RawValue;

/// The detail that contains the advice.
pub(crate) const SUGGESTION: &str = "suggestion";

/// The detail that contains the causes.
pub(crate) const CAUSE: &str = "cause";

/// The details that clients of Verda read as lists of strings, each with the detail that contains
/// the descriptions of these strings.
pub(crate) const LISTS: [(&str, &str); 2] = [
    ("choices", "choices_descriptions"),
    ("missing", "missing_descriptions"),
];

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

/// The context, the causes and the advice.
struct Details<'a> {
    record: &'a ErrorRecord,
    cause: Option<String>,
    advice: Option<String>,
}

impl Details<'_> {
    fn is_empty(&self) -> bool {
        self.record.context().is_empty() && self.cause.is_none() && self.advice.is_none()
    }

    /// If clients read this detail as a list, but it's an object with descriptions, returns the
    /// listing, and the name of the detail for the descriptions.
    fn described_list(&self, name: &str, json: &RawValue) -> Option<(&Listing, &'static str)> {
        let context = self.record.context();
        let (_, descriptions) = LISTS.into_iter().find(|(list, _)| *list == name)?;
        let has_descriptions = json.get().starts_with('{');
        // A context value of the program keeps its name.
        let is_free = !context.contains(descriptions);
        if has_descriptions && is_free {
            Some((context.listing(name)?, descriptions))
        } else {
            None
        }
    }
}

impl Serialize for Details<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut details = serializer.serialize_map(None)?;
        for (name, value) in self.record.context().iter_raw() {
            if let Some((listing, descriptions)) = self.described_list(name, &value) {
                let names: Vec<&str> = listing.iter().map(|(name, _)| name).collect();
                details.serialize_entry(name, &names)?;
                details.serialize_entry(descriptions, &value)?;
            } else {
                details.serialize_entry(name, &value)?;
            }
        }
        if let Some(cause) = &self.cause {
            details.serialize_entry(CAUSE, cause)?;
        }
        if let Some(advice) = &self.advice {
            details.serialize_entry(SUGGESTION, advice)?;
        }
        details.end()
    }
}

pub(crate) fn write(record: &ErrorRecord, style: &Style<'_>) -> String {
    let mut details = Details {
        record,
        cause: joined_causes(record),
        advice: record.advice(),
    };
    // A context value of the program keeps its name.
    if record.context().contains(CAUSE) {
        details.cause = None;
    }
    if record.context().contains(SUGGESTION) {
        details.advice = None;
    }
    style.json(&Document {
        error: Nested {
            code: record.code(),
            message: record.message(),
            details,
        },
    })
}
