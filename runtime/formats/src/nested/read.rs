//! Reads `NESTED`.

use super::{CAUSE, LISTS, SUGGESTION};
use crate::members::{Members, is_string};
use agent_error::ErrorRecord;
use agent_error::format::ParseError;
use serde_json::value::RawValue;

/// Reads a document. As in the original system, which is written in Go, names of members are
/// case-insensitive. Scalars beside `error` become context.
pub(crate) fn read(text: &str) -> Result<ErrorRecord, ParseError> {
    let mut context = Members::of_document(text)?;
    let nested = context
        .get_in_any_case("error")
        .and_then(Members::of_value)
        .ok_or_else(ParseError::other_format)?;
    context
        .0
        .retain(|(name, _)| !name.eq_ignore_ascii_case("error"));
    if context.0.iter().any(|(_, value)| is_nested(value)) {
        // Another program's members, which would be lost.
        return Err(ParseError::other_format());
    }
    let mut error = Members::default();
    for (name, value) in &nested.0 {
        if value.get() != "null" {
            add_member(name, value, &mut error, &mut context)?;
        }
    }
    add_missing(&mut error)?;
    error.read(context)
}

/// Whether a value is a list or an object.
fn is_nested(value: &RawValue) -> bool {
    value.get().starts_with(['{', '['])
}

/// Adds a member of the error to an envelope's error, or to its context.
fn add_member<'a>(
    name: &str,
    value: &'a RawValue,
    error: &mut Members<'a>,
    context: &mut Members<'a>,
) -> Result<(), ParseError> {
    match name.to_ascii_lowercase().as_str() {
        known @ ("code" | "message") => {
            if !is_string(value) {
                let reason = "the code or the message is not a string";
                return Err(ParseError::malformed(reason));
            }
            error.push(known, value);
        }
        "details" => {
            let Some(details) = Members::of_value(value) else {
                return Err(ParseError::malformed("`details` is not an object"));
            };
            add_details(&details, error, context);
        }
        _ => error.push(name, value),
    }
    Ok(())
}

/// Whether a text of unknown format may be `NESTED`: `error` states a code or a message, and the
/// document isn't an envelope of another program.
pub(crate) fn looks_nested(text: &str) -> bool {
    let Ok(document) = Members::of_document(text) else {
        return false;
    };
    let error = document.get_in_any_case("error");
    let Some(nested) = error.and_then(Members::of_value) else {
        return false;
    };
    let is_envelope = document.has("ok");
    let describes_error = nested.has("code") || nested.has("message");
    describes_error && !is_envelope
}

fn add_details<'a>(details: &Members<'a>, error: &mut Members<'a>, context: &mut Members<'a>) {
    for (name, value) in &details.0 {
        let is_of_error = [CAUSE, SUGGESTION].contains(&name.as_str());
        if is_of_error && is_string(value) {
            error.push(name, value);
        } else if let Some(descriptions) = descriptions_of(name, details) {
            // The object contains the strings of the list, too.
            context.push(name, descriptions);
        } else if !describes_a_list(name, details) {
            context.push(name, value);
        }
    }
}

/// Returns the object that describes the strings of a list.
fn descriptions_of<'a>(list: &str, details: &Members<'a>) -> Option<&'a RawValue> {
    let (_, descriptions) = LISTS.into_iter().find(|(name, _)| *name == list)?;
    details
        .get(descriptions)
        .filter(|value| value.get().starts_with('{'))
}

/// Whether this is the object that describes the strings of a list.
fn describes_a_list(name: &str, details: &Members<'_>) -> bool {
    LISTS.iter().any(|(list, descriptions)| {
        *descriptions == name
            && details.get(list).is_some()
            && descriptions_of(list, details).is_some()
    })
}

/// Adds an empty code or message, which the original system may omit.
fn add_missing(error: &mut Members<'_>) -> Result<(), ParseError> {
    for name in ["code", "message"] {
        if error.get(name).is_none() {
            let empty = serde_json::from_str("\"\"")
                .map_err(|error| ParseError::malformed(error.to_string()))?;
            error.push(name, empty);
        }
    }
    Ok(())
}
