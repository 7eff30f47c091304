//! Converts the number formats of `schemars`, such as `uint32`, to ranges. JSON Schema doesn't define these formats,
//! and strict validators reject unknown formats.

use agent_error::definition::Integer;
use serde_json::{Map, Value, json};

/// Whether a schema describes a floating-point number.
pub(super) fn is_float(schema: &Value) -> bool {
    matches!(schema["format"].as_str(), Some("float" | "double"))
}

/// Replaces number formats with ranges in a schema. Makes floating-point numbers nullable, because serde serializes NaN
/// and infinities as null.
pub(super) fn as_ranges(schema: Value) -> Value {
    let mut schema = schema;
    if is_float(&schema) && schema["type"] == "number" {
        schema["type"] = json!(["number", "null"]);
    }
    match schema {
        Value::Array(schemas) => schemas.into_iter().map(as_ranges).collect(),
        Value::Object(mut members) => {
            if let Some((minimum, maximum)) = members.get("format").and_then(Value::as_str).and_then(range) {
                members.remove("format");
                add(&mut members, "minimum", minimum);
                add(&mut members, "maximum", maximum);
            }
            let kept = members.into_iter().map(|(name, value)| match name.as_str() {
                // These keywords contain values instead of schemas.
                "const" | "enum" | "default" | "examples" => (name, value),
                _ => (name, as_ranges(value)),
            });
            Value::Object(kept.collect())
        }
        other => other,
    }
}

/// Adds a bound unless the schema already has one.
fn add(members: &mut Map<String, Value>, keyword: &str, bound: Option<i64>) {
    if let Some(bound) = bound.filter(|_| !members.contains_key(keyword)) {
        members.insert(keyword.to_owned(), bound.into());
    }
}

/// Returns the bounds of a number format, or `None` if the format is unknown.
fn range(format: &str) -> Option<(Option<i64>, Option<i64>)> {
    match format {
        "float" | "double" => Some((None, None)),
        other => Integer::from_format(other).map(readable_range),
    }
}

/// Returns the bounds of an integer type. Omits the bounds of 64-bit and larger integers except 0, because many JSON
/// parsers round them.
pub(super) fn readable_range(integer: Integer) -> (Option<i64>, Option<i64>) {
    let readable = |end: i128| i64::try_from(end).ok().filter(|_| integer.bits() < 64 || end == 0);
    (readable(integer.min()), readable(integer.max()))
}

#[cfg(test)]
mod tests {
    use super::{as_ranges, readable_range};
    use agent_error::definition::Integer;
    use serde_json::json;

    #[test]
    fn number_formats_become_ranges() {
        for (schema, expected) in [
            (
                json!({"type": "integer", "format": "uint32", "minimum": 0}),
                json!({"type": "integer", "minimum": 0, "maximum": 4_294_967_295_u32}),
            ),
            (
                json!({"type": "integer", "format": "int8", "minimum": 1}),
                json!({"type": "integer", "minimum": 1, "maximum": 127}),
            ),
            (json!({"type": ["integer", "null"], "format": "int64"}), json!({"type": ["integer", "null"]})),
            (json!({"items": [{"format": "double"}]}), json!({"items": [{}]})),
            (json!({"items": {"type": "number", "format": "double"}}), json!({"items": {"type": ["number", "null"]}})),
            (json!({"type": "string", "format": "date-time"}), json!({"type": "string", "format": "date-time"})),
            (
                json!({"properties": {"format": {"type": "string"}}, "const": {"format": "int8"}}),
                json!({"properties": {"format": {"type": "string"}}, "const": {"format": "int8"}}),
            ),
        ] {
            assert_eq!(as_ranges(schema), expected);
        }
    }

    #[test]
    fn bounds_that_parsers_round_are_omitted() {
        let range = |name| readable_range(Integer::from_rust(name).unwrap());
        assert_eq!(range("i16"), (Some(-32768), Some(32767)));
        assert_eq!(range("u64"), (Some(0), None));
        assert_eq!(range("isize"), (None, None));
    }
}
