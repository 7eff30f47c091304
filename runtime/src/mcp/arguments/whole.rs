//! Whole numbers: to JSON Schema, `5.0` is one; to serde, it is none.

use super::describe::resolved;
use serde_json::{Map, Number, Value};

/// The largest number up to which a float tells all whole numbers apart: 2^53.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// The properties of a schema that are whole numbers.
pub(super) fn names(schema: &Value) -> Vec<String> {
    let parts = schema["allOf"].as_array().into_iter().flatten().chain([schema]);
    let properties = parts.filter_map(|part| resolved(part, schema)["properties"].as_object()).flatten();
    let whole = properties.filter(|(_, property)| match &resolved(property, schema)["type"] {
        Value::Array(types) => types.iter().any(|ty| ty == "integer"),
        ty => ty == "integer",
    });
    whole.map(|(name, _)| name.clone()).collect()
}

/// Writes those arguments as whole numbers that are ones with a fraction of nothing.
pub(super) fn write(names: &[String], arguments: &mut Map<String, Value>) {
    for name in names {
        if let Some(Value::Number(number)) = arguments.get_mut(name)
            && let Some(whole) = whole(number)
        {
            *number = whole;
        }
    }
}

#[allow(clippy::cast_possible_truncation, reason = "it has no fraction, and is small enough")]
fn whole(number: &Number) -> Option<Number> {
    let float = number.as_f64().filter(|float| number.is_f64() && float.fract() == 0.0 && float.abs() <= EXACT)?;
    Some((float as i64).into())
}
