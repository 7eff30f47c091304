//! Checks whether a new JSON Schema only accepts values that an old schema accepted.

use serde_json::{Map, Value};
use std::borrow::Cow;

/// Keywords that don't restrict values.
const NOTES: [&str; 6] = ["title", "description", "$comment", "examples", "default", "deprecated"];

/// Removes annotations, such as titles and descriptions, from a schema.
pub(super) fn without_annotations(schema: &Value) -> Value {
    match schema {
        Value::Array(schemas) => schemas.iter().map(without_annotations).collect(),
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
        // The keys are property or definition names, which may be called `title`.
        ("properties" | "patternProperties" | "$defs", Value::Object(schemas)) => schemas
            .iter()
            .map(|(name, schema)| (name.clone(), without_annotations(schema)))
            .collect::<Map<_, _>>()
            .into(),
        // These keywords contain values instead of schemas.
        ("const" | "enum", value) => value.clone(),
        (_, value) => without_annotations(value),
    }
}

/// Whether the schema accepts any value.
pub(super) fn is_anything(schema: &Value) -> bool {
    match schema {
        Value::Object(members) => members.is_empty(),
        other => *other == Value::Bool(true),
    }
}

/// Whether the old schema accepts every value that the new schema accepts. Returns `false` if that can't be determined.
pub(super) fn accepts_all_of(old: &Value, new: &Value) -> bool {
    if old == new || is_anything(old) {
        return true;
    }
    if let (Some(old), Some(new)) = (values(old), values(new)) {
        return new.iter().all(|value| old.contains(value));
    }
    if let Some(several) = alternatives(new) {
        return several.iter().all(|new| accepts_all_of(old, new));
    }
    if let Some(several) = alternatives(old) {
        return several.iter().any(|old| accepts_all_of(old, new));
    }
    let (Value::Object(old), Value::Object(new)) = (old, new) else { return false };
    let types_fit = match (old.get("type"), new.get("type")) {
        (Some(old), Some(new)) => types(new).iter().all(|ty| allows(&types(old), ty)),
        (None, _) => true,
        (Some(_), None) => false,
    };
    let same = |keywords: &[&str]| keywords.iter().all(|keyword| old.get(*keyword) == new.get(*keyword));
    // The new schema must contain every constraint of the old schema.
    types_fit
        && old.iter().filter(|(keyword, _)| *keyword != "type").all(|(keyword, demanded)| {
            let Some(new) = new.get(keyword) else {
                return is_open(keyword, demanded);
            };
            match keyword.as_str() {
                "properties" => are_narrower(demanded, new),
                "required" => is_subset(demanded, new),
                // These keywords apply to values that the sibling keywords don't cover.
                "items" => same(&["prefixItems"]) && accepts_all_of(demanded, new),
                "additionalProperties" => same(&["properties", "patternProperties"]) && accepts_all_of(demanded, new),
                "minimum" | "exclusiveMinimum" | "minLength" | "minItems" => is_ordered(demanded, new),
                "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" => is_ordered(new, demanded),
                _ => new == demanded,
            }
        })
}

/// Whether a keyword with this value has no effect, such as an empty `required`.
fn is_open(keyword: &str, demanded: &Value) -> bool {
    match demanded {
        Value::Bool(open) => keyword == "additionalProperties" && *open,
        Value::Array(required) => keyword == "required" && required.is_empty(),
        Value::Object(properties) => keyword == "properties" && properties.is_empty(),
        _ => false,
    }
}

/// Whether each old property still exists, and only has values that were possible before. New properties are allowed.
fn are_narrower(old: &Value, new: &Value) -> bool {
    let (Value::Object(old), Value::Object(new)) = (old, new) else { return false };
    old.iter().all(|(name, old)| new.get(name).is_some_and(|new| accepts_all_of(old, new)))
}

/// Whether all previously required members are still required.
fn is_subset(old: &Value, new: &Value) -> bool {
    let (Value::Array(old), Value::Array(new)) = (old, new) else { return false };
    old.iter().all(|name| new.contains(name))
}

/// Returns the alternatives of a schema that only consists of `anyOf` or `oneOf`.
fn alternatives(schema: &Value) -> Option<&Vec<Value>> {
    let members = schema.as_object().filter(|members| members.len() == 1)?;
    members.get("anyOf").or_else(|| members.get("oneOf"))?.as_array()
}

/// Returns the values that a schema lists with `const`, `enum`, `null` or alternatives of these.
fn values(schema: &Value) -> Option<Vec<Cow<'_, Value>>> {
    if let Some(only) = schema.get("const") {
        return Some(vec![Cow::Borrowed(only)]);
    }
    if let Some(Value::Array(values)) = schema.get("enum") {
        return Some(values.iter().map(Cow::Borrowed).collect());
    }
    if schema.get("type").is_some_and(|ty| ty == "null") {
        return Some(vec![Cow::Owned(Value::Null)]);
    }
    // `schemars` splits an enum with doc comments on some variants into several schemas.
    let Some(Value::Array(several)) = schema.get("oneOf").or_else(|| schema.get("anyOf")) else { return None };
    let several: Option<Vec<_>> = several.iter().map(values).collect();
    several.map(|several| several.into_iter().flatten().collect())
}

fn types(ty: &Value) -> Vec<&str> {
    match ty {
        Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    }
}

fn allows(types: &[&str], ty: &str) -> bool {
    types.contains(&ty) || (ty == "integer" && types.contains(&"number"))
}

/// Whether `low` is less than or equal to `high`.
fn is_ordered(low: &Value, high: &Value) -> bool {
    match (low.as_i64(), high.as_i64()) {
        (Some(low), Some(high)) => low <= high,
        _ => low.as_f64().zip(high.as_f64()).is_some_and(|(low, high)| low <= high),
    }
}

#[cfg(test)]
mod tests {
    use super::{accepts_all_of, without_annotations};
    use serde_json::json;

    /// Creates the schema of an object with string properties.
    fn object(names: &[&str], required: &[&str]) -> serde_json::Value {
        let properties = names.iter().map(|name| ((*name).to_owned(), json!({"type": "string"})));
        let properties: serde_json::Map<_, _> = properties.collect();
        json!({"type": "object", "properties": properties, "required": required})
    }

    #[test]
    fn what_was_possible_before_is_narrower() {
        let text = json!({"type": "string"});
        let maybe = json!({"type": ["string", "null"]});
        let port = json!({"type": "integer", "minimum": 0, "maximum": 65535});
        let many = |item: &serde_json::Value| json!({"type": "array", "items": item});
        let empty = json!({"type": "object", "additionalProperties": false});
        assert!(accepts_all_of(&json!({}), &port));
        assert!(accepts_all_of(&maybe, &text));
        assert!(accepts_all_of(&many(&maybe), &many(&text)));
        assert!(accepts_all_of(&text, &json!({"type": "string", "enum": ["a"]})));
        assert!(accepts_all_of(&json!({"enum": ["a", "b"]}), &json!({"const": "b"})));
        assert!(accepts_all_of(&port, &json!({"type": "integer", "minimum": 0, "maximum": 255})));
        assert!(accepts_all_of(&many(&port), &many(&json!({"type": "integer", "minimum": 1, "maximum": 65535}))));
        assert!(accepts_all_of(&json!({"type": "number"}), &port));
        assert!(accepts_all_of(&object(&["a"], &["a"]), &object(&["a", "b"], &["a", "b"])));
        assert!(accepts_all_of(&many(&object(&[], &[])), &many(&object(&["a"], &["a"]))));
        assert!(accepts_all_of(&json!({"type": "object", "additionalProperties": true}), &json!({"type": "object"})));
        let either = json!({"anyOf": [text, port]});
        assert!(accepts_all_of(&either, &text) && accepts_all_of(&either, &json!({"anyOf": [port, text]})));
        for (old, new) in [
            (&text, &maybe),
            (&text, &json!({})),
            (&port, &json!({"type": "integer", "minimum": 0})),
            (&json!({"type": "integer", "minimum": 0}), &json!({"type": "integer"})),
            (&many(&text), &many(&maybe)),
            (&json!({"const": "a"}), &json!({"enum": ["a", "b"]})),
            (&text, &port),
            (&port, &json!({"type": "integer", "minimum": -1, "maximum": 255})),
            (&port, &json!({"type": "number", "minimum": 0, "maximum": 255})),
            // Omitting a keyword allows more values.
            (&empty, &json!({"type": "object"})),
            (&json!({"type": "array", "uniqueItems": true}), &json!({"type": "array"})),
            (&json!({"type": "object", "required": ["a"]}), &json!({"type": "object"})),
            (&json!({"type": "object", "properties": {"a": {}}}), &json!({"type": "object"})),
            // A sibling keyword excludes values.
            (&empty, &json!({"type": "object", "properties": {"a": {}}, "additionalProperties": false})),
            (&many(&port), &json!({"type": "array", "prefixItems": [{"type": "string"}], "items": port})),
            // A member that existing readers expect is missing.
            (&object(&["a", "b"], &["a"]), &object(&["a"], &["a"])),
            (&object(&["a"], &["a"]), &object(&["a"], &[])),
            (&json!({"anyOf": [text, port]}), &json!({"anyOf": [text, {"type": "boolean"}]})),
        ] {
            assert!(!accepts_all_of(old, new), "{old} {new}");
        }
    }

    #[test]
    fn values_are_the_same_however_they_are_listed() {
        let plain = json!({"type": "string", "enum": ["a", "b"]});
        let with_docs = json!({"oneOf": [{"type": "string", "enum": ["b"]}, {"type": "string", "const": "a"}]});
        let or_null = json!({"anyOf": [with_docs, {"type": "null"}]});
        assert!(accepts_all_of(&plain, &with_docs) && accepts_all_of(&with_docs, &plain));
        assert!(accepts_all_of(&or_null, &plain) && !accepts_all_of(&plain, &or_null));
        assert!(!accepts_all_of(&plain, &json!({"oneOf": [plain, {"type": "string"}]})));
    }

    #[test]
    fn notes_are_not_part_of_it() {
        let schema = json!({
            "title": "T", "description": "d", "type": "object", "enum": [{"title": 1}],
            "properties": {"title": {"type": "string", "description": "d"}, "default": {}},
        });
        let expected = json!({
            "type": "object", "enum": [{"title": 1}], "properties": {"title": {"type": "string"}, "default": {}},
        });
        assert_eq!(without_annotations(&schema), expected);
    }
}
