//! Describes schemas in error messages, adds the ranges of Rust's integers to them, and converts numbers that match them.

use serde_json::{Map, Number, Value};

/// Describes a property, such as `string (The title of a note)`.
pub(super) fn described(property: &Value, root: &Value) -> Option<String> {
    let resolved = resolved(property, root);
    let about = property["description"].as_str().or(resolved["description"].as_str());
    let ty = match &resolved["type"] {
        Value::String(ty) => Some(ty.clone()),
        Value::Array(types) => {
            let types: Vec<&str> = types.iter().filter_map(Value::as_str).collect();
            (!types.is_empty()).then(|| types.join(" or "))
        }
        _ => None,
    };
    match (ty, about) {
        (Some(ty), Some(about)) => Some(format!("{ty} ({})", about.trim_end_matches('.'))),
        (None, Some(about)) => Some(about.trim_end_matches('.').to_owned()),
        (ty, None) => ty,
    }
}

/// Returns the strings that a property allows. Returns an empty list if the property isn't limited to fixed strings.
pub(super) fn options_of(property: &Value, root: &Value) -> Vec<String> {
    let resolved = resolved(property, root);
    if let Some(options) = resolved["enum"].as_array() {
        return texts(options.iter());
    }
    match resolved["oneOf"].as_array() {
        Some(branches) if branches.iter().all(|branch| branch["const"].is_string()) => {
            texts(branches.iter().map(|branch| &branch["const"]))
        }
        _ => Vec::new(),
    }
}

fn texts<'a>(values: impl Iterator<Item = &'a Value>) -> Vec<String> {
    values.filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Resolves a `$ref`. Returns schemas without one unchanged.
pub(super) fn resolved<'a>(schema: &'a Value, root: &'a Value) -> &'a Value {
    let target = schema["$ref"].as_str().and_then(|path| root.pointer(path.strip_prefix('#')?));
    target.unwrap_or(schema)
}

/// Adds `minimum` and `maximum` to each integer schema whose `format` is a Rust integer type, such as `uint32`.
///
/// schemars omits the range of integers that are wider than 16 bits. Without the range, serde would reject the number,
/// and its message wouldn't mention the field.
pub(super) fn add_ranges(schema: &mut Value) {
    match schema {
        Value::Object(keywords) => {
            add_range(keywords);
            let schemas = keywords.iter_mut().filter(|(keyword, _)| !VALUES.contains(&keyword.as_str()));
            schemas.for_each(|(_, schema)| add_ranges(schema));
        }
        Value::Array(schemas) => schemas.iter_mut().for_each(add_ranges),
        _ => {}
    }
}

/// Keywords whose values aren't schemas.
const VALUES: &[&str] = &["const", "default", "enum", "examples"];

fn add_range(keywords: &mut Map<String, Value>) {
    let Some((least, most)) = keywords.get("format").and_then(Value::as_str).and_then(range) else { return };
    if keywords.get("type").is_some_and(includes_integer) {
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

/// 2^53. Beyond this limit, floats can't represent every integer.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// The maximum nesting depth. Schemas can be recursive.
const MAX_DEPTH: usize = 64;

/// Converts floats such as `5.0` to integers where the schema requires an integer. JSON Schema accepts them as
/// integers, but serde doesn't.
pub(super) fn convert_floats(schema: &Value, arguments: &mut Value) {
    if has_whole_float(arguments) {
        convert(schema, schema, arguments, 0);
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

fn convert(root: &Value, schema: &Value, value: &mut Value, depth: usize) {
    if depth > MAX_DEPTH {
        return;
    }
    let schema = resolved(schema, root);
    let branches = ["allOf", "anyOf", "oneOf"].into_iter().filter_map(|keyword| schema[keyword].as_array());
    branches.flatten().for_each(|branch| convert(root, branch, value, depth + 1));
    match value {
        Value::Number(number) if includes_integer(&schema["type"]) => {
            if let Some(whole) = whole(number) {
                *number = whole;
            }
        }
        Value::Array(items) => {
            let first = schema["prefixItems"].as_array().map_or(&[][..], Vec::as_slice);
            for (index, item) in items.iter_mut().enumerate() {
                convert(root, first.get(index).unwrap_or(&schema["items"]), item, depth + 1);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                let property = schema["properties"].get(name).unwrap_or(&schema["additionalProperties"]);
                convert(root, property, member, depth + 1);
            }
        }
        _ => {}
    }
}

/// Whether a `type` keyword allows integers.
fn includes_integer(ty: &Value) -> bool {
    match ty {
        Value::Array(types) => types.iter().any(|ty| ty == "integer"),
        ty => ty == "integer",
    }
}

#[cfg(test)]
mod tests {
    use super::convert_floats;
    use serde_json::json;

    #[test]
    fn a_schema_that_is_nothing_but_itself_ends() {
        let mut value = json!(1.0);
        convert_floats(&json!({"allOf": [{"$ref": "#"}]}), &mut value);
        assert_eq!(value, json!(1.0));
    }
}
