//! Declarations as JSON: the keys of the catalog's views.

use crate::definition::def::FieldDef;
use crate::definition::entry::Entry;
use crate::definition::fact::{FactValue, Views};
use crate::definition::facts::FACTS;
use crate::text::template::Template;
use serde::ser::{Serialize, SerializeMap, Serializer};

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.entries(&mut map, Views::JSON, self.def.fields)?;
        map.end()
    }
}

impl Entry {
    /// Writes every fact of a view; `fields` writes its context.
    pub(crate) fn entries<M, F>(&self, map: &mut M, views: Views, fields: &F) -> Result<(), M::Error>
    where
        M: SerializeMap,
        F: Serialize + ?Sized,
    {
        for fact in FACTS.iter().filter(|fact| fact.views.contains(views)) {
            match (fact.value)(self) {
                Some(FactValue::Fields(_)) => map.serialize_entry(fact.name, fields)?,
                Some(value) => map.serialize_entry(fact.name, &value)?,
                None => {}
            }
        }
        Ok(())
    }
}

impl Serialize for FactValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => serializer.serialize_str(text),
            Self::Template(template) => template.serialize(serializer),
            Self::Number(number) => serializer.serialize_i64(*number),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Texts(texts) => texts.serialize(serializer),
            Self::Fields(fields) => fields.serialize(serializer),
            Self::Rules(rules) => rules.serialize(serializer),
        }
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
