//! Describes schemas in error messages, and adds the ranges of Rust's integers to them.

use rmcp::schemars::Schema;
use rmcp::schemars::transform::{RecursiveTransform, Transform as _};
use serde_json::{Number, Value};

/// Describes a property, such as `string (The title of a note)`.
pub(super) fn description_of(property: &Value, root: &Value) -> Option<String> {
    let target = resolved(property, root);
    let ty = match &target["type"] {
        Value::String(ty) => Some(ty.clone()),
        Value::Array(types) => {
            let types: Vec<&str> = types.iter().filter_map(Value::as_str).collect();
            (!types.is_empty()).then(|| types.join(" or "))
        }
        _ => None,
    };
    let own_description = property["description"].as_str();
    let Some(description) = own_description.or(target["description"].as_str()) else {
        return ty;
    };
    let about = description.trim_end_matches('.');
    match ty {
        Some(ty) => Some(format!("{ty} ({about})")),
        None => Some(about.to_owned()),
    }
}

/// Returns the strings that a property allows. Returns an empty list if the property isn't limited
/// to fixed strings.
pub(super) fn options_of(property: &Value, root: &Value) -> Vec<String> {
    let target = resolved(property, root);
    let allowed: Vec<&Value> = if let Value::Array(options) = &target["enum"] {
        options.iter().collect()
    } else if let Value::Array(branches) = &target["oneOf"] {
        branches.iter().map(|branch| &branch["const"]).collect()
    } else {
        Vec::new()
    };
    let strings = allowed.into_iter().filter_map(Value::as_str);
    strings.map(str::to_owned).collect()
}

/// Resolves a `$ref`. Returns schemas without one unchanged.
pub(super) fn resolved<'a>(schema: &'a Value, root: &'a Value) -> &'a Value {
    let reference = schema["$ref"].as_str();
    match reference.and_then(|reference| reference.strip_prefix('#')) {
        Some(pointer) => root.pointer(pointer).unwrap_or(schema),
        None => schema,
    }
}

/// Adds `minimum` and `maximum` to each integer schema whose `format` is a Rust integer type, such
/// as `uint32`.
///
/// schemars omits the range of integers that are wider than 16 bits. Without the range, serde would
/// reject the number, and its message wouldn't mention the field.
pub(super) fn add_ranges(schema: &mut Value) {
    if let Ok(schema) = <&mut Schema>::try_from(schema) {
        RecursiveTransform(add_range).transform(schema);
    }
}

fn add_range(schema: &mut Schema) {
    let Some(keywords) = schema.as_object_mut() else {
        return;
    };
    let format = keywords.get("format").and_then(Value::as_str);
    let Some((least, most)) = format.and_then(range) else {
        return;
    };
    if !keywords.get("type").is_some_and(includes_integer) {
        return;
    }
    if !keywords.contains_key("exclusiveMinimum") {
        keywords.entry("minimum").or_insert(Value::Number(least));
    }
    if !keywords.contains_key("exclusiveMaximum") {
        keywords.entry("maximum").or_insert(Value::Number(most));
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

/// Whether a `type` keyword allows integers.
fn includes_integer(ty: &Value) -> bool {
    match ty {
        Value::Array(types) => types.iter().any(|ty| ty == "integer"),
        ty => ty == "integer",
    }
}
