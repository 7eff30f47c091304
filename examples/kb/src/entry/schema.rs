//! The JSON Schema of valid input, which both the check and `kb schema` use.

use super::Kind;
use serde_json::{Value, json};

/// The most characters of an id.
pub(crate) const LONGEST_ID: usize = 80;

/// The schema of an entry of this type, draft 2020-12. Each field says in its description what is valid.
pub(crate) fn of(kind: Kind) -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("An entry of the type {kind}"),
        "type": "object",
        "properties": {
            "id": {
                "description": "Lower-case letters, digits and single hyphens, at most 80 characters; made of the title without one",
                "type": "string",
                "maxLength": LONGEST_ID,
                "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$",
            },
            "type": {
                "description": "One of note, backlog_item and decision; note without one",
                "enum": Kind::ALL.map(Kind::name),
                "default": Kind::default().name(),
            },
            "title": {
                "description": "A text of 1 to 200 characters on one line",
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
                    "description": "Lower-case letters, digits and single hyphens, at most 40 characters",
                    "type": "string",
                    "maxLength": 40,
                    "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$",
                },
            },
            "body": {
                "description": "A text of at most 256 KiB, as Markdown",
                "type": "string",
            },
            "metadata": metadata(kind),
        },
        "required": ["title"],
        "additionalProperties": false,
    })
}

/// The schema of the metadata that belongs to the type.
fn metadata(kind: Kind) -> Value {
    let date = json!({
        "description": "A day as YYYY-MM-DD",
        "type": "string",
        "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$",
    });
    let (properties, required) = match kind {
        Kind::Note => {
            let source = json!({"description": "Where it was learnt: a text of 1 to 500 characters",
                "type": "string", "minLength": 1, "maxLength": 500});
            (json!({"source": source}), json!([]))
        }
        Kind::BacklogItem => {
            let status = json!({"description": "One of proposed, accepted, in_progress, done and rejected",
                "enum": ["proposed", "accepted", "in_progress", "done", "rejected"]});
            let priority = json!({"description": "A whole number from 1, the most urgent, to 5",
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
        "description": format!("An object with what belongs to the type {kind}"),
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// The names of the fields of an entry, or of its metadata.
pub(super) fn names(object: &Value) -> Vec<&str> {
    object["properties"].as_object().into_iter().flat_map(|properties| properties.keys().map(String::as_str)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Kind, of};

    #[test]
    fn every_schema_is_one_and_describes_all_that_it_checks() {
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
