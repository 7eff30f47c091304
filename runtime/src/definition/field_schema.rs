//! JSON Schemas of field types.

use serde_json::Value;
use std::fmt;
use std::marker::PhantomData;

/// The JSON Schema of a field's type, if the type declares one.
#[derive(Clone, Copy)]
pub struct FieldSchema(Option<fn() -> Value>);

impl FieldSchema {
    /// No schema is declared.
    pub const UNKNOWN: Self = Self(None);

    /// Returns the JSON Schema (draft 2020-12) of the serialized type.
    pub(crate) fn get(self) -> Option<Value> {
        self.0.map(|schema| schema())
    }

    /// Returns the JSON type that the schema allows, other than null, or `value` if it allows several.
    pub(super) fn json_type(self) -> Option<&'static str> {
        // Without the feature, no type declares a schema.
        self.get().filter(|_| cfg!(feature = "schemars")).map(|schema| type_in(&schema))
    }
}

impl fmt::Debug for FieldSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "FieldSchema(..)" } else { "FieldSchema" })
    }
}

/// Selects the schema of a field's type in error types with `integrate(schemars)`. For a type that implements
/// `schemars::JsonSchema`, `SCHEMA` is an inherent constant, which takes precedence over the constant of
/// [`UnknownSchema`].
pub struct SchemaOf<T: ?Sized>(PhantomData<T>);

#[cfg(feature = "schemars")]
impl<T: schemars::JsonSchema + ?Sized> SchemaOf<T> {
    /// The schema that the type declares.
    pub const SCHEMA: FieldSchema = FieldSchema(Some(described::<T>));
}

/// Provides the schema of types that don't implement `JsonSchema`.
pub trait UnknownSchema {
    /// No schema.
    const SCHEMA: FieldSchema;
}

impl<T: ?Sized> UnknownSchema for SchemaOf<T> {
    const SCHEMA: FieldSchema = FieldSchema::UNKNOWN;
}

/// Generates a schema with all definitions inlined. Only the schemas of recursive types contain references.
#[cfg(feature = "schemars")]
fn described<T: schemars::JsonSchema + ?Sized>() -> Value {
    let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    let settings = settings.with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    if let Value::Object(members) = &mut schema {
        // The title is the Rust type name, which only a schema that refers to itself needs.
        if !refers_to_whole(&Value::Object(members.clone())) {
            members.remove("title");
        }
    }
    schema
}

#[cfg(feature = "schemars")]
fn refers_to_whole(schema: &Value) -> bool {
    match schema {
        Value::Array(schemas) => schemas.iter().any(refers_to_whole),
        Value::Object(members) => {
            members.get("$ref").is_some_and(|reference| reference == "#") || members.values().any(refers_to_whole)
        }
        _ => false,
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
