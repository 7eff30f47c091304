//! A record as JSON: the `error` object of an envelope, and beside it what the envelope leaves out.

use crate::error::agent_error::Part;
use crate::error::record::ErrorRecord;
use crate::format::{Dialect, ErrorObject, RecordSeed};
use crate::text::cause::causes;
use crate::vocabulary::terms::SideEffects;
use serde::de::{Deserialize, DeserializeSeed, Deserializer};
use serde::ser::{Serialize, SerializeMap, Serializer};

impl Serialize for ErrorRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let object = ErrorObject { error: self, cap: usize::MAX, causes: true, context: true };
        let mut map = serializer.serialize_map(None)?;
        object.all(&mut map)?;
        if causes(self).nth(1).is_some() {
            map.serialize_entry("causes", &causes(self).map(ToString::to_string).collect::<Vec<_>>())?;
        }
        object.text("summary", Part::Summary, &mut map)?;
        object.text("body", Part::Body, &mut map)?;
        object.text("instance", Part::Instance, &mut map)?;
        map.serialize_entry("exit_code", &self.facts.exit_code)?;
        // Some effects are among the entries of an envelope already.
        if self.facts.side_effects == Some(SideEffects::None) {
            map.serialize_entry("side_effects", &SideEffects::None)?;
        }
        if let Some(status) = self.facts.status {
            map.serialize_entry("status", &status)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for ErrorRecord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        RecordSeed(Dialect::Record).deserialize(deserializer)
    }
}
