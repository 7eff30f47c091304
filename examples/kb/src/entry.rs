//! Entries and their constraints. Commands and tools have the same fields.

use crate::error::{KbError, TitleTooLong};
use agent_error::FieldError;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

const TYPES: [&str; 2] = ["note", "backlog_item"];

/// The metadata fields: the type of the entry, the name, and the options.
const METADATA: [(&str, &str, &[&str]); 2] = [
    (
        "backlog_item",
        "status",
        &["proposed", "accepted", "in_progress", "done"],
    ),
    ("backlog_item", "priority", &["low", "high"]),
];

/// The maximum length of a title, in characters.
const MAX_TITLE: usize = 40;

#[derive(Clone, Debug, clap::Args, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    /// ID of lower-case letters, digits and hyphens
    pub(crate) id: String,
    /// Title of at most 40 characters
    #[arg(long)]
    title: String,
    /// Type: `note` or `backlog_item`
    #[arg(long)]
    r#type: String,
    /// Body
    #[arg(long, value_name = "TEXT", default_value = "")]
    #[serde(default)]
    body: String,
    /// Metadata as a JSON object, such as `{"status": "proposed"}` for a backlog item
    #[arg(long, value_name = "JSON", default_value = "{}")]
    #[arg(value_parser = |json: &str| serde_json::from_str::<Map<String, Value>>(json))]
    #[serde(default)]
    metadata: Map<String, Value>,
    /// Version that you have read, or 0 for a new entry
    #[arg(long = "if-version", value_name = "VERSION", default_value_t = 0)]
    #[serde(default)]
    pub(crate) version: u64,
}

impl Entry {
    /// Reads the arguments of a tool. If some belong in the metadata of the type, the advice moves
    /// them there.
    pub(crate) fn parse(arguments: Map<String, Value>) -> Result<Self, KbError> {
        let kind = arguments.get("type").cloned().unwrap_or_default();
        let belongs = |name: &str| {
            METADATA
                .iter()
                .any(|(of, field, _)| kind == *of && name == *field)
        };
        let fields: Vec<_> = arguments
            .keys()
            .filter(|name| belongs(name))
            .filter_map(|name| misplaced(name))
            .collect();
        if fields.is_empty() {
            return parse(arguments);
        }
        let mut metadata = arguments
            .get("metadata")
            .and_then(Value::as_object)
            .cloned()
            .unwrap_or_default();
        metadata.extend(arguments.into_iter().filter(|(name, _)| belongs(name)));
        Err(KbError::Invalid {
            fields,
            advice: format!("Retry with metadata={}", Value::Object(metadata)),
        })
    }

    /// Checks all fields, and reports all problems at once.
    pub(crate) fn check(&self) -> Result<(), KbError> {
        let Self {
            id,
            title,
            r#type: kind,
            ..
        } = self;
        let mut fields = Vec::new();
        let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if id.is_empty() || !id.chars().all(is_allowed) {
            let constraint = "Constraint: lower-case letters, digits and hyphens.";
            fields.push(
                FieldError::new("id", "Invalid value.")
                    .sent(&**id)
                    .expected(constraint),
            );
        }
        if title.is_empty() {
            fields.push(
                FieldError::new("title", "Invalid length.")
                    .sent("")
                    .expected("Constraint: at least 1 character."),
            );
        }
        if !TYPES.contains(&&**kind) {
            fields.push(
                FieldError::new("type", "Invalid value.")
                    .sent(&**kind)
                    .options(TYPES),
            );
        }
        if !fields.is_empty() {
            return Err(invalid(fields));
        }
        let length = title.chars().count();
        if length > MAX_TITLE {
            return Err(KbError::TitleTooLong(TitleTooLong {
                limit: MAX_TITLE,
                current: length,
            }));
        }
        let violations: Vec<FieldError> = self
            .metadata
            .iter()
            .filter_map(|(name, value)| violation(kind, name, value))
            .collect();
        if !violations.is_empty() {
            return Err(KbError::SchemaViolation {
                kind: kind.clone(),
                fields: violations,
            });
        }
        Ok(())
    }
}

/// Returns the violated constraint of a metadata field.
fn violation(kind: &str, name: &str, value: &Value) -> Option<FieldError> {
    let field = format!("metadata.{name}");
    let fields: Vec<_> = METADATA.iter().filter(|(of, ..)| *of == kind).collect();
    let Some((.., options)) = fields.iter().find(|(_, known, _)| *known == name) else {
        let names: Vec<&str> = fields.iter().map(|(_, known, _)| *known).collect();
        let constraint = if names.is_empty() {
            format!("Constraint: the type `{kind}` has no metadata.")
        } else {
            format!(
                "Constraint: the type `{kind}` has only `{}`.",
                names.join("` and `")
            )
        };
        return Some(FieldError::new(field, "Unknown field.").expected(constraint));
    };
    if value.as_str().is_some_and(|value| options.contains(&value)) {
        return None;
    }
    let error = FieldError::new(field, format!("Invalid for the type `{kind}`."));
    Some(error.sent(value.clone()).options(options.iter().copied()))
}

/// Returns the problem of a field that belongs in the metadata.
pub(crate) fn misplaced(name: &str) -> Option<FieldError> {
    let (kind, ..) = METADATA.iter().find(|(_, field, _)| *field == name)?;
    Some(FieldError::new(
        name,
        format!("For the type `{kind}`, `{name}` belongs in the metadata."),
    ))
}

/// Reads the arguments of a tool. Invalid ones have the same code as invalid entries.
pub(crate) fn parse<T: DeserializeOwned>(arguments: Map<String, Value>) -> Result<T, KbError> {
    serde_path_to_error::deserialize(Value::Object(arguments)).map_err(|error| {
        let field = error
            .path()
            .iter()
            .next()
            .map_or("arguments".to_owned(), ToString::to_string);
        invalid(vec![FieldError::new(field, format!("{}.", error.inner()))])
    })
}

fn invalid(fields: Vec<FieldError>) -> KbError {
    KbError::Invalid {
        fields,
        advice: "Correct the fields as described".to_owned(),
    }
}
