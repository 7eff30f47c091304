//! Describes the JSON representation of a field for docs pages.

use serde_json::Value;

/// Describes the values that a schema accepts, such as `integer or null` or `array of string`.
pub(super) fn described(schema: &Value) -> String {
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Some(values) = schema["enum"].as_array() {
        return any_of(values.iter().map(Value::to_string));
    }
    if let Some(schemas) = schema["anyOf"].as_array().or(schema["oneOf"].as_array()) {
        return any_of(schemas.iter().map(described));
    }
    match &schema["type"] {
        Value::Array(types) => any_of(types.iter().map(|ty| of_type(schema, ty))),
        ty => of_type(schema, ty),
    }
}

fn of_type(schema: &Value, ty: &Value) -> String {
    let name = ty.as_str().unwrap_or("any");
    let elements = match name {
        "array" => &schema["items"],
        "object" => &schema["additionalProperties"],
        _ => return name.to_owned(),
    };
    let described_elements = described(elements);
    if elements.is_object() && described_elements != "any" {
        format!("{name} of {described_elements}")
    } else {
        name.to_owned()
    }
}

fn any_of(choices: impl Iterator<Item = String>) -> String {
    let mut distinct: Vec<String> = Vec::new();
    for choice in choices.filter(|choice| !choice.is_empty()) {
        if !distinct.contains(&choice) {
            distinct.push(choice);
        }
    }
    if distinct.iter().any(|choice| choice == "any") {
        "any".to_owned()
    } else {
        distinct.join(" or ")
    }
}

#[cfg(test)]
mod tests {
    use super::described;
    use serde_json::json;

    #[test]
    fn schemas_are_described_by_their_types_and_values() {
        let nut = json!({"oneOf": [{"const": "bolt", "type": "string"}, {"const": "nut", "type": "string"}]});
        for (schema, words) in [
            (
                json!({"anyOf": [nut, {"type": "null"}]}),
                "\"bolt\" or \"nut\" or null",
            ),
            (json!({"enum": [1, 2, 3]}), "1 or 2 or 3"),
            (json!({"type": ["string", "null"]}), "string or null"),
            (
                json!({"type": "array", "items": {"type": "integer"}}),
                "array of integer",
            ),
            (
                json!({"type": "object", "additionalProperties": {"type": "boolean"}}),
                "object of boolean",
            ),
            (
                json!({"type": "object", "properties": {"size": {}}}),
                "object",
            ),
            (json!({"anyOf": [{"type": "string"}, {}]}), "any"),
            (json!(true), "any"),
        ] {
            assert_eq!(described(&schema), words, "{schema}");
        }
    }
}
