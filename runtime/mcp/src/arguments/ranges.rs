//! The ranges of Rust's integer types.

use serde_json::{Map, Number, Value};

/// States the range of each integer with a format of a Rust type. schemars leaves out ranges of more than 16 bits, and
/// serde rejects a number without naming its field.
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

/// The values of these keywords are not schemas.
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

/// The range of a format such as `uint8`, or `int` for `isize`.
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
        // JSON Schema has no numbers beyond 64 bits.
        _ => return None,
    })
}
