//! The fields of the context.

use super::field_schema::FieldSchema;
use super::read_only::read_only;
use super::rust_type::RustType;
use crate::vocabulary::terms::Shown;
use serde_json::Value;

read_only! {
    /// A field of the context.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct FieldDef {
        /// The key in the context.
        name: &'static str,
        /// The Rust type, as written.
        ty as rust_type: &'static str,
        /// How the value is shown.
        shown: Shown,
        /// The first paragraph of the field's doc comment.
        summary: Option<&'static str>,
        /// Whether it lists existing names that are similar to an unknown one.
        nearest as lists_nearest: bool,
        /// The command that lists its valid values.
        values_from: Option<&'static str>,
        /// The JSON Schema of the type, if it has one.
        hidden schema: FieldSchema,
    }
}

impl FieldDef {
    /// The field in the catalog document: its view, and the schema that its type declares.
    pub(crate) fn document(&self) -> Value {
        let mut field = serde_json::json!(self);
        if let Some(schema) = self.declared_schema() {
            field["schema"] = schema;
        }
        field
    }

    /// The JSON Schema of the value, if the type declares one and the value is shown as it is.
    pub(crate) fn declared_schema(&self) -> Option<Value> {
        self.schema.get().filter(|_| self.shown == Shown::Serialized)
    }

    /// The JSON type of the value, from the Rust type: `string`, `integer`, `number`, `boolean`, `array`, `object`, or
    /// `value` for an unknown type.
    pub fn json_type(&self) -> &'static str {
        match self.shown {
            Shown::Serialized => {
                self.schema.get().map_or_else(|| RustType::read(self.ty).json_type(), |schema| type_in(&schema))
            }
            Shown::Text | Shown::Redacted => "string",
        }
    }
}

/// The type in a schema, possibly with null; that of its values if it lists them.
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
