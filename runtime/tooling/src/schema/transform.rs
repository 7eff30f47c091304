//! Rewrites schemas for code generators and strict validators, which support fewer keywords than
//! JSON Schema has.

use schemars::Schema;
use schemars::transform::{RecursiveTransform, ReplaceConstValue, Transform};
use serde_json::{Value, json};

/// Returns a schema that only accepts this value.
pub(crate) fn literal(value: Value) -> Value {
    one_of(vec![value])
}

/// Returns a schema that accepts any of these values.
pub(crate) fn one_of(values: Vec<Value>) -> Value {
    let mut schema = if values.len() == 1 {
        json!({"const": values[0]})
    } else {
        json!({"enum": values})
    };
    portable(&mut schema);
    schema
}

/// Applies a transformation to a schema.
fn apply(mut transform: impl Transform, json: &mut Value) {
    // Fails for JSON that isn't a schema.
    if let Ok(schema) = json.try_into() {
        transform.transform(schema);
    }
}

/// Applies a change to a schema and all nested schemas, outermost first.
pub(crate) fn each(schema: &mut Value, change: impl FnMut(&mut Schema)) {
    apply(RecursiveTransform(change), schema);
}

/// Rewrites a schema for code generators and strict validators. Adds the type to `const` and
/// `enum`. Replaces lists of types with `anyOf`, except for a single type and null.
pub(crate) fn portable(schema: &mut Value) {
    each(schema, |schema| match schema.get("type").cloned() {
        None => add_type(schema),
        Some(Value::Array(types)) => {
            let is_nullable_type = types.len() == 2 && types.contains(&Value::from("null"));
            if types.len() > 1 && !is_nullable_type {
                split(schema, &types);
            }
        }
        Some(_) => {}
    });
}

/// Adds the type to a `const` or `enum`.
fn add_type(schema: &mut Schema) {
    if let Some(ty) = type_of_values(schema) {
        schema.insert("type".to_owned(), ty.into());
    }
}

/// Replaces `const` with `enum`, which more `OpenAPI` tools support.
pub(crate) fn with_enums(schema: &mut Value) {
    apply(ReplaceConstValue::default(), schema);
}

/// Returns the type of a schema's `const` or `enum`, if all values have the same type.
fn type_of_values(schema: &Schema) -> Option<&'static str> {
    let values = match schema.get("const") {
        Some(value) => std::slice::from_ref(value),
        None => schema.get("enum")?.as_array()?,
    };
    let ty = type_of(values.first()?)?;
    let have_same_type = values.iter().all(|value| type_of(value) == Some(ty));
    have_same_type.then_some(ty)
}

fn type_of(value: &Value) -> Option<&'static str> {
    match value {
        Value::String(_) => Some("string"),
        Value::Bool(_) => Some("boolean"),
        Value::Number(number) if number.is_f64() => Some("number"),
        Value::Number(_) => Some("integer"),
        Value::Null => Some("null"),
        Value::Array(_) | Value::Object(_) => None,
    }
}

/// Replaces a schema with an `anyOf` that has a schema for each type. Each of them contains all
/// other keywords.
fn split(schema: &mut Schema, types: &[Value]) {
    let description = schema.remove("description");
    let mut any_of = Vec::new();
    for ty in types {
        let mut alternative = schema.clone();
        alternative.insert("type".to_owned(), ty.clone());
        any_of.push(alternative.to_value());
    }
    *schema = schemars::json_schema!({"anyOf": any_of});
    if let Some(description) = description {
        schema.insert("description".to_owned(), description);
    }
}

/// Whether a schema describes a floating-point number.
pub(super) fn is_float(schema: &Value) -> bool {
    matches!(schema["format"].as_str(), Some("float" | "double"))
}

/// Replaces the number formats of `schemars`, such as `uint32`, with ranges. JSON Schema doesn't
/// define these formats, and strict validators reject unknown formats. Makes floating-point numbers
/// nullable, because serde serializes NaN and infinities as null.
pub(crate) fn with_ranges(schema: &mut Value) {
    each(schema, |schema| {
        with_range(schema);
        if is_float(schema.as_value()) {
            schema.remove("format");
            if schema.get("type").is_some_and(|ty| ty == "number") {
                schema.insert("type".to_owned(), json!(["number", "null"]));
            }
        }
    });
}

/// Replaces an integer format with a range. Doesn't change nested schemas.
pub(crate) fn with_range(schema: &mut Schema) {
    let format = schema.get("format").and_then(Value::as_str);
    let Some((minimum, maximum)) = format.and_then(readable_range) else {
        return;
    };
    schema.remove("format");
    insert_bound(schema, "minimum", minimum);
    insert_bound(schema, "maximum", maximum);
}

fn insert_bound(schema: &mut Schema, keyword: &str, bound: Option<i64>) {
    if let Some(bound) = bound
        && schema.get(keyword).is_none()
    {
        schema.insert(keyword.to_owned(), bound.into());
    }
}

/// Returns the bounds of an integer format. Omits the bounds of 64-bit and larger integers except
/// 0, because many JSON parsers round them.
fn readable_range(format: &str) -> Option<(Option<i64>, Option<i64>)> {
    let (minimum, maximum) = match format {
        "uint8" => (0, u8::MAX.into()),
        "uint16" => (0, u16::MAX.into()),
        "uint32" => (0, u32::MAX.into()),
        "int8" => (i8::MIN.into(), i8::MAX.into()),
        "int16" => (i16::MIN.into(), i16::MAX.into()),
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        "uint" | "uint64" | "uint128" => return Some((Some(0), None)),
        "int" | "int64" | "int128" => return Some((None, None)),
        _ => return None,
    };
    Some((Some(minimum), Some(maximum)))
}

#[cfg(test)]
mod tests {
    use super::{portable, with_ranges};
    use serde_json::json;

    #[test]
    fn multiple_types_are_split() {
        let mut schema =
            json!({"items": {"type": ["integer", "string"], "description": "d", "minimum": 1}});
        portable(&mut schema);
        let any_of = json!([{"type": "integer", "minimum": 1}, {"type": "string", "minimum": 1}]);
        assert_eq!(
            schema,
            json!({"items": {"description": "d", "anyOf": any_of}})
        );
    }

    #[test]
    fn number_formats_become_ranges() {
        for (mut schema, expected) in [
            (
                json!({"type": "integer", "format": "uint32", "minimum": 0}),
                json!({"type": "integer", "minimum": 0, "maximum": u32::MAX}),
            ),
            // Many parsers round larger bounds.
            (
                json!({"type": "integer", "format": "uint64"}),
                json!({"type": "integer", "minimum": 0}),
            ),
            (
                json!({"items": {"type": "number", "format": "double"}}),
                json!({"items": {"type": ["number", "null"]}}),
            ),
        ] {
            with_ranges(&mut schema);
            assert_eq!(schema, expected);
        }
    }
}
