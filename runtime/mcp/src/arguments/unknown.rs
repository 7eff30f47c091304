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

/// Keywords that may allow names that `properties` doesn't list.
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
    };
    if arguments.is_empty() || !names.collect(schema) || !names.is_declared {
        return Vec::new();
    }
    let known: Vec<&str> = names.known.iter().copied().collect();
    let unknown = arguments
        .iter()
        .filter(|(name, _)| !names.known.contains(name.as_str()));
    unknown
        .take(MAX_UNKNOWN)
        .map(|(name, value)| {
            unknown_field(
                without_secrets(name).into_owned(),
                name,
                Some(value),
                &known,
            )
        })
        .collect()
}

/// Creates the error for an unknown field, which lists the known names and suggests the most
/// similar one.
pub(super) fn unknown_field(
    path: String,
    name: &str,
    value: Option<&Value>,
    known: &[&str],
) -> FieldError {
    let nearest = nearest(name, known.iter().copied());
    let advice = match nearest.first() {
        Some(nearest) => format!("Did you mean `{nearest}`?"),
        None => "Remove it or correct its name.".to_owned(),
    };
    let known = if known.is_empty() {
        String::new()
    } else {
        format!(" Known fields: {}.", list(known))
    };
    let field = FieldError::new(path, "Unknown field.");
    let field = match value {
        // A misspelled name such as `pasword` doesn't look secret, but its value may be.
        Some(_) if nearest.iter().any(|known| looks_secret(known)) => field.sent(REDACTED),
        Some(value) => field.sent(shown(value)),
        None => field,
    };
    field.expected(format!("{advice}{known}"))
}

/// The property names in a schema.
struct Names<'a> {
    root: &'a JsonObject,
    known: BTreeSet<&'a str>,
    /// The visited targets of `$ref`, because schemas can be recursive.
    followed: BTreeSet<&'a str>,
    /// Whether the schema has `properties` or restricts names.
    is_declared: bool,
}

impl<'a> Names<'a> {
    /// Collects the names in a schema. Returns false if the schema allows names that it doesn't
    /// list.
    fn collect(&mut self, schema: &'a JsonObject) -> bool {
        let rest =
            ["additionalProperties", "unevaluatedProperties"].map(|keyword| schema.get(keyword));
        let allows_others = rest
            .into_iter()
            .flatten()
            .any(|rest| *rest != Value::Bool(false));
        if allows_others || OPEN.iter().any(|keyword| schema.contains_key(*keyword)) {
            return false;
        }
        self.is_declared |= rest.iter().any(Option::is_some);
        if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
            self.is_declared = true;
            self.known.extend(properties.keys().map(String::as_str));
        }
        let lists = ["allOf", "anyOf", "oneOf"]
            .into_iter()
            .filter_map(|keyword| schema.get(keyword)?.as_array());
        let mut parts: Vec<&Value> = lists.flatten().collect();
        if let Some(reference) = schema.get("$ref") {
            let Some(reference) = reference.as_str() else {
                return false;
            };
            if self.followed.insert(reference) {
                let Some(target) = self.target(reference) else {
                    return false;
                };
                parts.push(target);
            }
        }
        parts
            .into_iter()
            .filter_map(Value::as_object)
            .all(|part| self.collect(part))
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
