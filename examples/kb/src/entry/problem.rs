//! Descriptions of schema violations.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use serde_json::{Value, json};

/// A schema violation.
pub(super) struct Problem<'a> {
    error: &'a ValidationError<'a>,
    schema: &'a Value,
    /// The path of the invalid or missing value.
    path: Vec<String>,
}

impl<'a> Problem<'a> {
    pub(super) fn new(error: &'a ValidationError<'a>, schema: &'a Value) -> Self {
        let mut path = segments(error.instance_path().as_str());
        match error.kind() {
            ValidationErrorKind::Required { property } => path.extend(property.as_str().map(str::to_owned)),
            ValidationErrorKind::AdditionalProperties { unexpected } => path.extend(unexpected.first().cloned()),
            _ => {}
        }
        Self { error, schema, path }
    }

    /// Returns the field, such as `metadata.status`, or `entry` if the entry isn't an object.
    pub(super) fn field(&self) -> String {
        const LONGEST: usize = 80;
        if self.path.is_empty() { "entry".to_owned() } else { shortened(&self.path.join("."), LONGEST) }
    }

    /// Returns the name of the unknown field, if there is one.
    pub(super) fn unknown(&self) -> Option<&str> {
        match self.error.kind() {
            ValidationErrorKind::AdditionalProperties { unexpected } => unexpected.first().map(String::as_str),
            _ => None,
        }
    }

    /// Whether the problem is in the type-specific metadata.
    pub(super) fn is_in_metadata(&self) -> bool {
        self.path.len() > 1 && self.path[0] == "metadata"
    }

    /// Returns the sort key. Unknown fields come first, because a misspelled name also causes a missing field.
    pub(super) fn rank(&self) -> (bool, bool) {
        (self.is_in_metadata(), self.unknown().is_none())
    }

    /// Returns the violated keyword of the schema.
    pub(super) fn rule(&self) -> &'static str {
        match self.error.kind() {
            ValidationErrorKind::AdditionalProperties { .. } => "additionalProperties",
            ValidationErrorKind::Required { .. } => "required",
            ValidationErrorKind::Type { .. } => "type",
            ValidationErrorKind::Enum { .. } => "enum",
            ValidationErrorKind::Pattern { .. } => "pattern",
            ValidationErrorKind::MinLength { .. } => "minLength",
            ValidationErrorKind::MaxLength { .. } => "maxLength",
            ValidationErrorKind::MaxItems { .. } => "maxItems",
            ValidationErrorKind::UniqueItems => "uniqueItems",
            ValidationErrorKind::Minimum { .. } => "minimum",
            ValidationErrorKind::Maximum { .. } => "maximum",
            // The schemas of entries don't use other keywords.
            _ => "schema",
        }
    }

    /// Returns the keyword and its value.
    pub(super) fn constraint(&self) -> Value {
        let value = self.schema.pointer(self.error.schema_path().as_str()).cloned().unwrap_or_default();
        json!({self.rule(): value})
    }

    /// Describes the problem, such as "is missing".
    pub(super) fn what(&self) -> String {
        let value = self.error.instance();
        match self.error.kind() {
            ValidationErrorKind::Required { .. } => "is missing".to_owned(),
            ValidationErrorKind::AdditionalProperties { .. } if self.is_in_metadata() => "is unknown".to_owned(),
            ValidationErrorKind::AdditionalProperties { .. } => "is not a valid field".to_owned(),
            ValidationErrorKind::Type { .. } => format!("is {}", described(value)),
            ValidationErrorKind::MinLength { .. } => "is empty".to_owned(),
            ValidationErrorKind::MaxLength { limit } => format!("has more than {limit} characters"),
            ValidationErrorKind::MaxItems { limit } => format!("has more than {limit} values"),
            ValidationErrorKind::UniqueItems => "has duplicate values".to_owned(),
            _ => format!("has the invalid value {}", shown(value)),
        }
    }

    /// Returns the description of valid values from the schema.
    pub(super) fn expected(&self) -> Option<&'a str> {
        let field = self.path.iter().try_fold(self.schema, |schema, segment| {
            schema["properties"].get(segment).or_else(|| schema.get("items"))
        })?;
        field["description"].as_str()
    }
}

/// Splits a JSON pointer into segments.
fn segments(pointer: &str) -> Vec<String> {
    pointer.split('/').skip(1).map(|segment| segment.replace("~1", "/").replace("~0", "~")).collect()
}

/// Formats a value as JSON. Truncates long values.
fn shown(value: &Value) -> String {
    const LONGEST: usize = 60;
    shortened(&value.to_string(), LONGEST)
}

fn shortened(text: &str, longest: usize) -> String {
    let short: String = text.chars().take(longest).collect();
    if short.len() < text.len() { format!("{short}…") } else { short }
}

/// Describes the type of a value.
fn described(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
