//! An example of an error, as people and programs see it.
//!
//! The example is made from the templates of the code. The sample value of a string is the name of
//! its field in angle brackets.

use crate::document::{Code, Document, Field, is_one_field};
use agent_error::__tooling::Template;
use agent_error::format::Reader;
use agent_error::{Format, render};
use agent_error_rules::name::readable;
use serde_json::{Map, Value, json};

/// The strings of an error that may contain values of its fields.
const TEMPLATES: [&str; 7] = [
    "message",
    "detail",
    "suggestion",
    "fix_required",
    "fix_command",
    "check_command",
    "replacement",
];

/// What the derive declares in place of a string that contains private fields.
const DEPENDS: &str = "Depends on the call; see the response";

/// The facts that all errors with the code have in common, and the value that an envelope omits.
const STATIC: [(&str, &str); 7] = [
    ("docs_url", ""),
    ("retryable", "false"),
    ("retry_after_ms", ""),
    ("retry_strategy", ""),
    ("side_effects", "none"),
    ("phase", "execution"),
    ("severity", "error"),
];

/// An error as [`Format::HUMAN`] and as [`Format::ENVELOPE`] write it.
pub(super) struct Example {
    pub(super) text: String,
    pub(super) json: String,
}

impl Example {
    /// Creates an example. Returns `None` if a program in another language declares facts that an
    /// envelope can't have.
    pub(super) fn of(catalog: &Document, code: &Code) -> Option<Self> {
        let envelope = json!({"ok": false, "error": error(catalog, code)}).to_string();
        let record = Reader::ENVELOPE.read(&envelope).ok()?;
        Some(Self {
            text: render(&record, Format::HUMAN),
            json: render(&record, Format::ENVELOPE.pretty(true)),
        })
    }
}

/// Returns the `error` of an envelope.
fn error(catalog: &Document, code: &Code) -> Map<String, Value> {
    let mut members = Map::new();
    members.insert("code".to_owned(), code.code().into());
    members.insert("message".to_owned(), message_of_summary(code).into());
    for name in TEMPLATES {
        if let Some(template) = code.template(name)
            && is_known(&template)
        {
            members.insert(name.to_owned(), filled(template, code).into());
        }
    }
    for (name, omitted) in STATIC {
        if let Some(value) = code.value(name)
            && code.values(name) != [omitted]
        {
            members.insert(name.to_owned(), value.clone());
        }
    }
    let actions = commands(catalog, code);
    if !actions.is_empty() {
        members.insert("actions".to_owned(), actions.into());
    }
    let context = sample_context(code);
    if !context.is_empty() {
        members.insert("context".to_owned(), context.into());
    }
    members
}

/// Returns a sample value of each field that all errors have.
fn sample_context(code: &Code) -> Map<String, Value> {
    let mut context = Map::new();
    for field in &code.fields {
        if !field.may_be_left_out() {
            context.insert(field.name.clone(), sample(field, code));
        }
    }
    context
}

/// Whether the template says more than the value of a field.
fn is_known(template: &Template<'_>) -> bool {
    !is_one_field(template) && template.as_str() != DEPENDS
}

/// Returns the actions. Commands of the program are command lines.
pub(super) fn commands(catalog: &Document, code: &Code) -> Vec<String> {
    code.actions()
        .map(|action| catalog.command_line(action).unwrap_or(action.to_owned()))
        .collect()
}

/// Describes a failure whose message is known only at run time.
fn message_of_summary(code: &Code) -> String {
    match code.summary() {
        Some(summary) => summary.trim_end_matches('.').to_owned(),
        None => readable(code.name()),
    }
}

fn filled(template: Template<'_>, code: &Code) -> String {
    template.filled(|name, format| {
        let value = match code.fields.iter().find(|field| field.name == name) {
            Some(field) => sample(field, code),
            None => placeholder(name),
        };
        let is_debug = format.contains('?');
        match value.as_str() {
            Some(text) if !is_debug => text.to_owned(),
            _ => value.to_string(),
        }
    })
}

fn sample(field: &Field, code: &Code) -> Value {
    if field.is_field_errors() {
        return json!([{"field": "<field>", "message": "<message>"}]);
    }
    if field.name == "status" {
        return code.http_status().into();
    }
    sample_of(&field.schema, &field.name)
}

/// Returns a value that the schema accepts, if it's a simple one.
fn sample_of(schema: &Value, name: &str) -> Value {
    if let Some(value) = schema.get("const").or(first_of(schema, "enum")) {
        return value.clone();
    }
    if let Some(alternative) = first_of(schema, "anyOf").or(first_of(schema, "oneOf")) {
        return sample_of(alternative, name);
    }
    let ty = first_of(schema, "type").unwrap_or(&schema["type"]);
    match ty.as_str() {
        Some("integer" | "number") => 1.into(),
        Some("boolean") => true.into(),
        Some("array") => vec![sample_of(&schema["items"], name)].into(),
        Some("object") => sample_object(schema),
        _ => placeholder(name),
    }
}

/// Returns the first element of a member of the schema, if the member is an array.
fn first_of<'a>(schema: &'a Value, key: &str) -> Option<&'a Value> {
    schema[key].as_array()?.first()
}

fn sample_object(schema: &Value) -> Value {
    let mut object = Map::new();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        object.insert(name.clone(), sample_of(property, name));
    }
    object.into()
}

fn placeholder(name: &str) -> Value {
    format!("<{name}>").into()
}
