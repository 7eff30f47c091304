//! What a validator refuses, as errors of fields.

use super::describe::{described, list, options_of, shown};
use crate::error::field_error::FieldError;
use crate::text::nearest::nearest;
use crate::text::secret::REDACTED;
use crate::text::secret::looks_secret;
use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind as Kind};
use jsonschema::paths::{Location, LocationSegment};
use serde_json::Value;

/// How many fields are reported; a caller with more wrong fields will call again.
const MOST: usize = 20;

/// The path of what is not a field of an object.
const ROOT: &str = "(root)";

/// What is wrong with each field, at most [`MOST`] and one that says so.
pub(super) fn field_errors<'a>(schema: &Value, errors: impl Iterator<Item = ValidationError<'a>>) -> Vec<FieldError> {
    let mut fields = Vec::new();
    for error in errors {
        Teller { schema, fields: &mut fields }.tell(&error);
        if fields.len() > MOST {
            fields.truncate(MOST);
            fields.push(FieldError::new(ROOT, "More fields are invalid than are listed here."));
            break;
        }
    }
    fields
}

pub(super) struct Teller<'a> {
    pub(super) schema: &'a Value,
    pub(super) fields: &'a mut Vec<FieldError>,
}

impl Teller<'_> {
    pub(super) fn tell(&mut self, error: &ValidationError<'_>) {
        let at = error.instance_path();
        match error.kind() {
            Kind::Required { property } => self.missing(error, property.as_str().unwrap_or_default()),
            Kind::AdditionalProperties { unexpected } | Kind::UnevaluatedProperties { unexpected } => {
                unexpected.iter().take(MOST + 1).for_each(|name| self.unknown(error, name));
            }
            Kind::AnyOf { context } | Kind::OneOfNotValid { context } => self.alternatives(error, context),
            kind => {
                let told = told(kind).unwrap_or_else(|| Told::new(sentence(&error.masked().to_string())));
                self.fields.push(told.about(at, error.instance()));
            }
        }
    }

    fn missing(&mut self, error: &ValidationError<'_>, name: &str) {
        let field = FieldError::new(path(error.instance_path(), Some(name)), "Required field is missing.").missing();
        let property = self.sibling(error, "properties").and_then(|properties| properties.get(name));
        let expected = property.and_then(|property| described(property, self.schema));
        let options = property.map(|property| options_of(property, self.schema)).unwrap_or_default();
        let field = expected.into_iter().fold(field, |field, text| field.expected(format!("Expected: {text}.")));
        self.fields.push(field.options(options));
    }

    fn unknown(&mut self, error: &ValidationError<'_>, name: &str) {
        let known: Vec<&str> = self
            .sibling(error, "properties")
            .and_then(Value::as_object)
            .map(|properties| properties.keys().map(String::as_str).collect())
            .unwrap_or_default();
        let nearest = nearest(name, known.iter().copied());
        let advice = match nearest.first() {
            Some(nearest) => format!("Did you mean `{nearest}`?"),
            None => "Remove it or correct its name.".to_owned(),
        };
        let known = if known.is_empty() { String::new() } else { format!(" Known fields: {}.", list(&known)) };
        let field = FieldError::new(path(error.instance_path(), Some(name)), "Unknown field.");
        let field = match error.instance().get(name) {
            // Who misspells the name of a secret sends the secret.
            Some(_) if nearest.iter().any(|known| looks_secret(known)) => field.sent(REDACTED),
            Some(value) => field.sent(shown(value)),
            None => field,
        };
        self.fields.push(field.expected(format!("{advice}{known}")));
    }

    /// The value of another keyword beside the one that failed.
    fn sibling(&self, error: &ValidationError<'_>, keyword: &str) -> Option<&Value> {
        let at = error.schema_path().to_string();
        let parent = at.rsplit_once('/').map_or("", |(parent, _)| parent);
        self.schema.pointer(&format!("{parent}/{keyword}"))
    }
}

/// What is said about a value.
pub(super) struct Told {
    message: String,
    expected: Option<String>,
    pub(super) options: Vec<String>,
    pub(super) types: Vec<String>,
}

impl Told {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), expected: None, options: Vec::new(), types: Vec::new() }
    }

    fn expecting(message: impl Into<String>, expected: impl Into<String>) -> Self {
        Self { expected: Some(expected.into()), ..Self::new(message) }
    }

    pub(super) fn about(self, at: &Location, value: &Value) -> FieldError {
        let field = FieldError::new(path(at, None), self.message).sent(shown(value));
        let types = (!self.types.is_empty()).then(|| format!("Expected: {}.", self.types.join(" or ")));
        let field = self.expected.or(types).into_iter().fold(field, FieldError::expected);
        field.options(self.options)
    }
}

/// What is wrong with one value, if we have words for it.
pub(super) fn told(kind: &Kind) -> Option<Told> {
    Some(match kind {
        Kind::Type { kind: TypeKind::Single(ty) } => Told { types: vec![ty.to_string()], ..Told::new("Wrong type.") },
        Kind::Type { kind: TypeKind::Multiple(types) } => {
            Told { types: types.iter().map(|ty| ty.to_string()).collect(), ..Told::new("Wrong type.") }
        }
        Kind::Enum { options } => Told { options: words(options.as_array()?), ..Told::new("Invalid value.") },
        Kind::Constant { expected_value } => {
            Told { options: words(std::slice::from_ref(&**expected_value)), ..Told::new("Invalid value.") }
        }
        Kind::Minimum { limit } => Told::expecting("Too small.", format!("Minimum: {limit}.")),
        Kind::Maximum { limit } => Told::expecting("Too large.", format!("Maximum: {limit}.")),
        Kind::ExclusiveMinimum { limit } => Told::expecting("Too small.", format!("Expected: more than {limit}.")),
        Kind::ExclusiveMaximum { limit } => Told::expecting("Too large.", format!("Expected: less than {limit}.")),
        Kind::MultipleOf { multiple_of } => {
            Told::expecting("Invalid value.", format!("Expected: a multiple of {multiple_of}."))
        }
        Kind::MinLength { limit } => Told::expecting("Too short.", format!("Minimum length: {limit} characters.")),
        Kind::MaxLength { limit } => Told::expecting("Too long.", format!("Maximum length: {limit} characters.")),
        Kind::MinItems { limit } => Told::expecting("Too few items.", format!("Minimum: {limit}.")),
        Kind::MaxItems { limit } => Told::expecting("Too many items.", format!("Maximum: {limit}.")),
        Kind::MinProperties { limit } => Told::expecting("Too few members.", format!("Minimum: {limit}.")),
        Kind::MaxProperties { limit } => Told::expecting("Too many members.", format!("Maximum: {limit}.")),
        Kind::UniqueItems => Told::expecting("Some items are equal.", "Expected: items that all differ."),
        Kind::Pattern { pattern } => {
            Told::expecting("Invalid value.", format!("Expected: text that matches {pattern}."))
        }
        Kind::Format { format } => Told::expecting(format!("No valid {format}."), format_of(format)),
        _ => return None,
    })
}

/// What a format looks like, for those of JSON Schema that people get wrong.
fn format_of(format: &str) -> String {
    let example = match format {
        "email" => "an email address, as in user@example.com",
        "uri" => "a URI, as in https://example.com/a",
        "date" => "a date, as in 2026-01-31",
        "time" => "a time with its zone, as in 12:30:00Z",
        "date-time" => "a date and a time, as in 2026-01-31T12:30:00Z",
        "duration" => "a duration, as in PT30S",
        "uuid" => "a UUID, as in 9b2f2b9e-6a53-4d0c-8a52-0c6f3d0c7d11",
        "ipv4" => "an IPv4 address, as in 192.0.2.1",
        "ipv6" => "an IPv6 address, as in 2001:db8::1",
        "hostname" => "a host name, as in www.example.com",
        other => other,
    };
    format!("Expected: {example}.")
}

/// Values as a caller would send them.
fn words(values: &[Value]) -> Vec<String> {
    values.iter().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)).collect()
}

pub(super) fn path(at: &Location, member: Option<&str>) -> String {
    let segments = at.segments().map(|segment| match segment {
        LocationSegment::Property(name) => name.into_owned(),
        LocationSegment::Index(index) => index.to_string(),
    });
    let segments: Vec<String> = segments.chain(member.map(str::to_owned)).collect();
    if segments.is_empty() { ROOT.to_owned() } else { segments.join(".") }
}

fn sentence(text: &str) -> String {
    format!("{}.", text.trim_end_matches('.'))
}
