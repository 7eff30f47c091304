//! Schemas and values in few words.

use serde_json::Value;

/// The longest text of a sent value that is returned, in characters.
const LONGEST: usize = 200;

/// The most items of a sent value that are returned.
const MOST_ITEMS: usize = 10;

/// A description of a property, such as `string (The title of a note)`.
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

/// The only texts that a property allows; empty if it allows others.
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

/// The schema that a reference refers to.
pub(super) fn resolved<'a>(schema: &'a Value, root: &'a Value) -> &'a Value {
    let target = schema["$ref"].as_str().and_then(|path| root.pointer(path.strip_prefix('#')?));
    target.unwrap_or(schema)
}

/// A list of names.
pub(super) fn list(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// A sent value, shortened: its caller knows the rest.
pub(super) fn shown(value: &Value) -> Value {
    match value {
        Value::String(text) => match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}... ({} bytes)", &text[..end], text.len()).into(),
            None => text.as_str().into(),
        },
        Value::Array(items) if items.len() > MOST_ITEMS => format!("array of {} items", items.len()).into(),
        Value::Array(items) => items.iter().map(shown).collect(),
        Value::Object(members) if members.len() > MOST_ITEMS => format!("object of {} members", members.len()).into(),
        Value::Object(members) => members.iter().map(|(name, value)| (name.clone(), shown(value))).collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::shown;
    use serde_json::{Value, json};

    #[test]
    fn large_values_are_summed_up() {
        assert_eq!(shown(&json!([1, "a", null])), json!([1, "a", null]));
        assert_eq!(shown(&Value::from(vec![0; 11])), json!("array of 11 items"));
        let text = "é".repeat(300);
        assert_eq!(shown(&json!({"a": text})), json!({"a": format!("{}... (600 bytes)", "é".repeat(200))}));
    }
}
