//! The one way from members to JSON.

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use serde_json::Value as Json;

/// A value in a JSON format.
pub(crate) enum Member<'a> {
    Null,
    Bool(bool),
    Number(u64),
    Str(&'a str),
    String(String),
    List(Vec<Member<'a>>),
    Object(Members<'a>),
    Json(&'a Json),
}

/// An ordered list of members.
pub(crate) type Members<'a> = Vec<(&'a str, Member<'a>)>;

impl Serialize for Member<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Member::Null => serializer.serialize_unit(),
            Member::Bool(value) => serializer.serialize_bool(*value),
            Member::Number(value) => serializer.serialize_u64(*value),
            Member::Str(value) => serializer.serialize_str(value),
            Member::String(value) => serializer.serialize_str(value),
            Member::Json(value) => value.serialize(serializer),
            Member::List(values) => {
                let mut list = serializer.serialize_seq(Some(values.len()))?;
                values.iter().try_for_each(|value| list.serialize_element(value))?;
                list.end()
            }
            Member::Object(members) => {
                let mut map = serializer.serialize_map(Some(members.len()))?;
                members.iter().try_for_each(|(name, value)| map.serialize_entry(name, value))?;
                map.end()
            }
        }
    }
}

/// Writes an object on one line.
pub(crate) fn line(members: Members<'_>) -> String {
    serde_json::to_string(&Member::Object(members)).unwrap_or_default()
}
