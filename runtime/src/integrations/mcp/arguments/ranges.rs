//! The ranges of Rust's integer types.

use crate::definition::integer::Integer;
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

fn range(format: &str) -> Option<(Number, Number)> {
    let integer = Integer::from_format(format)?;
    // JSON Schema has no numbers beyond 64 bits.
    Some((Number::from_i128(integer.min())?, Number::from_i128(integer.max())?))
}
