//! Derives schemas from the names of Rust types.

use super::transform::readable_range;
use agent_error::definition::{Integer, RustType};
use serde_json::{Value, json};

/// Returns the schema of a context field with this type. Returns `{}`, which accepts any value, if the type is unknown.
pub(super) fn schema(ty: &str) -> Value {
    match RustType::read(ty) {
        RustType::Float => float(),
        RustType::Nullable(inner) if *inner == RustType::Float => nullable(float()),
        other => of(&other),
    }
}

/// Returns the schema of a floating-point field. NaN and infinities are serialized as strings.
pub(super) fn float() -> Value {
    json!({"anyOf": [{"type": "number"}, {"type": "string", "enum": ["NaN", "inf", "-inf"]}]})
}

/// Returns the schema of a value within a field. Such values are serialized by serde.
fn of(ty: &RustType) -> Value {
    match ty {
        RustType::Text => json!({"type": "string"}),
        RustType::Char => json!({"type": "string", "minLength": 1, "maxLength": 1}),
        RustType::Bool => json!({"type": "boolean"}),
        // serde serializes NaN and infinities as null.
        RustType::Float => json!({"type": ["number", "null"]}),
        RustType::Integer { or_text: true, .. } => json!({"type": ["integer", "string"]}),
        RustType::Integer { integer, not_zero, or_text: false } => whole(*integer, *not_zero),
        RustType::List { items, unique, length } => list(of(items), *unique, *length),
        RustType::Tuple(types) => {
            let items: Vec<Value> = types.iter().map(of).collect();
            json!({"type": "array", "prefixItems": items, "minItems": items.len(), "maxItems": items.len()})
        }
        RustType::Map(value) => json!({"type": "object", "additionalProperties": of(value)}),
        RustType::Nullable(inner) => nullable(of(inner)),
        RustType::Null => json!({"type": "null"}),
        RustType::Time(seconds, nanoseconds) => {
            let count = json!({"type": "integer", "minimum": 0});
            json!({
                "type": "object",
                "properties": {*seconds: count, *nanoseconds: count},
                "required": [seconds, nanoseconds],
            })
        }
        RustType::Listing => json!({"anyOf": [
            {"type": "object", "additionalProperties": {"type": "string"}},
            {"type": "array", "items": {"type": "string"}},
        ]}),
        RustType::FieldError => json!({
            "type": "object",
            "properties": {
                "field": {"type": "string"},
                "message": {"type": "string"},
                "line": {"type": "integer", "minimum": 0},
                "sent": {},
                "missing": {"const": true},
                "expected": {"type": "string"},
                "options": {"type": "array", "items": {"type": "string"}},
                "nearest": {"type": "string"},
            },
            "required": ["field", "message"],
        }),
        _ => json!({}),
    }
}

fn whole(integer: Integer, not_zero: bool) -> Value {
    let mut schema = json!({"type": "integer"});
    let (minimum, maximum) = readable_range(integer);
    for (keyword, bound) in [("minimum", minimum), ("maximum", maximum)] {
        if let Some(bound) = bound {
            schema[keyword] = bound.into();
        }
    }
    if not_zero {
        schema["not"] = json!({"const": 0});
    }
    schema
}

fn list(items: Value, unique: bool, length: Option<u64>) -> Value {
    let mut schema = json!({"type": "array", "items": items});
    if unique {
        schema["uniqueItems"] = true.into();
    }
    if let Some(length) = length {
        schema["minItems"] = length.into();
        schema["maxItems"] = length.into();
    }
    schema
}

/// Makes a schema accept null too.
pub(super) fn nullable(mut schema: Value) -> Value {
    if let Some(several) = schema.get_mut("anyOf").and_then(Value::as_array_mut) {
        several.push(json!({"type": "null"}));
        return schema;
    }
    match &mut schema["type"] {
        Value::Array(several) if several.contains(&"null".into()) => {}
        Value::Array(several) => several.push("null".into()),
        Value::Null => {}
        one => *one = json!([one, "null"]),
    }
    schema
}
