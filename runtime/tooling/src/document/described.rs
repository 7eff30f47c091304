//! Describes the JSON representation of a field for docs pages.

use serde_json::Value;

/// Describes the values that a schema accepts, such as `integer or null` or `array of string`.
pub(super) fn described(schema: &Value) -> String {
    let alternatives = ["anyOf", "oneOf"]
        .into_iter()
        .find_map(|key| schema[key].as_array());
    match (
        schema.get("const"),
        schema["enum"].as_array(),
        alternatives,
        &schema["type"],
    ) {
        (Some(value), ..) => value.to_string(),
        (_, Some(values), ..) => any_of(values.iter().map(Value::to_string)),
        (_, _, Some(schemas), _) => any_of(schemas.iter().map(described)),
        (.., Value::Array(types)) => any_of(types.iter().map(|ty| of_type(schema, ty))),
        (.., ty) => of_type(schema, ty),
    }
}

fn of_type(schema: &Value, ty: &Value) -> String {
    let part = match ty.as_str() {
        Some("array") => schema.get("items"),
        Some("object") => schema
            .get("additionalProperties")
            .filter(|schema| schema.is_object()),
        _ => None,
    };
    let part = part
        .map(described)
        .filter(|part| part != "any")
        .map(|part| format!(" of {part}"));
    ty.as_str().unwrap_or("any").to_owned() + &part.unwrap_or_default()
}

fn any_of(choices: impl Iterator<Item = String>) -> String {
    let mut distinct: Vec<String> = Vec::new();
    for choice in choices.filter(|choice| !choice.is_empty()) {
        if !distinct.contains(&choice) {
            distinct.push(choice);
        }
    }
    match distinct.iter().any(|choice| choice == "any") {
        true => "any".to_owned(),
        false => distinct.join(" or "),
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
