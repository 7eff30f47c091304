//! Whether the values that a field can have were all possible before.

use serde_json::{Map, Value};

/// Members of a schema that say nothing about values.
const NOTES: [&str; 6] = ["title", "description", "$comment", "examples", "default", "deprecated"];

/// The schema without what is only said to its reader.
pub(super) fn without_notes(schema: &Value) -> Value {
    match schema {
        Value::Array(schemas) => schemas.iter().map(without_notes).collect(),
        Value::Object(members) => {
            let kept = members.iter().filter(|(name, _)| !NOTES.contains(&name.as_str()));
            let kept = kept.map(|(name, value)| (name.clone(), without_notes_in(name, value)));
            Value::Object(kept.collect())
        }
        other => other.clone(),
    }
}

fn without_notes_in(keyword: &str, value: &Value) -> Value {
    match (keyword, value) {
        // The names in here are those of properties; one may be called `title`.
        ("properties" | "patternProperties" | "$defs", Value::Object(schemas)) => {
            schemas.iter().map(|(name, schema)| (name.clone(), without_notes(schema))).collect::<Map<_, _>>().into()
        }
        // Values, not schemas.
        ("const" | "enum", value) => value.clone(),
        (_, value) => without_notes(value),
    }
}

/// Whether any value is possible: nothing is known about it.
pub(super) fn is_anything(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => members.is_empty(),
        other => *other == Value::Bool(true),
    }
}

/// Whether every value that the new schema accepts was accepted by the old one, for all that is easily seen.
pub(super) fn is_narrower(old: &Value, new: &Value) -> bool {
    if old == new || is_anything(old) {
        return true;
    }
    if let (Some(old), Some(new)) = (values(old), values(new)) {
        return new.iter().all(|value| old.contains(value));
    }
    let (Value::Object(old), Value::Object(new)) = (old, new) else { return false };
    let types_fit = match (old.get("type"), new.get("type")) {
        (Some(old), Some(new)) => types(new).iter().all(|ty| types(old).contains(ty)),
        (None, _) => true,
        (Some(_), None) => false,
    };
    // What the old schema demands the new one must demand, too.
    types_fit
        && old.iter().filter(|(keyword, _)| *keyword != "type").all(|(keyword, demanded)| {
            match (keyword.as_str(), new.get(keyword)) {
                ("items" | "additionalProperties", Some(new)) => is_narrower(demanded, new),
                (_, new) => new == Some(demanded),
            }
        })
}

/// The values that a schema lists.
fn values(schema: &Value) -> Option<Vec<&Value>> {
    match (schema.get("const"), schema.get("enum")) {
        (Some(only), _) => Some(vec![only]),
        (None, Some(Value::Array(values))) => Some(values.iter().collect()),
        _ => None,
    }
}

fn types(ty: &Value) -> Vec<&str> {
    match ty {
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{is_narrower, without_notes};
    use serde_json::json;

    #[test]
    fn what_was_possible_before_is_narrower() {
        let text = json!({"type": "string"});
        let maybe = json!({"type": ["string", "null"]});
        let port = json!({"type": "integer", "minimum": 0, "maximum": 65535});
        let many = |item: &serde_json::Value| json!({"type": "array", "items": item});
        assert!(is_narrower(&json!({}), &port));
        assert!(is_narrower(&maybe, &text));
        assert!(is_narrower(&many(&maybe), &many(&text)));
        assert!(is_narrower(&text, &json!({"type": "string", "enum": ["a"]})));
        assert!(is_narrower(&json!({"enum": ["a", "b"]}), &json!({"const": "b"})));
        for (old, new) in [
            (&text, &maybe),
            (&text, &json!({})),
            (&port, &json!({"type": "integer", "minimum": 0})),
            (&json!({"type": "integer", "minimum": 0}), &json!({"type": "integer"})),
            (&many(&text), &many(&maybe)),
            (&json!({"const": "a"}), &json!({"enum": ["a", "b"]})),
            (&text, &port),
        ] {
            assert!(!is_narrower(old, new), "{old} {new}");
        }
    }

    #[test]
    fn notes_are_no_part_of_it() {
        let schema = json!({
            "title": "T", "description": "d", "type": "object", "enum": [{"title": 1}],
            "properties": {"title": {"type": "string", "description": "d"}, "default": {}},
        });
        let expected = json!({
            "type": "object", "enum": [{"title": 1}], "properties": {"title": {"type": "string"}, "default": {}},
        });
        assert_eq!(without_notes(&schema), expected);
    }
}
