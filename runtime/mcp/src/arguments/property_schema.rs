//! Short descriptions of schemas for error messages.

use serde_json::Value;

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
