//! Adds integer ranges to schemas.

use serde_json::{Map, Number, Value};

/// Adds `minimum` and `maximum` to each integer schema whose `format` is a Rust integer type, such as `uint32`.
///
/// schemars omits the range of integers that are wider than 16 bits. Without the range, serde would reject the number,
/// and its message wouldn't mention the field.
pub(super) fn state_ranges(schema: &mut Value) {
    match schema {
        Value::Object(keywords) => {
            state_range(keywords);
            let schemas = keywords.iter_mut().filter(|(keyword, _)| !VALUES.contains(&keyword.as_str()));
            schemas.for_each(|(_, schema)| state_ranges(schema));
        }
        Value::Array(schemas) => schemas.iter_mut().for_each(state_ranges),
        _ => {}
    }
}

/// Keywords whose values aren't schemas.
const VALUES: &[&str] = &["const", "default", "enum", "examples"];

fn state_range(keywords: &mut Map<String, Value>) {
    let Some((least, most)) = keywords.get("format").and_then(Value::as_str).and_then(range) else { return };
    let is_integer = match keywords.get("type") {
        Some(Value::String(ty)) => ty == "integer",
        Some(Value::Array(types)) => types.iter().any(|ty| ty == "integer"),
        _ => false,
    };
    if is_integer {
        for (bound, exclusive, limit) in [("minimum", "exclusiveMinimum", least), ("maximum", "exclusiveMaximum", most)]
        {
            if !keywords.contains_key(exclusive) {
                keywords.entry(bound).or_insert(Value::Number(limit));
            }
        }
    }
}

/// Returns the range of a format such as `uint8`. The format of `isize` is `int`.
fn range(format: &str) -> Option<(Number, Number)> {
    Some(match format {
        "uint8" => (0.into(), u8::MAX.into()),
        "uint16" => (0.into(), u16::MAX.into()),
        "uint32" => (0.into(), u32::MAX.into()),
        "uint64" | "uint" => (0.into(), u64::MAX.into()),
        "int8" => (i8::MIN.into(), i8::MAX.into()),
        "int16" => (i16::MIN.into(), i16::MAX.into()),
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        "int64" | "int" => (i64::MIN.into(), i64::MAX.into()),
        // `Number` can't represent integers with more than 64 bits.
        _ => return None,
    })
}
