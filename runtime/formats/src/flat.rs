//! `FLAT`: `{"error":true,"code","message","detail","suggestion","retryable"}`.

#[cfg(feature = "parse")]
use crate::members::Members;
use crate::text::{joined_causes, one_line};
use agent_error::ErrorRecord;
#[cfg(feature = "parse")]
use agent_error::format::ParseError;
use agent_error::format::Style;
use serde::Serialize;

#[derive(Serialize)]
struct Flat<'a> {
    error: bool,
    code: &'a str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    retryable: Option<bool>,
}

/// Writes the error. If it has no detail of its own, `detail` lists the invalid fields, the values
/// to choose from, or the causes.
pub(crate) fn write(record: &ErrorRecord, style: &Style<'_>) -> String {
    style.json(&Flat {
        error: true,
        code: record.code(),
        message: one_line(record.message()),
        detail: record.explanation().or_else(|| joined_causes(record)),
        suggestion: record.advice(),
        retryable: record.stated_retryable(),
    })
}

/// Reads an object whose `error` is `true`, a message or a code, as Pyrite and many other systems
/// write it. agent-error reads the members.
#[cfg(feature = "parse")]
pub(crate) fn read(text: &str) -> Result<ErrorRecord, ParseError> {
    let document = match Members::of_document(text) {
        Ok(document) => document,
        // Python writes NaN, which isn't JSON. agent-error reads it as a string.
        Err(_) if text.starts_with('{') && text.contains("NaN") => return agent_error::parse(text),
        Err(error) => return Err(error),
    };
    let Some(error) = document.get("error") else {
        return Err(ParseError::other_format());
    };
    if matches!(error.get(), "null" | "false") {
        return Err(ParseError::malformed(
            "`error` is false or null; this is not an error",
        ));
    }
    if error.get().starts_with(['{', '[']) {
        return Err(ParseError::other_format());
    }
    agent_error::parse(text)
}
