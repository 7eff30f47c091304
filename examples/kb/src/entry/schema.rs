//! The JSON Schema of entries, used for validation and by `kb schema`.

use super::Kind;
use serde_json::{Value, json};

/// The maximum length of an ID, in characters.
pub(crate) const LONGEST_ID: usize = 80;

/// Returns the schema for a type, in draft 2020-12. The description of each field says what is valid.
pub(crate) fn of(kind: Kind) -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("An entry of type {kind}"),
        "type": "object",
        "properties": {
            "id": {
                "description": "Lowercase letters, digits and single hyphens, at most 80 characters; derived from the title by default",
                "type": "string",
                "maxLength": LONGEST_ID,
                "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$",
            },
            "type": {
                "description": "One of note, backlog_item and decision; note by default",
                "enum": Kind::ALL.map(Kind::name),
                "default": Kind::default().name(),
            },
            "title": {
                "description": "A single line of 1 to 200 characters",
                "type": "string",
                "minLength": 1,
                "maxLength": 200,
                "pattern": "^[^\\u0000-\\u001f\\u007f-\\u009f]*$",
            },
            "tags": {
                "description": "At most 20 different tags",
                "type": "array",
                "maxItems": 20,
                "uniqueItems": true,
                "items": {
                    "description": "Lowercase letters, digits and single hyphens, at most 40 characters",
                    "type": "string",
                    "maxLength": 40,
                    "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$",
                },
            },
            "body": {
                "description": "Markdown, at most 256 KiB",
                "type": "string",
            },
            "metadata": metadata(kind),
        },
        "required": ["title"],
        "additionalProperties": false,
    })
}

/// Returns the schema for the metadata of a type.
fn metadata(kind: Kind) -> Value {
    let date = json!({
        "description": "A date in the format YYYY-MM-DD",
        "type": "string",
        "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
    });
    let (properties, required) = match kind {
        Kind::Note => {
            let source = json!({"description": "The source of the information, 1 to 500 characters",
                "type": "string", "minLength": 1, "maxLength": 500});
            (json!({"source": source}), json!([]))
        }
        Kind::BacklogItem => {
            let status = json!({"description": "One of proposed, accepted, in_progress, done and rejected",
                "enum": ["proposed", "accepted", "in_progress", "done", "rejected"]});
            let priority = json!({"description": "An integer from 1 (most urgent) to 5",
                "type": "integer", "minimum": 1, "maximum": 5});
            (json!({"status": status, "priority": priority, "due": date}), json!(["status"]))
        }
        Kind::Decision => {
            let status = json!({"description": "One of proposed, accepted and superseded",
                "enum": ["proposed", "accepted", "superseded"]});
            (json!({"status": status, "decided": date}), json!(["status"]))
        }
    };
    json!({
        "description": format!("An object with the fields specific to the type {kind}"),
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// Returns the names of all fields in an object's schema.
pub(super) fn names(object: &Value) -> Vec<&str> {
    object["properties"].as_object().into_iter().flat_map(|properties| properties.keys().map(String::as_str)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Kind, of};

    #[test]
    fn schemas_are_valid_and_describe_all_fields() {
        for kind in Kind::ALL {
            let schema = of(kind);
            jsonschema::meta::validate(&schema).unwrap();
            for object in [&schema, &schema["properties"]["metadata"]] {
                for (name, field) in object["properties"].as_object().unwrap() {
                    assert!(field["description"].is_string(), "{kind}: {name}");
                }
            }
        }
    }
}
