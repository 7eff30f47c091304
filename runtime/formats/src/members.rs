//! Translates JSON documents to the `error` of an envelope, which agent-error reads.

use agent_error::ErrorRecord;
use agent_error::format::{ParseError, Reader};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// The members of a JSON object, in order, with their values as parts of the document.
#[derive(Default)]
pub(crate) struct Members<'a>(pub(crate) Vec<(String, &'a RawValue)>);

impl<'a> Members<'a> {
    /// Parses a document. Returns an error if it isn't a JSON object.
    pub(crate) fn of_document(text: &'a str) -> Result<Self, ParseError> {
        if !text.trim_start().starts_with('{') {
            return Err(ParseError::other_format());
        }
        serde_json::from_str(text)
            .map_err(|error| ParseError::malformed(format!("not valid JSON: {error}")))
    }

    /// Parses a value. Returns `None` if it isn't an object.
    pub(crate) fn of_value(value: &'a RawValue) -> Option<Self> {
        serde_json::from_str(value.get()).ok()
    }

    /// Returns the last member with this name.
    pub(crate) fn get(&self, name: &str) -> Option<&'a RawValue> {
        let (_, value) = self.0.iter().rfind(|(known, _)| known == name)?;
        Some(value)
    }

    /// Returns the last member with this name, in any case.
    pub(crate) fn get_in_any_case(&self, name: &str) -> Option<&'a RawValue> {
        let mut members = self.0.iter();
        let (_, value) = members.rfind(|(known, _)| known.eq_ignore_ascii_case(name))?;
        Some(value)
    }

    /// Whether there is a member with this name, in any case.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.get_in_any_case(name).is_some()
    }

    /// Adds a member.
    pub(crate) fn push(&mut self, name: &str, value: &'a RawValue) {
        self.0.push((name.to_owned(), value));
    }

    /// Reads these members as the `error` of an envelope.
    pub(crate) fn read(self, context: Self) -> Result<ErrorRecord, ParseError> {
        let mut envelope = "{\"ok\":false,\"error\":{".to_owned();
        self.write(&mut envelope);
        if !context.0.is_empty() {
            push_name(&mut envelope, "context");
            envelope.push('{');
            context.write(&mut envelope);
            envelope.push('}');
        }
        envelope.push_str("}}");
        Reader::ENVELOPE.read(&envelope)
    }

    /// Writes the members after the opening brace of an object.
    fn write(&self, json: &mut String) {
        for (name, value) in &self.0 {
            push_name(json, name);
            json.push_str(value.get());
        }
    }
}

/// Writes the name of a member, and a comma unless it's the first one of its object.
fn push_name(json: &mut String, name: &str) {
    if !json.ends_with('{') {
        json.push(',');
    }
    json.push_str(&serde_json::to_string(name).unwrap_or_default());
    json.push(':');
}

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MembersVisitor;

        impl<'de> Visitor<'de> for MembersVisitor {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Members::default();
                while let Some(member) = map.next_entry()? {
                    members.0.push(member);
                }
                Ok(members)
            }
        }

        deserializer.deserialize_map(MembersVisitor)
    }
}

/// Whether a value is a JSON string.
pub(crate) fn is_string(value: &RawValue) -> bool {
    value.get().starts_with('"')
}
