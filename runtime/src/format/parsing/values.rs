//! Reads the values of members.

use crate::error::field_error::FieldError;
use crate::error::value::{ContextValue, FIELD_ERRORS};
use crate::json::JsonText;
use crate::json::levels::{Kind, each, listed, read};
use crate::text::cause::Cause;
use serde_json::value::RawValue;
use std::str::FromStr;
use std::time::Duration;

/// Converts a context value. Detects field errors, listings and similar names by their name and
/// JSON type.
pub(super) fn context_value(name: &str, json: &RawValue) -> ContextValue {
    if name == FIELD_ERRORS
        && let Some(fields) = listed(json, FieldError::read)
    {
        return ContextValue::FieldErrors(fields);
    }
    ContextValue::of_member(name, JsonText::copied(json))
}

/// Reads one of the words of an enum.
pub(super) fn read_word<T: FromStr>(value: &RawValue) -> Option<T> {
    read::<String>(value)?.parse().ok()
}

pub(super) fn read_delay(
    value: &RawValue,
    parse: fn(&str) -> Option<Duration>,
) -> Option<Duration> {
    parse(&string_or_number(value)?)
}

/// Reads a number, which may be in a string.
pub(super) fn read_number<T: FromStr>(value: &RawValue) -> Option<T> {
    string_or_number(value)?.parse().ok()
}

/// Returns a string unchanged, and a number as it's written in the document.
pub(super) fn string_or_number(value: &RawValue) -> Option<String> {
    match Kind::of(value) {
        Kind::Number => Some(value.get().to_owned()),
        _ => read(value),
    }
}

/// Returns the elements of a list of strings. Returns `None` if it has other elements.
pub(crate) fn list_of_strings(json: &RawValue) -> Option<Vec<String>> {
    listed(json, |item| read(item))
}

/// Reads a list of causes. Returns `None` if any of them isn't a string.
pub(super) fn list_of_causes(list: &RawValue) -> Option<Vec<String>> {
    if Kind::of(list) != Kind::List {
        return None;
    }
    let mut causes = Vec::new();
    let mut has_only_strings = true;
    each(list, &mut |_, item| match read(item) {
        Some(cause) => Cause::add(&mut causes, cause),
        None => has_only_strings = false,
    });
    has_only_strings.then_some(causes)
}
