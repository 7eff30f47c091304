//! Declarations as JSON: the keys of the catalog's views.

use super::Entry;
use crate::definition::def::{ErrorDef, FieldDef, RetryAfter};
use crate::text::template::Template;
use crate::vocabulary::duration::millis;
use serde::ser::{Serialize, SerializeMap, Serializer};

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.entries(&mut map, self.def.fields)?;
        map.end()
    }
}

impl Entry {
    /// Writes every fact; `fields` is how its context is told.
    pub(crate) fn entries<M, F>(&self, map: &mut M, fields: &F) -> Result<(), M::Error>
    where
        M: SerializeMap,
        F: Serialize + ?Sized,
    {
        self.def.entries(map, fields)?;
        some(map, "docs_url", self.docs_url())?;
        map.serialize_entry("declared_by", &self.path())
    }
}

impl ErrorDef {
    fn entries<M, F>(&self, map: &mut M, fields: &F) -> Result<(), M::Error>
    where
        M: SerializeMap,
        F: Serialize + ?Sized,
    {
        map.serialize_entry("code", self.code)?;
        some(map, "summary", self.summary)?;
        some(map, "description", self.description)?;
        some(map, "message", self.message)?;
        map.serialize_entry("exit_code", &self.exit)?;
        some(map, "detail", self.detail)?;
        some(map, "suggestion", self.suggestion)?;
        some(map, "fix_required", self.fix_required)?;
        some(map, "fix_command", self.fix_command)?;
        map.serialize_entry("retryable", &self.retryable)?;
        match self.retry_after {
            Some(RetryAfter::Fixed(wait)) => map.serialize_entry("retry_after_ms", &millis(wait))?,
            Some(RetryAfter::Field(field)) => map.serialize_entry("retry_after_field", field)?,
            None => {}
        }
        some(map, "retry_strategy", self.retry)?;
        map.serialize_entry("side_effects", &self.side_effects)?;
        map.serialize_entry("phase", &self.phase)?;
        map.serialize_entry("severity", &self.severity)?;
        some(map, "status", self.status)?;
        some(map, "protocol", self.protocol)?;
        if !self.actions.is_empty() {
            map.serialize_entry("actions", self.actions)?;
        }
        some(map, "actions_field", self.actions_field)?;
        if !self.fields.is_empty() {
            map.serialize_entry("context", fields)?;
        }
        if !self.classify.is_empty() {
            map.serialize_entry("classify", self.classify)?;
        }
        some(map, "since", self.since)?;
        some(map, "deprecated", self.deprecated)
    }
}

pub(crate) fn some<M: SerializeMap>(
    map: &mut M,
    key: &'static str,
    value: Option<impl Serialize>,
) -> Result<(), M::Error> {
    value.map_or(Ok(()), |value| map.serialize_entry(key, &value))
}

impl Serialize for FieldDef {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.entries(&mut map)?;
        map.end()
    }
}

impl FieldDef {
    pub(crate) fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("name", self.name)?;
        map.serialize_entry("type", self.json_type())?;
        map.serialize_entry("rust_type", self.ty)?;
        map.serialize_entry("shown", &self.shown)?;
        some(map, "summary", self.summary)
    }
}

impl Serialize for Template {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
