//! Converts JSON Schemas to TypeScript types.

use serde_json::{Map, Value};

/// Returns the narrowest TypeScript type for a schema, or `unknown` if TypeScript can't express the schema.
pub(super) fn type_of(schema: &Value) -> String {
    let Value::Object(members) = schema else { return "unknown".to_owned() };
    // The target is the name of a generated type.
    if let Some(Value::String(name)) = members.get("$ref") {
        return name.clone();
    }
    if let Some(only) = members.get("const") {
        return literal(only);
    }
    if let Some(Value::Array(values)) = members.get("enum") {
        return union(values.iter().map(literal));
    }
    for keyword in ["oneOf", "anyOf"] {
        if let Some(Value::Array(schemas)) = members.get(keyword) {
            return union(schemas.iter().map(type_of));
        }
    }
    match members.get("type") {
        Some(Value::String(one)) => of_type(one, members),
        Some(Value::Array(several)) => union(several.iter().filter_map(Value::as_str).map(|ty| of_type(ty, members))),
        // Such as `allOf`.
        _ => "unknown".to_owned(),
    }
}

fn of_type(ty: &str, members: &Map<String, Value>) -> String {
    match ty {
        "string" => "string".to_owned(),
        "integer" | "number" => "number".to_owned(),
        "boolean" => "boolean".to_owned(),
        "null" => "null".to_owned(),
        "array" => array(members),
        "object" => object(members),
        _ => "unknown".to_owned(),
    }
}

fn array(members: &Map<String, Value>) -> String {
    let length = |keyword: &str| members.get(keyword).and_then(Value::as_u64);
    match members.get("prefixItems") {
        Some(Value::Array(items)) if length("minItems") == u64::try_from(items.len()).ok() => {
            let items: Vec<String> = items.iter().map(type_of).collect();
            format!("[{}]", items.join(", "))
        }
        Some(_) => "unknown[]".to_owned(),
        None => format!("Array<{}>", members.get("items").map_or("unknown".to_owned(), type_of)),
    }
}

fn object(members: &Map<String, Value>) -> String {
    if let Some(Value::Object(properties)) = members.get("properties") {
        let required = |name: &str| match members.get("required") {
            Some(Value::Array(required)) => required.iter().any(|required| required == name),
            _ => false,
        };
        let mut properties: Vec<(&String, &Value)> = properties.iter().collect();
        properties.sort_by_key(|(name, _)| *name);
        let properties = properties.into_iter().map(|(name, schema)| {
            let optional = if required(name) { "" } else { "?" };
            format!("{}{optional}: {}", property(name), type_of(schema))
        });
        return format!("{{ {} }}", properties.collect::<Vec<_>>().join("; "));
    }
    let values = members.get("additionalProperties").map_or("unknown".to_owned(), type_of);
    format!("Record<string, {values}>")
}

/// Returns a property name. Quotes names that aren't identifiers.
pub(super) fn property(name: &str) -> String {
    let mut characters = name.chars();
    let begins = characters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_');
    match begins && characters.all(|character| character.is_ascii_alphanumeric() || character == '_') {
        true => name.to_owned(),
        false => Value::from(name).to_string(),
    }
}

fn literal(value: &Value) -> String {
    match value {
        Value::Object(_) | Value::Array(_) => "unknown".to_owned(),
        scalar => scalar.to_string(),
    }
}

/// Returns a union type without duplicates.
fn union(types: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = Vec::new();
    for ty in types {
        if !all.contains(&ty) {
            all.push(ty);
        }
    }
    if all.is_empty() { "never".to_owned() } else { all.join(" | ") }
}

#[cfg(test)]
mod tests {
    use super::{property, type_of};
    use serde_json::json;

    #[test]
    fn schemas_are_converted_to_types() {
        for (schema, expected) in [
            (json!({"type": ["string", "null"]}), "string | null"),
            (json!({"type": "array", "items": {"type": ["integer", "null"]}}), "Array<number | null>"),
            (json!({"type": "array", "prefixItems": [{"type": "string"}, {}], "minItems": 2}), "[string, unknown]"),
            (json!({"type": "object", "additionalProperties": {"type": "boolean"}}), "Record<string, boolean>"),
            (
                json!({"type": "object", "properties": {"b-c": {}, "a": {"type": "null"}}, "required": ["a"]}),
                "{ a: null; \"b-c\"?: unknown }",
            ),
            (json!({"enum": ["a", 1, null]}), "\"a\" | 1 | null"),
            (json!({"oneOf": [{"const": true}, {"type": "number"}, {"type": "integer"}]}), "true | number"),
            (json!({"type": "array", "items": {"$ref": "Node"}}), "Array<Node>"),
            (json!(true), "unknown"),
            (json!({}), "unknown"),
        ] {
            assert_eq!(type_of(&schema), expected);
        }
    }

    #[test]
    fn names_that_are_not_identifiers_are_quoted() {
        assert_eq!(property("DB_LOCKED"), "DB_LOCKED");
        assert_eq!(property("auth.expired"), "\"auth.expired\"");
        assert_eq!(property("4xx"), "\"4xx\"");
    }
}
