//! Finds the first difference between two JSON Schemas.

use serde_json::Value;
use std::collections::BTreeSet;

/// Describes the first difference between two schemas, such as "`/properties/port` of its schema is new". Returns
/// `None` if the schemas are equal.
pub(super) fn difference(old: &Value, new: &Value) -> Option<String> {
    let (place, what) = first(old, new, String::new())?;
    Some(match place.as_str() {
        "" => "its schema differs".to_owned(),
        place => format!("`{place}` of its schema {what}"),
    })
}

/// Returns the JSON pointer of the first difference and the kind of change. Prefers differences within common members
/// to added or removed members, because they're more specific.
fn first(old: &Value, new: &Value, place: String) -> Option<(String, &'static str)> {
    match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            let at = |name: &str| format!("{place}/{}", name.replace('~', "~0").replace('/', "~1"));
            let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
            let inside = names.iter().find_map(|name| first(old.get(*name)?, new.get(*name)?, at(name)));
            let once = || {
                names.iter().find_map(|name| match (old.contains_key(*name), new.contains_key(*name)) {
                    (true, false) => Some((at(name), "is gone")),
                    (false, true) => Some((at(name), "is new")),
                    _ => None,
                })
            };
            inside.or_else(once)
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => {
            let mut pairs = old.iter().zip(new).enumerate();
            pairs.find_map(|(index, (old, new))| first(old, new, format!("{place}/{index}")))
        }
        _ => (old != new).then_some((place, "differs")),
    }
}

#[cfg(test)]
mod tests {
    use super::difference;
    use serde_json::json;

    #[test]
    fn the_first_place_is_reported() {
        let port = json!({"type": "object", "properties": {"port": {"type": "integer"}}, "required": ["port"]});
        let none = json!({"type": "object", "properties": {}, "required": []});
        let text = json!({"type": "object", "properties": {"port": {"type": "string"}}, "required": ["port"]});
        let odd = |name: &str| json!({"properties": {name: {}}});
        for (old, new, expected) in [
            (&none, &port, "`/properties/port` of its schema is new"),
            (&port, &none, "`/properties/port` of its schema is gone"),
            (&port, &text, "`/properties/port/type` of its schema differs"),
            (
                &json!({"oneOf": [{}, {"const": 1}]}),
                &json!({"oneOf": [{}, {"const": 2}]}),
                "`/oneOf/1/const` of its schema differs",
            ),
            (&json!({"enum": ["a"]}), &json!({"enum": ["a", "b"]}), "`/enum` of its schema differs"),
            (&odd("a/b"), &odd("c"), "`/properties/a~1b` of its schema is gone"),
            (&json!({}), &json!(true), "its schema differs"),
        ] {
            assert_eq!(difference(old, new).as_deref(), Some(expected), "{old} {new}");
        }
        assert_eq!(difference(&port, &port), None);
    }
}
