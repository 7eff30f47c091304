//! `NESTED`: `{"error":{"code","message","details"}}`.

#[cfg(feature = "parse")]
pub(crate) mod read;

use crate::text::joined_causes;
use agent_error::format::{ContextItem, Style};
use agent_error::{ErrorRecord, Listing};
use serde::{Serialize, Serializer, ser::SerializeMap as _};

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
    fn described_list<'a>(
        &self,
        name: &str,
        item: ContextItem<'a>,
    ) -> Option<(&'a Listing, &'static str)> {
        let (_, descriptions) = LISTS.into_iter().find(|(list, _)| *list == name)?;
        let has_descriptions = item.raw().get().starts_with('{');
        // A context value of the program keeps its name.
        let is_free = !has_value(self.record, descriptions);
        if has_descriptions && is_free {
            Some((item.listing()?, descriptions))
        } else {
            None
        }
    }
}

impl Serialize for Details<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut details = serializer.serialize_map(None)?;
        for (name, item) in self.record.context().items() {
            let value = item.raw();
            if let Some((listing, descriptions)) = self.described_list(name, item) {
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

/// Whether the context has a value with this name.
fn has_value(record: &ErrorRecord, name: &str) -> bool {
    record.context().items().any(|(known, _)| known == name)
}

pub(crate) fn write(record: &ErrorRecord, style: &Style<'_>) -> String {
    let mut details = Details {
        record,
        cause: joined_causes(record),
        advice: record.advice(),
    };
    // A context value of the program keeps its name.
    if has_value(record, CAUSE) {
        details.cause = None;
    }
    if has_value(record, SUGGESTION) {
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
