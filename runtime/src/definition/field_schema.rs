//! JSON Schemas of field types.

use serde_json::Value;
use std::marker::PhantomData;

/// Selects the schema of a field's type in error types with `integrate(schemars)`. For a type that implements
/// `schemars::JsonSchema`, `SCHEMA` is an inherent constant, which takes precedence over the constant of
/// [`UnknownSchema`].
pub struct SchemaOf<T: ?Sized>(PhantomData<T>);

#[cfg(feature = "schemars")]
impl<T: schemars::JsonSchema + ?Sized> SchemaOf<T> {
    /// The schema that the type declares.
    pub const SCHEMA: Option<fn() -> Value> = Some(described::<T>);
}

/// Provides the schema of types that don't implement `JsonSchema`.
pub trait UnknownSchema {
    /// No schema.
    const SCHEMA: Option<fn() -> Value>;
}

impl<T: ?Sized> UnknownSchema for SchemaOf<T> {
    const SCHEMA: Option<fn() -> Value> = None;
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
    // The title is the Rust type name, which only a schema that refers to itself needs.
    if !refers_to_whole(&schema) {
        schema.as_object_mut().map(|members| members.remove("title"));
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
