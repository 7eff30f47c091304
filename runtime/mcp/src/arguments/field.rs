//! Converts validation errors to field errors.

use super::schema::{description_of, options_of};
use super::shown::shown;
use super::unknown::unknown_field;
use agent_error::format::without_secrets;
use agent_error::{FieldError, nearest};
use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::paths::{Location, LocationSegment};
use serde_json::Value;

/// The maximum number of invalid fields to report. The next call reports the rest.
const MAX_FIELDS: usize = 20;

/// The name of the root value in errors.
const ROOT: &str = "(root)";

/// Returns an error for each invalid field. If there are more than [`MAX_FIELDS`], the last error
/// says so.
pub(super) fn field_errors<'a>(
    schema: &Value,
    errors: impl Iterator<Item = ValidationError<'a>>,
) -> Vec<FieldError> {
    let mut fields = Vec::new();
    for error in errors {
        Reporter {
            schema,
            fields: &mut fields,
        }
        .report(&error);
        if fields.len() > MAX_FIELDS {
            fields.truncate(MAX_FIELDS);
            fields.push(FieldError::new(
                ROOT,
                "More fields are invalid; only the first 20 are listed.",
            ));
            break;
        }
    }
    fields
}

pub(super) struct Reporter<'a> {
    pub(super) schema: &'a Value,
    pub(super) fields: &'a mut Vec<FieldError>,
}

impl Reporter<'_> {
    pub(super) fn report(&mut self, error: &ValidationError<'_>) {
        let at = error.instance_path();
        match error.kind() {
            Kind::Required { property } => {
                self.missing(error, property.as_str().unwrap_or_default());
            }
            Kind::AdditionalProperties { unexpected }
            | Kind::UnevaluatedProperties { unexpected } => {
                // With one field more than the maximum, `field_errors` says that there are more.
                for name in unexpected.iter().take(MAX_FIELDS + 1) {
                    self.unknown(error, name);
                }
            }
            Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
                self.alternatives(error, context);
            }
            kind => {
                let problem = match Problem::of(kind) {
                    Some(specific) => specific,
                    None => Problem::new(sentence(&error.masked().to_string())),
                };
                self.fields.push(problem.about(at, error.instance()));
            }
        }
    }

    fn missing(&mut self, error: &ValidationError<'_>, name: &str) {
        let path = path_of(error.instance_path(), Some(name));
        let mut field = FieldError::new(path, "Required field is missing.").missing();
        let properties = self.sibling(error, "properties");
        if let Some(property) = properties.and_then(|properties| properties.get(name)) {
            if let Some(expected) = description_of(property, self.schema) {
                field = field.expected(format!("Expected: {expected}."));
            }
            field = field.options(options_of(property, self.schema));
        }
        self.fields.push(field);
        let additional = self.sibling(error, "additionalProperties");
        let reports_unknown = additional == Some(&Value::Bool(false));
        if !reports_unknown {
            self.misspelt(error, name);
        }
    }

    /// Reports sent fields that may be misspellings of the missing field.
    fn misspelt(&mut self, error: &ValidationError<'_>, name: &str) {
        let Some(members) = error.instance().as_object() else {
            return;
        };
        for sent in members.keys() {
            let is_similar = !nearest(sent, [name]).is_empty();
            if is_similar && !self.is_known(error, sent) {
                self.unknown(error, sent);
            }
        }
    }

    /// Whether the schema has this property.
    fn is_known(&self, error: &ValidationError<'_>, name: &str) -> bool {
        match self.sibling(error, "properties") {
            Some(properties) => properties.get(name).is_some(),
            None => false,
        }
    }

    fn unknown(&mut self, error: &ValidationError<'_>, name: &str) {
        let path = path_of(error.instance_path(), Some(&without_secrets(name)));
        // Two missing fields can resemble the same unknown field.
        if self.fields.iter().any(|reported| reported.field() == path) {
            return;
        }
        let known: Vec<&str> = match self.sibling(error, "properties") {
            Some(Value::Object(properties)) => properties.keys().map(String::as_str).collect(),
            _ => Vec::new(),
        };
        let field = unknown_field(path, name, error.instance().get(name), &known);
        self.fields.push(field);
    }

    /// Returns the value of another keyword in the violated schema.
    fn sibling(&self, error: &ValidationError<'_>, keyword: &str) -> Option<&Value> {
        let at = error.schema_path().to_string();
        let parent = at.rsplit_once('/').map_or("", |(parent, _)| parent);
        self.schema.pointer(&format!("{parent}/{keyword}"))
    }
}

/// The reason why a value is invalid, and the valid values.
pub(super) struct Problem {
    message: String,
    expected: Option<String>,
    pub(super) options: Vec<String>,
    pub(super) types: Vec<String>,
}

impl Problem {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            expected: None,
            options: Vec::new(),
            types: Vec::new(),
        }
    }

    fn expecting(message: impl Into<String>, expected: impl Into<String>) -> Self {
        Self {
            expected: Some(expected.into()),
            ..Self::new(message)
        }
    }

    pub(super) fn about(self, at: &Location, value: &Value) -> FieldError {
        let mut field = FieldError::new(path_of(at, None), self.message).sent(shown(value));
        if let Some(expected) = self.expected {
            field = field.expected(expected);
        } else if !self.types.is_empty() {
            let types = self.types.join(" or ");
            field = field.expected(format!("Expected: {types}."));
        }
        field.options(self.options)
    }

    /// Describes a validation error. Returns `None` for keywords that have no specific message.
    pub(super) fn of(kind: &Kind) -> Option<Self> {
        Some(match kind {
            Kind::Type {
                kind: TypeKind::Single(ty),
            } => Problem {
                types: vec![ty.to_string()],
                ..Problem::new("Wrong type.")
            },
            Kind::Type {
                kind: TypeKind::Multiple(types),
            } => Problem {
                types: types.iter().map(|ty| ty.to_string()).collect(),
                ..Problem::new("Wrong type.")
            },
            Kind::Enum { options } => Problem {
                options: words(options.as_array()?),
                ..Problem::new("Invalid value.")
            },
            Kind::Constant { expected_value } => Problem {
                options: words(std::slice::from_ref(expected_value)),
                ..Problem::new("Invalid value.")
            },
            Kind::Minimum { limit } => {
                Problem::expecting("Too small.", format!("Minimum: {limit}."))
            }
            Kind::Maximum { limit } => {
                Problem::expecting("Too large.", format!("Maximum: {limit}."))
            }
            Kind::ExclusiveMinimum { limit } => {
                Problem::expecting("Too small.", format!("Expected: more than {limit}."))
            }
            Kind::ExclusiveMaximum { limit } => {
                Problem::expecting("Too large.", format!("Expected: less than {limit}."))
            }
            Kind::MultipleOf { multiple_of } => Problem::expecting(
                "Invalid value.",
                format!("Expected: a multiple of {multiple_of}."),
            ),
            Kind::MinLength { limit } => {
                Problem::expecting("Too short.", format!("Minimum length: {limit} characters."))
            }
            Kind::MaxLength { limit } => {
                Problem::expecting("Too long.", format!("Maximum length: {limit} characters."))
            }
            Kind::MinItems { limit } => {
                Problem::expecting("Too few items.", format!("Minimum: {limit}."))
            }
            Kind::MaxItems { limit } => {
                Problem::expecting("Too many items.", format!("Maximum: {limit}."))
            }
            Kind::MinProperties { limit } => {
                Problem::expecting("Too few members.", format!("Minimum: {limit}."))
            }
            Kind::MaxProperties { limit } => {
                Problem::expecting("Too many members.", format!("Maximum: {limit}."))
            }
            Kind::UniqueItems => Problem::expecting("Duplicate items.", "Expected: unique items."),
            Kind::Pattern { pattern } => Problem::expecting(
                "Invalid value.",
                format!("Expected: a string that matches {pattern}."),
            ),
            Kind::Format { format } => {
                Problem::expecting(format!("Not a valid {format}."), format_of(format))
            }
            _ => return None,
        })
    }
}

/// Describes a JSON Schema format, with an example if callers often get it wrong.
fn format_of(format: &str) -> String {
    let example = match format {
        "email" => "an email address, such as user@example.com",
        "uri" => "a URI, such as https://example.com/a",
        "date" => "a date, such as 2026-01-31",
        "time" => "a time with a time zone, such as 12:30:00Z",
        "date-time" => "a date and time, such as 2026-01-31T12:30:00Z",
        "duration" => "a duration, such as PT30S",
        "uuid" => "a UUID, such as 9b2f2b9e-6a53-4d0c-8a52-0c6f3d0c7d11",
        "ipv4" => "an IPv4 address, such as 192.0.2.1",
        "ipv6" => "an IPv6 address, such as 2001:db8::1",
        "hostname" => "a host name, such as www.example.com",
        other => other,
    };
    format!("Expected: {example}.")
}

/// Formats values as a caller would send them.
fn words(values: &[Value]) -> Vec<String> {
    values.iter().map(word).collect()
}

fn word(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        other => other.to_string(),
    }
}

/// Formats the path of a value, or of one of its members.
pub(super) fn path_of(at: &Location, member: Option<&str>) -> String {
    let mut names: Vec<String> = Vec::new();
    for segment in at {
        names.push(match segment {
            LocationSegment::Property(name) => name.into_owned(),
            LocationSegment::Index(index) => index.to_string(),
        });
    }
    names.extend(member.map(str::to_owned));
    if names.is_empty() {
        ROOT.to_owned()
    } else {
        names.join(".")
    }
}

fn sentence(text: &str) -> String {
    format!("{}.", text.trim_end_matches('.'))
}
