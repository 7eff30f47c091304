//! An example of an occurrence, made from a declaration.

mod value;

use crate::definition::entry::Entry;
use crate::definition::error_def::ErrorDef;
use crate::definition::lists::RetryAfter;
use crate::definition::part::Part;
use crate::error::field_error::FieldError;
use crate::error::record::ErrorRecord;
use crate::registry::exits;
use crate::text::template::Template;
use crate::text::uri::UriEncoded;
use agent_error_rules::shell::quote;
use serde_json::Value;
use std::time::Duration;

/// The wait in an example whose wait is in a field.
const WAIT: Duration = Duration::from_secs(30);

/// An example of an occurrence of the code.
pub(super) fn occurrence(entry: &Entry) -> ErrorRecord {
    let def = entry.def;
    let mut record = ErrorRecord::new(def.code(), message(entry));
    record.summary = def.summary().map(str::to_owned);
    record.docs_url = entry.docs_url().map(Into::into);
    record.facts = def.facts();
    record.retry_after = def.retry_after().map(|wait| match wait {
        RetryAfter::Fixed(wait) => wait,
        RetryAfter::Field(_) => WAIT,
    });
    record.actions = def.actions().iter().map(|action| (*action).to_owned()).collect();
    for field in def.fields() {
        match field.ty.contains("FieldError") {
            true => record.field_errors.push(FieldError::new("name", "Too short.").sent("a").expected("Minimum: 2.")),
            false => record.context.insert(field.name, value::of_field(field, def)),
        }
    }
    for part in Part::ALL.iter().copied() {
        let Some(template) = def.template(part) else { continue };
        let quoting = match part {
            Part::FixCommand => Quoting::Shell,
            Part::Instance => Quoting::Uri,
            _ => Quoting::None,
        };
        *record.part_mut(part) = match is_one_field(template) {
            true if matches!(part, Part::Suggestion | Part::FixRequired) => {
                Some(exits::meaning(def.exit_code()).map_or("…", |known| known.advice).to_owned())
            }
            true => None,
            false => Some(filled(template, def, quoting)),
        };
    }
    if let Some(field) = def.actions_field() {
        record.actions = vec![value::text(field)];
    }
    record
}

/// Whether the text is only known from an occurrence.
pub(super) fn is_one_field(template: Template) -> bool {
    template.filled_as(|_, _| String::new()).trim().is_empty() && template.fields().next().is_some()
}

/// The message, or the summary if the message is unknown.
fn message(entry: &Entry) -> String {
    let def = entry.def;
    let is_reported = |name: &str| def.fields().iter().any(|field| field.name == name);
    match def.message().filter(|template| !is_one_field(*template) || template.fields().all(is_reported)) {
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

/// The text with example values of the fields. A field outside the context only has a name; without an example its
/// placeholder is kept.
fn filled(template: Template, def: &ErrorDef, quoting: Quoting) -> String {
    template.filled_as(|name, format| {
        let name = name.trim_start_matches("r#");
        let field = def.fields().iter().find(|field| field.name == name);
        let value = field.map(|field| value::of_field(field, def)).or_else(|| value::of_name(name));
        let text = match value {
            Some(Value::String(text)) if format.ends_with('?') => format!("{text:?}"),
            Some(Value::String(text)) => text,
            Some(value) => value.to_string(),
            None => "…".to_owned(),
        };
        match quoting {
            Quoting::None => text,
            Quoting::Uri => UriEncoded { value: &text, whole: template.is_field(name) }.to_string(),
            Quoting::Shell => quote(&text).map_or_else(String::new, Into::into),
        }
    })
}
