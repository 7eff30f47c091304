//! Finds arguments that aren't in the tool's input schema.

use super::shown::{list, shown};
use agent_error::format::REDACTED;
use agent_error::format::{looks_secret, without_secrets};
use agent_error::{FieldError, nearest};
use rmcp::model::JsonObject;
use serde_json::Value;
use std::collections::BTreeSet;

/// The maximum number of unknown arguments to report.
const MAX_UNKNOWN: usize = 20;

/// Keywords that can permit names missing from `properties`.
const OPEN: [&str; 6] = [
    "patternProperties",
    "if",
    "then",
    "else",
    "dependentSchemas",
    "$dynamicRef",
];

/// Returns an error for each unknown argument. Returns no errors if the schema allows arbitrary
/// names.
pub(crate) fn unknown_arguments(schema: &JsonObject, arguments: &JsonObject) -> Vec<FieldError> {
    let mut names = Names {
        root: schema,
        known: BTreeSet::new(),
        followed: BTreeSet::new(),
        is_declared: false,
        is_open: false,
    };
    names.collect(schema);
    if names.is_open || !names.is_declared {
        return Vec::new();
    }
    let known: Vec<&str> = names.known.into_iter().collect();
    let mut unknown = Vec::new();
    for (name, value) in arguments {
        if unknown.len() < MAX_UNKNOWN && !known.contains(&name.as_str()) {
            let path = without_secrets(name).into_owned();
            unknown.push(unknown_field(path, name, Some(value), &known));
        }
    }
    unknown
}

/// Creates the error for an unknown field, which lists the known names and suggests the most
/// similar one.
pub(super) fn unknown_field(
    path: String,
    name: &str,
    value: Option<&Value>,
    known: &[&str],
) -> FieldError {
    let similar = nearest(name, known.iter().copied());
    let mut advice = match similar.first() {
        Some(first) => format!("Did you mean `{first}`?"),
        None => "Remove it or correct its name.".to_owned(),
    };
    if !known.is_empty() {
        advice += &format!(" Known fields: {}.", list(known));
    }
    // A misspelled name such as `pasword` doesn't look secret, but its value may be.
    let may_be_secret = similar.iter().any(|name| looks_secret(name));
    let mut field = FieldError::new(path, "Unknown field.");
    if let Some(value) = value {
        let sent = if may_be_secret {
            REDACTED.into()
        } else {
            shown(value)
        };
        field = field.sent(sent);
    }
    field.expected(advice)
}

/// The property names in a schema.
struct Names<'a> {
    root: &'a JsonObject,
    known: BTreeSet<&'a str>,
    /// The visited targets of `$ref`, because schemas can be recursive.
    followed: BTreeSet<&'a str>,
    /// Whether the schema has `properties` or restricts names.
    is_declared: bool,
    /// Whether the schema allows names that it doesn't list.
    is_open: bool,
}

impl<'a> Names<'a> {
    /// Collects the names in a schema.
    fn collect(&mut self, schema: &'a JsonObject) {
        if OPEN.iter().any(|keyword| schema.contains_key(*keyword)) {
            self.is_open = true;
            return;
        }
        for keyword in ["additionalProperties", "unevaluatedProperties"] {
            match schema.get(keyword) {
                Some(Value::Bool(false)) => self.is_declared = true,
                Some(_) => self.is_open = true,
                None => {}
            }
        }
        if let Some(Value::Object(properties)) = schema.get("properties") {
            self.is_declared = true;
            self.known.extend(properties.keys().map(String::as_str));
        }
        for keyword in ["allOf", "anyOf", "oneOf"] {
            if let Some(Value::Array(parts)) = schema.get(keyword) {
                self.collect_all(parts);
            }
        }
        if let Some(reference) = schema.get("$ref") {
            self.follow(reference);
        }
    }

    fn collect_all(&mut self, schemas: &'a [Value]) {
        for schema in schemas.iter().filter_map(Value::as_object) {
            self.collect(schema);
        }
    }

    /// Collects the names in the target of a `$ref`. A target that can't be found allows any name.
    fn follow(&mut self, reference: &'a Value) {
        let Some(reference) = reference.as_str() else {
            self.is_open = true;
            return;
        };
        if !self.followed.insert(reference) {
            return;
        }
        match self.target(reference) {
            Some(Value::Object(target)) => self.collect(target),
            Some(_) => {}
            None => self.is_open = true,
        }
    }

    /// Resolves a `$ref` such as `#/$defs/Note`.
    fn target(&self, reference: &str) -> Option<&'a Value> {
        let path = reference.strip_prefix("#/")?;
        match path.split_once('/') {
            Some((first, rest)) => self.root.get(first)?.pointer(&format!("/{rest}")),
            None => self.root.get(path),
        }
    }
}
