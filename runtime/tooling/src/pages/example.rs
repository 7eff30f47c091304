//! Creates example errors from declarations.

mod value;

use crate::document::{Declaration, Document};
use agent_error::definition::Template;
use agent_error::error::Facts;
use agent_error::{ErrorRecord, FieldError};
use agent_error_rules::shell::quote;
use serde_json::{Map, Value};
use std::str::FromStr;
use std::time::Duration;

/// The retry delay to show if a field determines the delay.
const WAIT: Duration = Duration::from_secs(30);

/// Returns an example error with the code of a declaration.
pub(super) fn occurrence(document: &Document, def: &Declaration) -> ErrorRecord {
    let mut record = ErrorRecord::new(def.code(), message(def));
    record.summary = def.summary().map(str::to_owned);
    record.docs_url = def.docs_url().map(str::to_owned);
    record.facts = Facts {
        exit_code: Some(def.exit_code()),
        retryable: Some(def.is_retryable()),
        retry: word(def, "retry_strategy"),
        side_effects: word(def, "side_effects"),
        phase: word(def, "phase"),
        severity: word(def, "severity"),
        status: def.number("status").and_then(|status| status.try_into().ok()),
    };
    let fixed = def.number("retry_after_ms").map(Duration::from_millis);
    record.retry_after = fixed.or_else(|| def.value("retry_after_field").map(|_| WAIT));
    record.actions = def.actions().map(str::to_owned).collect();
    for field in &def.fields {
        match field.is_field_errors() {
            true => record.field_errors.push(FieldError::new("name", "Too short.").sent("a").expected("Minimum: 2.")),
            false => record.context.insert(field.name.as_str(), value::of_field(field, def)),
        }
    }
    let commands: Map<String, Value> = def
        .fields
        .iter()
        .filter_map(|field| Some((field.name.clone(), field.values_from.as_deref()?.into())))
        .collect();
    if !commands.is_empty() {
        record.context.insert("values_from", commands);
    }
    // If each error has its own advice, use the advice of the exit code as an example.
    let advice = || document.exit(def.exit_code()).map_or("…", |known| &known.advice).to_owned();
    let filled = |fact: &str, quoting: Quoting| def.template(fact).map(|template| filled(template, def, quoting));
    let is_open = |fact: &str| def.template(fact).is_some_and(is_one_field);
    let text = |fact: &str, quoting: Quoting| if is_open(fact) { None } else { filled(fact, quoting) };
    record.detail = text("detail", Quoting::None);
    record.suggestion = text("suggestion", Quoting::None).or_else(|| is_open("suggestion").then(advice));
    record.fix_required = text("fix_required", Quoting::None).or_else(|| is_open("fix_required").then(advice));
    record.fix_command = text("fix_command", Quoting::Shell);
    record.check_command = text("check_command", Quoting::Shell);
    record.replacement = text("replacement", Quoting::None);
    record.instance = text("instance", Quoting::Uri);
    if let Some(field) = def.actions_field() {
        record.actions = vec![value::text(field)];
    }
    record
}

/// Parses a fact that has a fixed set of values.
fn word<T: FromStr>(def: &Declaration, fact: &str) -> Option<T> {
    def.value(fact)?.as_str()?.parse().ok()
}

/// Whether the template consists only of placeholders, which means that its wording is unknown at compile time.
pub(super) fn is_one_field(template: Template<'_>) -> bool {
    template.filled(|_, _| String::new()).trim().is_empty() && template.fields().next().is_some()
}

/// Returns an example message, or the summary if the wording of the message is unknown.
fn message(def: &Declaration) -> String {
    let is_reported = |name: &str| def.fields.iter().any(|field| field.name == name);
    let message = def.template("message");
    match message.filter(|template| !is_one_field(*template) || template.fields().all(is_reported)) {
        Some(template) => filled(template, def, Quoting::None),
        None => def.summary().unwrap_or(def.code()).trim_end_matches('.').to_owned(),
    }
}

#[derive(Clone, Copy)]
enum Quoting {
    None,
    Shell,
    Uri,
}

/// Replaces the placeholders of a template with example values. If a placeholder isn't a context field, derives the
/// value from its name. If that fails too, uses `…`.
fn filled(template: Template<'_>, def: &Declaration, quoting: Quoting) -> String {
    template.filled(|name, format| {
        let name = name.trim_start_matches("r#");
        let field = def.fields.iter().find(|field| field.name == name);
        let value = field.map(|field| value::of_field(field, def)).or_else(|| value::of_name(name));
        let text = match value {
            Some(Value::String(text)) if format.ends_with('?') => format!("{text:?}"),
            Some(Value::String(text)) => text,
            Some(value) => value.to_string(),
            None => "…".to_owned(),
        };
        match quoting {
            Quoting::None => text,
            Quoting::Uri => uri_encoded(&text, template.as_str() == format!("{{{name}}}")),
            Quoting::Shell => quote(&text).map_or_else(String::new, Into::into),
        }
    })
}

/// Percent-encodes a value in a URI reference. If the value is the whole reference, keeps its delimiters and existing
/// escapes.
fn uri_encoded(value: &str, whole: bool) -> String {
    let bytes = value.as_bytes();
    let is_escape = |at: usize| bytes.get(at + 1..at + 3).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit));
    let is_kept = |at: usize, byte: u8| match byte {
        b'%' => whole && is_escape(at),
        _ => byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) || whole && b":/?#[]@!$&'()*+,;=".contains(&byte),
    };
    let encoded = bytes.iter().enumerate().map(|(at, byte)| match is_kept(at, *byte) {
        true => char::from(*byte).to_string(),
        false => format!("%{byte:02X}"),
    });
    encoded.collect()
}

#[cfg(test)]
mod tests {
    use super::uri_encoded;

    #[test]
    fn values_in_uri_references_are_encoded_by_position() {
        for (value, part, whole) in [
            ("/requests/7?x=1#y", "%2Frequests%2F7%3Fx%3D1%23y", "/requests/7?x=1#y"),
            ("größe 7", "gr%C3%B6%C3%9Fe%207", "gr%C3%B6%C3%9Fe%207"),
            ("a%20b%2", "a%2520b%252", "a%20b%252"),
            ("100%", "100%25", "100%25"),
        ] {
            assert_eq!(uri_encoded(value, false), part, "{value}");
            assert_eq!(uri_encoded(value, true), whole, "{value}");
        }
    }
}
