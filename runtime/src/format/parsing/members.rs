//! Reads the members of a JSON object that describes an error.

use crate::definition::part::Part;
use crate::error::field_error::FieldError;
use crate::error::record::ErrorRecord;
use crate::error::value::{ContextValue, FIELD_ERRORS};
use crate::format::problem::{BLANK, status_phrase};
use crate::json::JsonView;
use crate::text::cause::Cause;
use crate::text::uri::field_at;
use crate::vocabulary::duration::parse_seconds;
use crate::vocabulary::exit;
use serde_json::Value;
use std::borrow::Cow;
use std::time::Duration;

pub(super) type Members = Vec<(Cow<'static, str>, JsonView<'static>)>;

/// The member names of a JSON format.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// The `error` object of an envelope, or a serialized record. The code and the message are required.
    Record,
    /// The inner object of `Nested`. Three names are case-insensitive, as in Go.
    Nested,
    /// `Flat`, and similar objects with the message or the code in `error`.
    Flat,
    /// A problem document (RFC 9457), and any other object.
    Problem,
}

/// Reads an object that describes an error. Members that don't represent facts become context values.
pub(super) fn read_record(members: Members, dialect: Dialect) -> Result<ErrorRecord, &'static str> {
    let (mut reader, mut record) = (Reader::default(), ErrorRecord::unknown("", ""));
    for (name, value) in members {
        if !value.is_null() && !reader.read(&name, &value, dialect, &mut record) {
            reader.rest.push((name.into_owned(), value.into_value()));
        }
    }
    reader.finish(dialect, &mut record)?;
    Ok(record)
}

/// The members that only together determine the code, the message and the context.
#[derive(Default)]
struct Reader {
    code: Option<String>,
    message: Option<String>,
    title: Option<String>,
    /// The `type` of a problem document, which is a documentation URL.
    ty: Option<String>,
    /// Whether there's a `detail`, as in all problem documents of this crate.
    has_detail: bool,
    /// A string in `error`: the message or the code.
    error: Option<String>,
    /// The `errors` of a problem document.
    errors: Option<Value>,
    /// Members that don't represent facts. They become context.
    rest: Vec<(String, Value)>,
}

/// Members that may contain the message in other programs' errors, most specific first.
pub(super) const MESSAGES: [&str; 7] =
    ["error_description", "error_message", "errorMessage", "msg", "detail", "description", "reason"];

/// Members that may contain the code in other programs' errors.
const CODES: [&str; 5] = ["error_code", "errorCode", "type", "__type", "status"];

impl Reader {
    /// Reads a member. Returns `false` if the member is unknown or its value has another type.
    fn read(&mut self, name: &str, value: &JsonView<'_>, dialect: Dialect, record: &mut ErrorRecord) -> bool {
        let text = value.as_str().map(str::to_owned);
        let lower = if dialect == Dialect::Nested { name.to_ascii_lowercase() } else { name.to_owned() };
        match (dialect, lower.as_str()) {
            (_, "code") => return self.code(value, dialect, &mut record.facts.status),
            (_, "message") => return set(&mut self.message, text),
            (Dialect::Nested, "details") | (Dialect::Record | Dialect::Flat | Dialect::Problem, "context") => {
                return context(value, record);
            }
            (Dialect::Flat, "error") => return self.error(value),
            (Dialect::Problem, "type") => return set(&mut self.ty, text),
            (Dialect::Problem, "title") => return set(&mut self.title, text),
            (Dialect::Problem, "detail") => {
                self.has_detail = true;
                return set(&mut self.message, text);
            }
            (Dialect::Problem, "explanation") => return set(&mut record.detail, text),
            (Dialect::Problem, "errors") => {
                self.errors = Some(value.clone().into_value());
                return true;
            }
            _ => {}
        }
        match name {
            // `causes` includes the first cause, so it takes precedence over `cause`.
            "cause" if record.cause.is_some() => text.is_some(),
            "cause" => text.map(|cause| record.cause = Cause::chain(vec![cause])).is_some(),
            "causes" => {
                texts(value).map(|causes| record.cause = Cause::chain(causes).or(record.cause.take())).is_some()
            }
            "retryable" => set(&mut record.facts.retryable, value.as_bool()),
            "retry_after_ms" => set(&mut record.retry_after, value.number().and_then(millis)),
            "retry_after" if dialect != Dialect::Record => {
                let seconds = value.number().and_then(|seconds| parse_seconds(&seconds));
                record.facts.retryable = record.facts.retryable.or(seconds.map(|_| true));
                set(&mut record.retry_after, seconds)
            }
            "retry_strategy" => set(&mut record.facts.retry, text.and_then(|word| word.parse().ok())),
            "side_effects" => set(&mut record.facts.side_effects, text.and_then(|word| word.parse().ok())),
            "phase" => set(&mut record.facts.phase, text.and_then(|word| word.parse().ok())),
            "severity" => set(&mut record.facts.severity, text.and_then(|word| word.parse().ok())),
            "status" | "statusCode" | "status_code" => {
                set(&mut record.facts.status, value.number().and_then(|status| status.parse().ok()))
            }
            "exit_code" => {
                let exit = value.number().and_then(|code| code.parse().ok());
                set(&mut record.facts.exit_code, exit.filter(|code| exit::is_error_code(*code)))
            }
            "actions" => texts(value).map(|actions| record.actions = actions).is_some(),
            _ => name.parse::<Part>().is_ok_and(|part| set(record.part_mut(part), text)),
        }
    }

    /// Reads a code. In other programs' errors, the code may be a number, such as an HTTP status or a JSON-RPC code.
    fn code(&mut self, value: &JsonView<'_>, dialect: Dialect, status: &mut Option<u16>) -> bool {
        let number = value.number().filter(|_| value.as_str().is_none() && dialect != Dialect::Record);
        match number.as_deref().map(str::parse) {
            Some(Ok(known @ 400..=599)) => set(status, Some(known)),
            Some(_) => set(&mut self.code, number),
            None => set(&mut self.code, value.as_str().map(str::to_owned)),
        }
    }

    /// Reads the `error` of `Flat`: `true`, a string, or a number, which becomes a string.
    fn error(&mut self, value: &JsonView<'_>) -> bool {
        let text = value.as_str().map(str::to_owned).or_else(|| value.number());
        matches!(value, JsonView::Bool(true)) || set(&mut self.error, text)
    }

    fn finish(mut self, dialect: Dialect, record: &mut ErrorRecord) -> Result<(), &'static str> {
        if dialect == Dialect::Record {
            self.code.as_ref().ok_or("missing field `code`")?;
            self.message.as_ref().ok_or("missing field `message`")?;
        }
        if self.message.is_none() {
            self.message = self.rest_of(&MESSAGES, |text| !text.trim().is_empty());
        }
        // Other programs use `type` for a code.
        let is_code = self.code.is_none() && !self.has_detail && self.ty.as_deref().is_some_and(is_identifier);
        match self.ty.take() {
            Some(ty) if is_code => self.code = Some(ty),
            ty => record.docs_url = ty.filter(|page| page != BLANK).or(record.docs_url.take()),
        }
        if self.code.is_none() && dialect == Dialect::Flat {
            self.code = self.rest_of(&CODES[..1], |_| true);
        }
        if self.code.is_none() {
            self.code = self.rest_of(&CODES, is_identifier);
        }
        match self.error.take() {
            Some(error) if self.message.is_none() => self.message = Some(error),
            Some(error) if self.code.is_none() && is_identifier(&error) => self.code = Some(error),
            Some(error) => self.rest.push(("error".to_owned(), error.into())),
            None => {}
        }
        // In another program's problem without `detail`, the title is the message.
        record.message = self.message.or_else(|| self.title.clone()).unwrap_or_default();
        record.code = self.code.unwrap_or_default();
        let phrase = record.facts.status.filter(|_| record.docs_url.is_none()).and_then(status_phrase);
        if let Some(title) = self.title.filter(|title| phrase != Some(title))
            && let Some(summary) = record.summary.replace(title)
        {
            self.rest.push(("summary".to_owned(), summary.into()));
        }
        record.context.extend_new(self.rest.into_iter().map(context_value));
        if let Some(errors) = self.errors {
            set_errors(record, errors);
        }
        Ok(())
    }

    /// Removes and returns the first of these members whose value is a string that satisfies the predicate.
    fn rest_of(&mut self, names: &[&str], is_such: fn(&str) -> bool) -> Option<String> {
        let is_such = |value: &Value| value.as_str().is_some_and(is_such);
        let found =
            names.iter().find_map(|name| self.rest.iter().position(|(known, value)| known == name && is_such(value)));
        self.rest.remove(found?).1.as_str().map(str::to_owned)
    }
}

fn set<T>(place: &mut Option<T>, value: Option<T>) -> bool {
    let is_some = value.is_some();
    if is_some {
        *place = value;
    }
    is_some
}

fn texts(value: &JsonView<'_>) -> Option<Vec<String>> {
    let JsonView::List(values) = value else { return None };
    values.iter().map(|value| value.as_str().map(str::to_owned)).collect()
}

/// Reads a number of milliseconds. Other programs may use fractions.
fn millis(number: String) -> Option<Duration> {
    let fractional = || Duration::try_from_secs_f64(number.parse::<f64>().ok()? / 1000.0).ok();
    number.parse().ok().map(Duration::from_millis).or_else(fractional)
}

/// Whether a string is an identifier rather than a sentence.
fn is_identifier(text: &str) -> bool {
    const LONGEST: usize = 63;
    /// Words that add nothing to the status.
    const GENERAL: [&str; 5] = ["error", "errors", "fail", "failed", "failure"];
    text.len() <= LONGEST
        && text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
        && !GENERAL.iter().any(|word| text.eq_ignore_ascii_case(word))
}

fn context(value: &JsonView<'_>, record: &mut ErrorRecord) -> bool {
    let JsonView::Object(object) = value else { return false };
    let values = object.clone().into_members().into_iter().map(|(name, value)| (name.into_owned(), value.into_value()));
    record.context.extend(values.map(context_value));
    true
}

/// Converts a context value. Detects lists of field errors, listings and lists of similar names by their name and JSON
/// type.
fn context_value((name, value): (String, Value)) -> (String, ContextValue) {
    let fields = value.as_array().filter(|_| name == FIELD_ERRORS);
    let fields = fields.and_then(|fields| fields.iter().map(FieldError::read).collect());
    let value = fields.map_or_else(|| ContextValue::named(&name, value), ContextValue::FieldErrors);
    (name, value)
}

/// Converts the `errors` of a problem to field errors. This crate's problems also contain complete field errors in the
/// context, which take precedence.
fn set_errors(record: &mut ErrorRecord, errors: Value) {
    let fields = problem_fields(&errors);
    let known: Vec<&str> = record.field_errors().into_iter().map(FieldError::field).collect();
    let is_known = |fields: &[FieldError]| fields.iter().map(FieldError::field).eq(known.iter().copied());
    match fields {
        Some(fields) if is_known(&fields) => {}
        Some(fields) if known.is_empty() && record.context.get(FIELD_ERRORS).is_none() => {
            record.context.insert(FIELD_ERRORS, ContextValue::FieldErrors(fields));
        }
        _ => record.context.extend_new([("errors".to_owned(), errors.into())]),
    }
}

/// Converts the `errors` of a problem to field errors. Returns `None` unless each error has exactly the members of the
/// example in RFC 9457, section 3.
fn problem_fields(value: &Value) -> Option<Vec<FieldError>> {
    let field = |error: &Value| {
        let [detail, pointer] = ["detail", "pointer"].map(|name| error.get(name).and_then(Value::as_str));
        let path = field_at(pointer?).filter(|_| error.as_object().is_some_and(|members| members.len() == 2))?;
        Some(FieldError::new(path, detail?))
    };
    value.as_array().filter(|errors| !errors.is_empty())?.iter().map(field).collect()
}
