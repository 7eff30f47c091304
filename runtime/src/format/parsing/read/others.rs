//! Interprets member names that other programs use.

use crate::definition::part::Part;
use crate::error::record::ErrorRecord;
use crate::format::parsing::foreign::PAGES;
use crate::format::parsing::foreign::plain::name;
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::Value;

/// The message in OAuth errors (RFC 6749, section 5.2), where `error` is the code.
pub(super) const DESCRIPTION: &str = "error_description";

/// Values under names that other programs use. They only fill parts that the dialect's own members leave empty.
#[derive(Default)]
pub(super) struct Others {
    texts: Vec<(String, String)>,
    pub(super) description: Option<String>,
}

impl Others {
    pub(super) fn keep(&mut self, name: String, value: Value, unknown: &mut Vec<(String, Value)>) {
        let is_page = |text: &str| text.starts_with("https://") || text.starts_with("http://");
        match value {
            Value::String(text) if name == DESCRIPTION => self.description = Some(text),
            Value::String(text) if !PAGES.contains(&name.as_str()) || is_page(&text) => self.texts.push((name, text)),
            value => unknown.push((name, value)),
        }
    }

    pub(super) fn fill(&mut self, record: &mut ErrorRecord) {
        for (name, text) in self.texts.drain(..) {
            let part = match name.as_str() {
                "suggestion" => Part::Suggestion,
                "detail" => Part::Detail,
                _ => Part::DocsUrl,
            };
            record.part_mut(part).get_or_insert(text);
        }
    }
}

/// Interprets a string in `error`. If there's a description, the string is the code. If there's no other message, it's
/// the message. Otherwise, it's the code if it's an identifier, and a context value if not.
pub(super) fn said_in_error(
    said: String,
    description: Option<String>,
    code: &mut Option<String>,
    message: &mut Option<String>,
    unknown: &mut Vec<(String, Value)>,
) {
    let is_described = description.is_some();
    *message = description.or(message.take());
    match message {
        None => *message = Some(said),
        Some(_) if code.is_none() && (is_described || name(&said).is_some()) => *code = Some(said),
        Some(_) => unknown.push(("error".to_owned(), said.into())),
    }
}

/// The `error` member of `Flat`: the literal `true`, or the message. The message may be a number.
pub(super) struct FlatError(pub(super) Option<String>);

impl<'de> Deserialize<'de> for FlatError {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Bool(true) => Ok(Self(None)),
            Value::String(message) => Ok(Self(Some(message))),
            Value::Number(number) => Ok(Self(Some(number.to_string()))),
            other => Err(D::Error::custom(format_args!("`error` is {other}; expected `true` or the message"))),
        }
    }
}
