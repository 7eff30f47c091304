//! Converts floats such as `5.0` to integers. JSON Schema accepts them as integers, but serde doesn't.

use super::property_schema::resolved;
use serde_json::{Number, Value};

/// 2^53. Beyond this limit, floats can't represent every integer.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// The maximum nesting depth. Schemas can be recursive.
const MAX_DEPTH: usize = 64;

/// Converts floats such as `5.0` to integers where the schema requires an integer.
pub(super) fn write(schema: &Value, arguments: &mut Value) {
    if has_whole_float(arguments) {
        Writer { root: schema }.write(schema, arguments, 0);
    }
}

fn has_whole_float(value: &Value) -> bool {
    match value {
        Value::Number(number) => whole(number).is_some(),
        Value::Array(items) => items.iter().any(has_whole_float),
        Value::Object(members) => members.values().any(has_whole_float),
        _ => false,
    }
}

#[allow(clippy::cast_possible_truncation, reason = "the value is an integer within the exact range")]
fn whole(number: &Number) -> Option<Number> {
    let float = number.as_f64().filter(|float| number.is_f64() && float.fract() == 0.0 && float.abs() <= MAX_EXACT)?;
    Some((float as i64).into())
}

struct Writer<'a> {
    root: &'a Value,
}

impl Writer<'_> {
    fn write(&self, schema: &Value, value: &mut Value, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        let schema = resolved(schema, self.root);
        let branches = ["allOf", "anyOf", "oneOf"].into_iter().filter_map(|keyword| schema[keyword].as_array());
        branches.flatten().for_each(|branch| self.write(branch, value, depth + 1));
        match value {
            Value::Number(number) if is_integer(schema) => {
                if let Some(whole) = whole(number) {
                    *number = whole;
                }
            }
            Value::Array(items) => {
                let first = schema["prefixItems"].as_array().map_or(&[][..], Vec::as_slice);
                for (index, item) in items.iter_mut().enumerate() {
                    self.write(first.get(index).unwrap_or(&schema["items"]), item, depth + 1);
                }
            }
            Value::Object(members) => {
                for (name, member) in members {
                    let property = schema["properties"].get(name).unwrap_or(&schema["additionalProperties"]);
                    self.write(property, member, depth + 1);
                }
            }
            _ => {}
        }
    }
}

fn is_integer(schema: &Value) -> bool {
    match &schema["type"] {
        Value::Array(types) => types.iter().any(|ty| ty == "integer"),
        ty => ty == "integer",
    }
}

#[cfg(test)]
mod tests {
    use super::write;
    use serde_json::json;

    #[test]
    fn a_schema_that_is_nothing_but_itself_ends() {
        let mut value = json!(1.0);
        write(&json!({"allOf": [{"$ref": "#"}]}), &mut value);
        assert_eq!(value, json!(1.0));
    }
}
