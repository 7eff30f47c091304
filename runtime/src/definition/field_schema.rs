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

/// Whether a schema contains a reference to its own root.
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
