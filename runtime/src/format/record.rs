//! Serializes a record: the `error` object of an envelope, and the facts that envelopes omit.

use crate::error::json_value::is_too_deep;
use crate::error::record::{ErrorRecord, FIELD_ERRORS};
use crate::format::{ErrorObject, Member};
use crate::text::cause::{CauseChain, causes};
use crate::text::json_writer::Key;
use crate::text::sanitize::Displayed;
use crate::vocabulary::terms::SideEffects;
use serde::ser::{Serialize, SerializeMap, Serializer};

impl Serialize for ErrorRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let object = ErrorObject::new(self, None, true);
        let mut map = serializer.serialize_map(None)?;
        let mut written = Ok(());
        let members = &mut |key: Key, member: Member<'_>| {
            if written.is_ok() {
                written = match member {
                    Member::Actions(_) if self.actions.is_empty() => Ok(()),
                    Member::Actions(_) => map.serialize_entry(key.name(), &self.actions),
                    Member::Context(_) => context(self, key.name(), &mut map),
                    Member::Bool(value) => map.serialize_entry(key.name(), &value),
                    Member::Number(value) => map.serialize_entry(key.name(), &value),
                    Member::Word(word) => map.serialize_entry(key.name(), word),
                    Member::Str(text) => map.serialize_entry(key.name(), text),
                    Member::Name(name) => map.serialize_entry(key.name(), name),
                    Member::Text(text) => map.serialize_entry(key.name(), &Displayed(&text.arguments())),
                    Member::Message(error) => map.serialize_entry(key.name(), &Displayed(error)),
                    Member::Cause(error) => match CauseChain::of(error) {
                        Some(causes) => map.serialize_entry(key.name(), &Displayed(&causes)),
                        None => Ok(()),
                    },
                };
            }
        };
        object.all(members);
        written?;
        if causes(self).nth(1).is_some() {
            map.serialize_entry("causes", &causes(self).map(ToString::to_string).collect::<Vec<_>>())?;
        }
        for (name, text) in [("summary", &self.summary), ("body", &self.body)] {
            if let Some(text) = text {
                map.serialize_entry(name, text)?;
            }
        }
        if let Some(exit_code) = self.facts.exit_code {
            map.serialize_entry("exit_code", &exit_code)?;
        }
        // All other facts were written as members of the envelope's `error`.
        if self.facts.side_effects == Some(SideEffects::None) && self.facts.exit_code.is_some() {
            map.serialize_entry("side_effects", &SideEffects::None)?;
        }
        if let Some(status) = self.facts.status {
            map.serialize_entry("status", &status)?;
        }
        map.end()
    }
}

fn context<M: SerializeMap>(record: &ErrorRecord, name: &'static str, map: &mut M) -> Result<(), M::Error> {
    if record.context.is_empty() && record.field_errors.is_empty() {
        return Ok(());
    }
    map.serialize_entry(name, &Context(record))
}

/// Serializes the context, including the invalid fields.
struct Context<'a>(&'a ErrorRecord);

impl Serialize for Context<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let fields = &self.0.field_errors;
        for (name, value) in self.0.context.iter().filter(|(name, _)| fields.is_empty() || name != FIELD_ERRORS) {
            match is_too_deep(value) {
                true => map.serialize_entry(name, &value.to_string())?,
                false => map.serialize_entry(name, value)?,
            }
        }
        if !fields.is_empty() {
            map.serialize_entry(FIELD_ERRORS, fields)?;
        }
        map.end()
    }
}
