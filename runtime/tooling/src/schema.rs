//! JSON Schemas (draft 2020-12) of context fields, and changes to schemas.

mod definitions;
mod sorted;
mod transform;

pub(super) use definitions::Definitions;
pub(super) use sorted::{Sorted, pretty};
pub(super) use transform::{each, literal, one_of, portable, with_enums, with_range, with_ranges};

use agent_error::__tooling::schema_of_type;
use agent_error::format::REDACTED;
use serde_json::{Value, json};

/// Returns the schema of a field's values, based on its description in a catalog document. `{}`
/// accepts any value.
pub(crate) fn of_field(field: &Value) -> Value {
    match field["shown"].as_str() {
        Some("redacted") => return json!({"const": REDACTED}),
        Some("text" | "debug") => return json!({"type": "string"}),
        _ => {}
    }
    if let Some(schema) = field.get("schema") {
        return normalized(schema);
    }
    if let Some(ty) = field["rust_type"].as_str() {
        let mut schema = normalized(&schema_of_type(ty));
        with_ranges(&mut schema);
        return schema;
    }
    match field["type"].as_str() {
        Some("value") | None => json!({}),
        Some(ty) => json!({"type": ty}),
    }
}

fn normalized(schema: &Value) -> Value {
    if *schema == Value::Bool(true) {
        // `true` and `{}` both accept any value.
        json!({})
    } else if transform::is_float(schema) {
        // The field's type is an alias for `f32` or `f64`.
        let is_nullable = schema["type"].is_array();
        float(is_nullable)
    } else {
        schema.clone()
    }
}

/// Returns the schema of a floating-point field. NaN and infinities are serialized as strings.
fn float(nullable: bool) -> Value {
    let mut any_of = vec![
        json!({"type": "number"}),
        json!({"type": "string", "enum": ["NaN", "inf", "-inf"]}),
    ];
    if nullable {
        any_of.push(json!({"type": "null"}));
    }
    json!({"anyOf": any_of})
}

/// Returns a reference to a definition. `place` is the path of the definitions, such as `#/$defs/`.
pub(crate) fn reference(place: &str, name: &str) -> String {
    let mut reference = place.to_owned();
    for byte in name.replace('~', "~0").replace('/', "~1").bytes() {
        match byte {
            b'-' | b'.' | b'_' | b'~' => reference.push(byte.into()),
            _ if byte.is_ascii_alphanumeric() => reference.push(byte.into()),
            // A reference is a URI.
            _ => reference.push_str(&format!("%{byte:02X}")),
        }
    }
    reference
}

/// Whether a schema, or a part of it, accepts any value.
pub(crate) fn has_unknown_part(schema: &Value) -> bool {
    match schema {
        Value::Bool(accepts) => *accepts,
        Value::Object(keywords) => {
            keywords.is_empty()
                || keywords
                    .iter()
                    .any(|(keyword, value)| keyword_has_unknown_part(keyword, value))
        }
        _ => false,
    }
}

fn keyword_has_unknown_part(keyword: &str, value: &Value) -> bool {
    match (keyword, value) {
        ("items" | "additionalProperties", schema) => {
            schema.is_object() && has_unknown_part(schema)
        }
        ("properties" | "$defs", Value::Object(schemas)) => schemas.values().any(has_unknown_part),
        ("prefixItems" | "anyOf" | "oneOf" | "allOf", Value::Array(schemas)) => {
            schemas.iter().any(has_unknown_part)
        }
        _ => false,
    }
}
