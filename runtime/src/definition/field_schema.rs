//! The JSON Schema of a field's type, if it has one.

use serde_json::Value;
use std::fmt;
use std::marker::PhantomData;

/// The JSON Schema of the type of a field, if it does not follow from the name of the type.
#[derive(Clone, Copy)]
pub struct FieldSchema(Option<fn() -> Value>);

impl FieldSchema {
    /// The type has none.
    pub const UNKNOWN: Self = Self(None);

    /// The schema, draft 2020-12, of the serialized type.
    pub(crate) fn get(self) -> Option<Value> {
        self.0.map(|schema| schema())
    }
}

/// Types may share a code although only one of them has `integrate(schemars)`; the names of the fields' types are compared.
impl PartialEq for FieldSchema {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for FieldSchema {}

impl fmt::Debug for FieldSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "FieldSchema(..)" } else { "FieldSchema" })
    }
}

/// The schema of a type, for fields of types with `integrate(schemars)`. That of a `schemars::JsonSchema` is an inherent
/// constant, which rustc prefers to that of [`UnknownSchema`] if the type has both.
pub struct SchemaOf<T: ?Sized>(PhantomData<T>);

#[cfg(feature = "schemars")]
impl<T: schemars::JsonSchema + ?Sized> SchemaOf<T> {
    /// The schema that a type states.
    pub const SCHEMA: FieldSchema = FieldSchema(Some(described::<T>));
}

/// The schema of a type that states none.
pub trait UnknownSchema {
    /// None.
    const SCHEMA: FieldSchema;
}

impl<T: ?Sized> UnknownSchema for SchemaOf<T> {
    const SCHEMA: FieldSchema = FieldSchema::UNKNOWN;
}

/// Without references: definitions are inlined, except where a type refers to itself.
#[cfg(feature = "schemars")]
fn described<T: schemars::JsonSchema + ?Sized>() -> Value {
    let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    let settings = settings.with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    if let Value::Object(members) = &mut schema {
        // A reader of the JSON cannot use the name of the Rust type, unless the type refers to itself.
        if !refers_to_whole(&Value::Object(members.clone())) {
            members.remove("title");
        }
    }
    schema
}

/// Whether a schema has a reference to itself as a whole.
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
