//! Reads a problem's `errors`, which state the invalid fields.

use super::values::{context_value, list_of_strings};
use crate::error::field_error::FieldError;
use crate::error::record::ErrorRecord;
use crate::error::value::{ContextValue, FIELD_ERRORS};
use crate::json::levels::{Kind, each, listed, read};
use crate::text::uri::field_at;
use serde_json::value::RawValue;

/// Converts the `errors` of a problem to field errors. This crate's problems also have the field
/// errors in their context, with more facts, so there `errors` is ignored.
pub(super) fn set_errors(record: &mut ErrorRecord, errors: &RawValue) {
    let fields = listed(errors, problem_field)
        .or_else(|| fields_by_name(errors))
        .unwrap_or_default();
    let names = fields.iter().map(FieldError::field);
    let are_known = names.eq(record.field_errors().map(FieldError::field));
    if !fields.is_empty() && are_known {
        return;
    }
    let is_context = fields.is_empty() || record.context().value(FIELD_ERRORS).is_some();
    let (name, value) = if is_context {
        ("errors", context_value("errors", errors))
    } else {
        (FIELD_ERRORS, ContextValue::FieldErrors(fields))
    };
    record.fields.context.extend_new([(name.to_owned(), value)]);
}

/// Converts one of a problem's `errors` that has exactly the members of the example in RFC 9457,
/// section 3.
fn problem_field(json: &RawValue) -> Option<FieldError> {
    let mut detail: Option<String> = None;
    let mut pointer: Option<String> = None;
    let mut member_count = 0;
    each(json, &mut |name, value| {
        member_count += 1;
        match name.as_str() {
            "detail" => detail = read(value),
            "pointer" => pointer = read(value),
            _ => {}
        }
    });
    if member_count != 2 {
        return None;
    }
    let field = field_at(&pointer?)?;
    Some(FieldError::new(field, detail?))
}

/// Converts an object of invalid fields, such as `{"name": ["is required"]}`. Returns `None` if a
/// value is neither a string nor a list of strings.
fn fields_by_name(json: &RawValue) -> Option<Vec<FieldError>> {
    if Kind::of(json) != Kind::Object {
        return None;
    }
    let mut fields = Vec::new();
    let mut has_only_messages = true;
    each(json, &mut |name, value| match one_message(value) {
        Some(message) => fields.push(FieldError::new(name, message)),
        None => has_only_messages = false,
    });
    has_only_messages.then_some(fields)
}

/// Returns a string, or the strings of a list joined by spaces.
fn one_message(json: &RawValue) -> Option<String> {
    match Kind::of(json) {
        Kind::List => Some(list_of_strings(json)?.join(" ")),
        _ => read(json),
    }
}
