//! Rewrites schemas for code generators, which support fewer keywords than validators.

use serde_json::{Map, Value, json};

/// Returns a schema that only accepts this value.
pub(crate) fn literal(value: Value) -> Value {
    match type_of(&value) {
        Some(ty) => json!({"type": ty, "const": value}),
        None => json!({"const": value}),
    }
}

/// Returns a schema that accepts any of these values. Their types must be the same.
pub(crate) fn one_of(mut values: Vec<Value>) -> Value {
    match values.as_slice() {
        [_] => literal(values.remove(0)),
        _ => with_type(json!({"enum": values})),
    }
}

fn type_of(value: &Value) -> Option<&'static str> {
    match value {
        Value::String(_) => Some("string"),
        Value::Bool(_) => Some("boolean"),
        Value::Number(number) if number.is_f64() => Some("number"),
        Value::Number(_) => Some("integer"),
        Value::Null => Some("null"),
        Value::Array(_) | Value::Object(_) => None,
    }
}

/// Adds the type of the listed values to a schema, if all values have the same type.
fn with_type(mut schema: Value) -> Value {
    let listed: Vec<&Value> = match (&schema["const"], &schema["enum"]) {
        (Value::Null, Value::Array(values)) => values.iter().collect(),
        (only, _) => vec![only],
    };
    let types: Vec<_> = listed.into_iter().map(type_of).collect();
    if let [Some(first), rest @ ..] = types.as_slice()
        && rest.iter().all(|ty| *ty == Some(first))
    {
        schema["type"] = (*first).into();
    }
    schema
}

/// Rewrites a schema for code generators and strict validators. Adds the type to `const` and `enum`. Replaces lists of
/// types with `anyOf`, except for a single type and null.
pub(crate) fn portable(schema: Value) -> Value {
    each(schema, &|members| {
        let has_values = members.contains_key("const") || members.contains_key("enum");
        if has_values && !members.contains_key("type") {
            return with_type(members.into());
        }
        match members.get("type") {
            Some(Value::Array(types)) if types.len() > 2 || (types.len() == 2 && !types.contains(&"null".into())) => {
                any_of_types(members.clone(), types)
            }
            _ => members.into(),
        }
    })
}

/// Replaces `const` with `enum`, which more `OpenAPI` tools support.
pub(crate) fn with_enums(schema: Value) -> Value {
    each(schema, &|mut members| {
        if let Some(only) = members.remove("const") {
            members.insert("enum".to_owned(), json!([only]));
        }
        members.into()
    })
}

/// Returns an `anyOf` with a schema for each type. Each of them contains all other keywords.
fn any_of_types(mut members: Map<String, Value>, types: &[Value]) -> Value {
    let description = members.remove("description");
    let of = |ty: &Value| {
        let mut one = members.clone();
        one.insert("type".to_owned(), ty.clone());
        Value::Object(one)
    };
    let mut schema = json!({"anyOf": types.iter().map(of).collect::<Vec<_>>()});
    if let Some(description) = description {
        schema["description"] = description;
    }
    schema
}

/// Applies a change to a schema and all nested schemas, innermost first.
fn each(schema: Value, change: &dyn Fn(Map<String, Value>) -> Value) -> Value {
    match schema {
        Value::Array(schemas) => schemas.into_iter().map(|schema| each(schema, change)).collect(),
        Value::Object(members) => {
            let inside = members.into_iter().map(|(keyword, value)| {
                let value = match (keyword.as_str(), value) {
                    // These keywords contain values instead of schemas.
                    ("const" | "enum" | "default" | "examples" | "required" | "mapping", value) => value,
                    // The keys are names, which may look like keywords, such as `type`.
                    ("properties" | "patternProperties" | "$defs" | "schemas" | "responses", Value::Object(named)) => {
                        named
                            .into_iter()
                            .map(|(name, schema)| (name, each(schema, change)))
                            .collect::<Map<_, _>>()
                            .into()
                    }
                    (_, value) => each(value, change),
                };
                (keyword, value)
            });
            change(inside.collect())
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::{portable, with_enums};
    use serde_json::json;

    #[test]
    fn values_get_types_and_multiple_types_are_split() {
        for (schema, expected) in [
            (json!({"const": "a"}), json!({"type": "string", "const": "a"})),
            (json!({"enum": [1, 2]}), json!({"type": "integer", "enum": [1, 2]})),
            (json!({"enum": ["a", null]}), json!({"enum": ["a", null]})),
            (json!({"type": ["string", "null"]}), json!({"type": ["string", "null"]})),
            (
                json!({"type": ["integer", "string"], "description": "d", "minimum": 1}),
                json!({"description": "d", "anyOf": [
                    {"type": "integer", "minimum": 1}, {"type": "string", "minimum": 1}
                ]}),
            ),
            (
                json!({"properties": {"const": {"const": true}, "type": {}}}),
                json!({"properties": {"const": {"type": "boolean", "const": true}, "type": {}}}),
            ),
        ] {
            assert_eq!(portable(schema), expected);
        }
        assert_eq!(with_enums(json!({"items": {"const": 1}})), json!({"items": {"enum": [1]}}));
    }
}
