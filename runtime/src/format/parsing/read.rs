//! Deserializes JSON objects into records. The JSON formats share this code, and differ only in their member names.

mod known;
mod others;

use super::foreign::PAGES;
use super::pointer;
use crate::definition::part::Part;
use crate::error::facts::Facts;
use crate::error::field_error::FieldError;
use crate::error::named_values::NamedValues;
use crate::error::record::{ErrorRecord, FIELD_ERRORS};
use crate::format::problem::BLANK;
use crate::format::status_phrase::status_phrase;
use crate::text::cause::Cause;
use known::{exit_code, known, millis, status, word};
use others::{DESCRIPTION, FlatError, Others, said_in_error};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use std::fmt;

/// The member names of a JSON format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JsonDialect {
    /// The `error` object of an envelope, or a serialized record. The code and the message are required.
    Record,
    /// The inner object of `Nested`. Names are case-insensitive, as in Go.
    Nested,
    /// `Flat`, and similar objects with the message in `error`.
    Flat,
    /// A problem document (RFC 9457).
    Problem,
}

/// The meaning of a member.
enum Member {
    Code,
    Message,
    /// The literal `true`, or the message.
    Error,
    Cause,
    Causes,
    Title,
    Errors,
    Part(Part),
    DocsUrl,
    Retryable,
    RetryAfterMs,
    RetryStrategy,
    SideEffects,
    Phase,
    Severity,
    Status,
    ExitCode,
    Actions,
    Context,
    /// A string under a name that other programs use.
    Text(String),
    /// A Boolean under a name that other programs use.
    RetryableOfOthers,
    Unknown(String),
}

impl JsonDialect {
    #[allow(clippy::match_same_arms, reason = "each dialect's own names stand before the common ones")]
    fn member(self, name: &str) -> Member {
        match (self, name) {
            (Self::Record, _) => Self::common(name),
            (Self::Nested, _) if name.eq_ignore_ascii_case("code") => Member::Code,
            (Self::Nested, _) if name.eq_ignore_ascii_case("message") => Member::Message,
            (Self::Nested, _) if name.eq_ignore_ascii_case("details") => Member::Context,
            (Self::Nested, "suggestion" | "detail") => Member::Text(name.to_owned()),
            (Self::Nested | Self::Flat, "status" | "statusCode" | "status_code") => Member::Status,
            (Self::Nested | Self::Flat, name) if PAGES.contains(&name) => Member::Text(name.to_owned()),
            (Self::Nested, "retryable") => Member::RetryableOfOthers,
            (Self::Nested, _) => Member::Unknown(name.to_owned()),
            (Self::Flat, "error") => Member::Error,
            (Self::Flat, DESCRIPTION) => Member::Text(name.to_owned()),
            (Self::Flat, "error_code") => Member::Code,
            (Self::Problem, "type") => Member::DocsUrl,
            (Self::Problem, "title") => Member::Title,
            (Self::Problem, "errors") => Member::Errors,
            (Self::Problem, "detail") => Member::Message,
            (Self::Problem, "explanation") => Member::Part(Part::Detail),
            _ => Self::common(name),
        }
    }

    /// Looks up a name that most dialects share.
    fn common(name: &str) -> Member {
        match name {
            "code" => Member::Code,
            "message" => Member::Message,
            "cause" => Member::Cause,
            "causes" => Member::Causes,
            "docs_url" => Member::DocsUrl,
            "retryable" => Member::Retryable,
            "retry_after_ms" => Member::RetryAfterMs,
            "retry_strategy" => Member::RetryStrategy,
            "side_effects" => Member::SideEffects,
            "phase" => Member::Phase,
            "severity" => Member::Severity,
            "status" => Member::Status,
            "exit_code" => Member::ExitCode,
            "actions" => Member::Actions,
            "context" => Member::Context,
            _ => match Part::named(name) {
                Some(part) => Member::Part(part),
                None => Member::Unknown(name.to_owned()),
            },
        }
    }
}

impl JsonDialect {
    fn name_of(self, part: Part) -> &'static str {
        if self == Self::Problem && part == Part::Detail { "explanation" } else { part.name() }
    }
}

/// Deserializes a record from an object. Members that don't represent facts become context values.
pub(crate) struct RecordSeed(pub(crate) JsonDialect);

impl<'de> DeserializeSeed<'de> for RecordSeed {
    type Value = ErrorRecord;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<ErrorRecord, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for RecordSeed {
    type Value = ErrorRecord;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an error object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ErrorRecord, A::Error> {
        let (mut code, mut message, mut cause, mut causes) = (None, None, None, Vec::new());
        let (mut unknown, mut title, mut errors, mut said) = (Vec::new(), None, None, None);
        let mut others = Others::default();
        let mut record = ErrorRecord::unknown("", "");
        let mut facts = Facts::UNKNOWN;
        while let Some(member) = map.next_key_seed(Named(|name: &str| self.0.member(name)))? {
            match member {
                Member::Code => code = map.next_value::<Option<String>>()?,
                Member::Message => message = map.next_value::<Option<String>>()?,
                Member::Error => said = map.next_value::<FlatError>()?.0,
                Member::Cause if cause.is_none() => cause = map.next_value::<Option<String>>()?,
                Member::Cause => drop(map.next_value::<IgnoredAny>()?),
                Member::Causes => causes = map.next_value()?,
                Member::Title => title = map.next_value::<Option<String>>()?,
                Member::Errors => errors = map.next_value::<Option<Value>>()?,
                // Other programs may use these names for other types.
                Member::Part(part) => match map.next_value()? {
                    Value::Null => {}
                    Value::String(text) => *record.part_mut(part) = Some(text),
                    other => unknown.push((self.0.name_of(part).to_owned(), other)),
                },
                Member::DocsUrl => {
                    record.docs_url = map.next_value::<Option<String>>()?.filter(|url| !self.is_blank(url));
                }
                Member::Retryable => facts.retryable = map.next_value()?,
                // An unknown keyword or number doesn't make the error invalid. It becomes a context value.
                Member::RetryAfterMs => {
                    record.retry_after = known("retry_after_ms", map.next_value()?, millis, &mut unknown);
                }
                Member::RetryStrategy => facts.retry = word("retry_strategy", map.next_value()?, &mut unknown),
                Member::SideEffects => facts.side_effects = word("side_effects", map.next_value()?, &mut unknown),
                Member::Phase => facts.phase = word("phase", map.next_value()?, &mut unknown),
                Member::Severity => {
                    facts.severity = word("severity", map.next_value()?, &mut unknown).or(facts.severity);
                }
                Member::Status => facts.status = known("status", map.next_value()?, status, &mut unknown),
                Member::ExitCode => facts.exit_code = Some(exit_code(map.next_value()?)?),
                Member::Actions => record.actions = map.next_value::<Option<_>>()?.unwrap_or_default(),
                Member::Context => {
                    record.context = map.next_value::<Option<Context>>()?.map(|context| context.0).unwrap_or_default();
                }
                Member::Text(name) => others.keep(name, map.next_value()?, &mut unknown),
                Member::RetryableOfOthers => {
                    facts.retryable = known("retryable", map.next_value()?, Value::as_bool, &mut unknown);
                }
                Member::Unknown(name) => unknown.push((name, map.next_value()?)),
            }
        }
        if self.0 == JsonDialect::Record {
            code.is_some().then_some(()).ok_or_else(|| A::Error::missing_field("code"))?;
            message.is_some().then_some(()).ok_or_else(|| A::Error::missing_field("message"))?;
        }
        others.fill(&mut record);
        if let Some(said) = said {
            said_in_error(said, others.description, &mut code, &mut message, &mut unknown);
        }
        // In a foreign problem without `detail`, the title is the message.
        record.message = message.or_else(|| title.clone()).unwrap_or_default();
        record.code = code.unwrap_or_default();
        record.facts = facts;
        // `causes` includes the first cause, so it takes precedence over `cause`.
        record.cause = match cause {
            Some(message) if causes.is_empty() => Some(Box::new(Cause::last(message))),
            _ => Cause::chain(causes),
        };
        set_title(&mut record, title, &mut unknown);
        add_unknown(&mut record, unknown);
        set_errors(&mut record, errors);
        Ok(record)
    }
}

/// Deserializes a member name by passing it to a function, without copying the name.
pub(super) struct Named<F>(pub(super) F);

impl<'de, T, F: FnOnce(&str) -> T> DeserializeSeed<'de> for Named<F> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<T, F: FnOnce(&str) -> T> Visitor<'_> for Named<F> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E>(self, name: &str) -> Result<T, E> {
        Ok((self.0)(name))
    }
}

impl RecordSeed {
    fn is_blank(&self, url: &str) -> bool {
        self.0 == JsonDialect::Problem && url == BLANK
    }
}

/// Stores the title as the summary, unless it's only the reason phrase of the status.
fn set_title(record: &mut ErrorRecord, title: Option<String>, unknown: &mut Vec<(String, Value)>) {
    let phrase = record.facts.status.filter(|_| record.docs_url.is_none()).and_then(status_phrase);
    let Some(title) = title.filter(|title| phrase != Some(title)) else { return };
    if let Some(summary) = record.summary.replace(title) {
        unknown.push(("summary".to_owned(), summary.into()));
    }
}

/// Converts the `errors` of a problem to field errors. This crate's problems also contain complete field errors in the
/// context, which take precedence.
fn set_errors(record: &mut ErrorRecord, errors: Option<Value>) {
    let Some(errors) = errors else { return };
    let is_taken = |name: &str| record.context.iter().any(|(known, _)| known == name);
    let pointers = |fields: &[FieldError]| fields.iter().map(|field| field.field().to_owned()).collect::<Vec<_>>();
    match problem_fields(&errors) {
        Some(fields) if record.field_errors.is_empty() && !is_taken(FIELD_ERRORS) => record.field_errors = fields,
        Some(fields) if pointers(&fields) == pointers(&record.field_errors) => {}
        _ if is_taken("errors") => {}
        _ => record.context.insert("errors", errors),
    }
}

/// Converts the `errors` of a problem to field errors. Returns `None` unless each error has exactly the members of the
/// example in RFC 9457, section 3.
fn problem_fields(value: &Value) -> Option<Vec<FieldError>> {
    let field = |error: &Value| {
        let [detail, pointer] = ["detail", "pointer"].map(|name| error.get(name).and_then(Value::as_str));
        let path = pointer::path(pointer?).filter(|_| error.as_object().is_some_and(|members| members.len() == 2))?;
        Some(FieldError::new(path, detail?))
    };
    value.as_array().filter(|errors| !errors.is_empty())?.iter().map(field).collect()
}

/// Appends unknown members to the context. Lists of field errors become field errors instead.
fn add_unknown(record: &mut ErrorRecord, unknown: Vec<(String, Value)>) {
    if let Some(place) = record.context.iter().position(|(name, _)| name == FIELD_ERRORS)
        && let Some(fields) = field_errors(&record.context[place].1)
    {
        record.field_errors = fields;
        record.context.remove(place);
    }
    for (name, value) in unknown {
        match field_errors(&value).filter(|_| name == FIELD_ERRORS) {
            Some(fields) => record.field_errors = fields,
            None => record.context.insert_new(name, value),
        }
    }
}

fn field_errors(value: &Value) -> Option<Vec<FieldError>> {
    let fields = value.as_array().filter(|fields| !fields.is_empty())?;
    fields.iter().map(|field| FieldError::deserialize(field).ok()).collect()
}

/// An object with its members in their original order. For a duplicate name, the last value wins.
struct Context(NamedValues);

impl<'de> Deserialize<'de> for Context {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Context;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of named values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Context, A::Error> {
                let mut entries = NamedValues::with_room();
                while let Some(name) = map.next_key::<String>()? {
                    entries.insert(name, map.next_value::<Value>()?);
                }
                Ok(Context(entries))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}
