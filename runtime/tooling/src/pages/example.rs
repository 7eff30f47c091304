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

/// Creates an example. Returns `None` if a program in another language declares facts that an
/// envelope can't have.
pub(super) fn example(catalog: &Document, code: &Code) -> Option<Example> {
    let document = json!({"ok": false, "error": members(catalog, code)}).to_string();
    let record = Reader::ENVELOPE.read(&document).ok()?;
    Some(Example {
        text: render(&record, Format::HUMAN),
        json: render(&record, Format::ENVELOPE.pretty(true)),
    })
}

fn members(catalog: &Document, code: &Code) -> Map<String, Value> {
    let mut members = Map::new();
    members.insert("code".to_owned(), code.code().into());
    for name in TEMPLATES {
        let template = code.template(name).filter(is_known);
        if let Some(template) = template {
            members.insert(name.to_owned(), filled(template, code).into());
        }
    }
    members
        .entry("message")
        .or_insert_with(|| message_of_summary(code).into());
    for (name, default) in STATIC {
        let is_default = code.values(name) == [default];
        if let Some(value) = code.value(name).filter(|_| !is_default) {
            members.insert(name.to_owned(), value.clone());
        }
    }
    let actions = commands(catalog, code);
    if !actions.is_empty() {
        members.insert("actions".to_owned(), actions.into());
    }
    let context: Map<String, Value> = code
        .fields
        .iter()
        .filter(|field| !field.may_be_left_out())
        .map(|field| (field.name.clone(), sample(field, code)))
        .collect();
    if !context.is_empty() {
        members.insert("context".to_owned(), context.into());
    }
    members
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
        let field = code.fields.iter().find(|field| field.name == name);
        let value = field.map_or_else(|| placeholder(name), |field| sample(field, code));
        match value {
            Value::String(text) if !format.contains('?') => text,
            value => value.to_string(),
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
    let properties = schema["properties"].as_object().into_iter().flatten();
    properties
        .map(|(name, schema)| (name.clone(), sample_of(schema, name)))
        .collect()
}

fn placeholder(name: &str) -> Value {
    format!("<{name}>").into()
}
