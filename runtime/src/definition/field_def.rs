//! Static definitions of context fields.

use super::field_schema::FieldSchema;
use super::rust_type::schema_of_type;
use crate::vocabulary::terms::ContextFormat;
use serde_json::Value;

/// The static definition of a context field.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FieldDef {
    /// The key in the context.
    pub name: &'static str,
    /// The Rust type as written in the source code.
    pub rust_type: &'static str,
    /// How the value is represented in output.
    pub shown: ContextFormat,
    /// The first paragraph of the field's doc comment.
    pub summary: Option<&'static str>,
    /// Whether the field lists existing names that are similar to an unknown one.
    pub lists_nearest: bool,
    /// The command that lists valid values.
    pub values_from: Option<&'static str>,
    /// The JSON Schema of the type, if known.
    pub(crate) schema: FieldSchema,
}

impl FieldDef {
    /// Returns the field as it appears in the catalog document, including its declared schema.
    pub(crate) fn document(&self) -> Value {
        let mut field = serde_json::json!(self);
        if let Some(schema) = self.declared_schema() {
            field["schema"] = schema;
        }
        field
    }

    /// Returns the JSON Schema of the value, if the type declares one and the value is serialized with `Serialize`.
    pub(crate) fn declared_schema(&self) -> Option<Value> {
        self.schema.get().filter(|_| self.shown == ContextFormat::Serialized)
    }

    /// Returns the JSON type of the value: `string`, `integer`, `number`, `boolean`, `array` or `object`. If the type
    /// is unknown, returns `value`.
    pub fn json_type(&self) -> &'static str {
        match self.shown {
            ContextFormat::Serialized => type_in(&self.schema.get().unwrap_or_else(|| schema_of_type(self.rust_type))),
            ContextFormat::Text | ContextFormat::Redacted => "string",
        }
    }
}

/// Returns the JSON type that a schema allows, other than null. If the schema lists alternatives, returns their common
/// type.
fn type_in(schema: &Value) -> &'static str {
    let listed = ["oneOf", "anyOf"].into_iter().find_map(|key| schema[key].as_array());
    let types: Vec<&'static str> = match (&schema["type"], &schema["const"], listed) {
        (Value::Array(several), ..) => several.iter().filter_map(Value::as_str).filter_map(known).take(1).collect(),
        (Value::String(one), ..) => known(one).into_iter().collect(),
        (_, Value::String(_), _) => vec!["string"],
        (_, _, Some(schemas)) => schemas.iter().filter(|schema| schema["type"] != "null").map(type_in).collect(),
        _ if schema["enum"].as_array().is_some_and(|values| values.iter().all(Value::is_string)) => vec!["string"],
        _ => Vec::new(),
    };
    match types.split_first() {
        Some((first, rest)) if rest.iter().all(|ty| ty == first) => first,
        _ => "value",
    }
}

fn known(name: &str) -> Option<&'static str> {
    ["string", "integer", "number", "boolean", "array", "object"].into_iter().find(|known| *known == name)
}
