//! The JSON Schemas of entries and arguments. They check what callers send, and tell them what is valid.

use crate::error::KbError;
use agent_error::FieldError;
use jsonschema::error::{ValidationError, ValidationErrorKind};
use serde_json::{Map, Value, json};

/// The types of entries.
const TYPES: [&str; 2] = ["note", "backlog_item"];

/// Returns the schema of a type's metadata.
pub(crate) fn metadata(kind: &str) -> Value {
    let status = json!({"enum": ["proposed", "accepted", "in_progress", "done"]});
    let priority = json!({"type": "integer", "minimum": 1, "maximum": 5});
    match kind {
        "backlog_item" => object(&json!({"status": status, "priority": priority}), &["status"]),
        _ => object(&json!({"source": {"type": "string"}}), &[]),
    }
}

/// Returns the schemas of all types.
pub(crate) fn types() -> Value {
    TYPES.into_iter().map(|kind| json!({"type": kind, "metadata": metadata(kind)})).collect()
}

/// Returns the type with this metadata field, if there is one.
pub(crate) fn type_with(name: &str) -> Option<&'static str> {
    TYPES.into_iter().find(|kind| has(&metadata(kind), name))
}

/// Returns the schema of an entry with this kind of metadata.
pub(crate) fn entry(metadata: &Value) -> Value {
    let fields = json!({
        "id": {"type": "string", "pattern": "^[a-z0-9-]+$"},
        "type": {"enum": TYPES},
        "title": {"type": "string", "minLength": 1, "maxLength": 40},
        "body": {"type": "string"},
        "metadata": metadata,
    });
    object(&fields, &["id", "title"])
}

/// Returns the schema of an object with these fields.
pub(crate) fn object(properties: &Value, required: &[&str]) -> Value {
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

pub(crate) fn has(schema: &Value, field: &str) -> bool {
    schema["properties"].get(field).is_some()
}

/// Returns the ID in checked fields.
pub(crate) fn id_of(fields: &Map<String, Value>) -> &str {
    fields.get("id").and_then(Value::as_str).unwrap_or_default()
}

/// Checks arguments, so that invalid ones have the same code as invalid entries.
pub(crate) fn check(schema: &Value, arguments: &Map<String, Value>) -> Result<(), KbError> {
    match problems(schema, arguments) {
        fields if fields.is_empty() => Ok(()),
        fields => Err(KbError::Invalid { fields, advice: "Correct the arguments as described".to_owned() }),
    }
}

/// Returns all problems at once.
pub(crate) fn problems(schema: &Value, values: &Map<String, Value>) -> Vec<FieldError> {
    let values = Value::Object(values.clone());
    let Ok(validator) = jsonschema::draft202012::new(schema) else { return Vec::new() };
    validator.iter_errors(&values).map(|error| problem(schema, &error)).collect()
}

/// Describes a violation: the field, such as `metadata.status`, and the constraint.
fn problem(schema: &Value, error: &ValidationError<'_>) -> FieldError {
    let path = |child: &str| {
        let path = error.instance_path().as_str().split('/').chain([child]);
        path.filter(|name| !name.is_empty()).collect::<Vec<_>>().join(".")
    };
    let (place, keyword) = error.schema_path().as_str().rsplit_once('/').unwrap_or_default();
    let parent = schema.pointer(place).unwrap_or(schema);
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            FieldError::new(path(property.as_str().unwrap_or_default()), "Required.").missing()
        }
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            let valid: Vec<_> =
                parent["properties"].as_object().into_iter().flatten().map(|(name, _)| &**name).collect();
            let valid = if valid.is_empty() { "none".to_owned() } else { valid.join(", ") };
            FieldError::new(path(&unexpected.join(", ")), format!("Unknown. Valid fields: {valid}."))
        }
        _ => {
            let constraint = format!("Constraint: {keyword} {}.", parent[keyword]);
            FieldError::new(path(""), "Invalid value.").sent(error.instance().clone().into_owned()).expected(constraint)
        }
    }
}
