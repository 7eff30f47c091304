//! Reads the members of a JSON object that describes an error.

use crate::definition::part::Part;
use crate::error::context::Context;
use crate::error::field_error::FieldError;
use crate::error::record::ErrorRecord;
use crate::error::value::{ContextValue, FIELD_ERRORS};
use crate::format::problem::BLANK;
use crate::json::JsonText;
use crate::json::levels::{Kind, each, listed, read};
use crate::text::cause::Cause;
use crate::text::uri::field_at;
use crate::vocabulary::duration::parse_seconds;
use crate::vocabulary::exit;
use crate::vocabulary::reason_phrase::reason_phrase;
use crate::vocabulary::terms::SideEffects;
use serde_json::value::RawValue;
use std::time::Duration;

/// The member names of a JSON format.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// The `error` object of an envelope, or a serialized record. The code and the message are
    /// required.
    Record,
    /// The inner object of `Nested`. Three names are case-insensitive, as in Go.
    Nested,
    /// `Flat`, and similar objects with the message or the code in `error`.
    Flat,
    /// A problem document (RFC 9457), and any other object.
    Problem,
}

/// Reads an object that describes an error. Members that don't represent facts become context
/// values.
pub(super) fn read_record(
    object: &RawValue,
    dialect: Dialect,
) -> Result<ErrorRecord, &'static str> {
    if Kind::of(object) != Kind::Object {
        return Err("expected an object");
    }
    let (mut reader, mut record) = (Reader::default(), ErrorRecord::parsed("", ""));
    each(object, &mut |name, value| {
        if Kind::of(value) != Kind::Null && !reader.read(&name, value, dialect, &mut record) {
            let value = context_value(&name, value);
            reader.rest.insert(name, value);
        }
    });
    reader.finish(dialect, &mut record)?;
    Ok(record)
}

/// The members that only together determine the code, the message and the context. `rest` becomes
/// context.
#[derive(Default)]
struct Reader<'a> {
    code: Option<String>,
    has_numeric_code: bool,
    message: Option<String>,
    title: Option<String>,
    /// The `type` of a problem document, which is a documentation URL.
    ty: Option<String>,
    /// Whether there's a `detail`, as in all problem documents of this crate.
    has_detail: bool,
    /// A string in `error`: the message or the code.
    error: Option<String>,
    /// The `errors` of a problem document, or of another program.
    errors: Option<&'a RawValue>,
    rest: Context,
}

/// Members that may contain the message in other programs' errors, most specific first.
pub(super) const MESSAGES: [&str; 7] = [
    "error_description",
    "error_message",
    "errorMessage",
    "msg",
    "detail",
    "description",
    "reason",
];

/// Members that may contain the code in other programs' errors.
const CODES: [&str; 5] = ["error_code", "errorCode", "type", "__type", "status"];

impl<'a> Reader<'a> {
    /// Reads a member. Returns `false` if the member is unknown or its value has another type.
    fn read(
        &mut self,
        name: &str,
        value: &'a RawValue,
        dialect: Dialect,
        record: &mut ErrorRecord,
    ) -> bool {
        let text = read::<String>(value);
        let lower = if dialect == Dialect::Nested {
            name.to_ascii_lowercase()
        } else {
            name.to_owned()
        };
        match (dialect, lower.as_str()) {
            (_, "code") => return self.code(value, dialect),
            (_, "message") => return set(&mut self.message, text),
            (_, "ok") if value.get() == "false" => return true,
            (Dialect::Nested, "details") | (_, "context") => return context(value, record),
            // In `Flat`, `error` is `true`, a string, or a number, which becomes a string.
            (Dialect::Flat, "error") => {
                return value.get() == "true" || set(&mut self.error, number(value));
            }
            (Dialect::Nested, "error") if value.get() != "true" => {
                return set(&mut self.error, number(value));
            }
            (Dialect::Problem, "type") => return set(&mut self.ty, text),
            (Dialect::Problem, "title") => return set(&mut self.title, text),
            (Dialect::Problem, "detail") => {
                self.has_detail = true;
                return set(&mut self.message, text);
            }
            (Dialect::Problem, "explanation") => return set(&mut record.fields.detail, text),
            (Dialect::Problem | Dialect::Flat | Dialect::Nested, "errors") => {
                self.errors = Some(value);
                return true;
            }
            _ => {}
        }
        match name {
            // `causes` includes the first cause, so it takes precedence over `cause`.
            "cause" if record.fields.cause.is_some() => text.is_some(),
            "cause" => text
                .map(|cause| record.fields.cause = Cause::chain(vec![cause]))
                .is_some(),
            "causes" => causes(value)
                .map(|causes| {
                    record.fields.cause = Cause::chain(causes).or(record.fields.cause.take());
                })
                .is_some(),
            "retryable" => set(&mut record.fields.facts.retryable, read(value)),
            "retry_after_ms" => set(
                &mut record.fields.retry_after,
                number(value).and_then(millis),
            ),
            "retry_after" if dialect != Dialect::Record => {
                let seconds = number(value).and_then(|seconds| parse_seconds(&seconds));
                record.fields.facts.retryable =
                    record.fields.facts.retryable.or(seconds.map(|_| true));
                set(&mut record.fields.retry_after, seconds)
            }
            "retry_strategy" => set(
                &mut record.fields.facts.retry,
                text.and_then(|word| word.parse().ok()),
            ),
            // A retry must not rely on a word that isn't known.
            "side_effects" if Kind::of(value) != Kind::Null => {
                let known = text.and_then(|word| word.parse().ok());
                record.fields.facts.side_effects = Some(known.unwrap_or(SideEffects::Unknown));
                known.is_some()
            }
            "phase" => set(
                &mut record.fields.facts.phase,
                text.and_then(|word| word.parse().ok()),
            ),
            "severity" => set(
                &mut record.fields.facts.severity,
                text.and_then(|word| word.parse().ok()),
            ),
            "status" | "statusCode" | "status_code" => set(
                &mut record.fields.facts.status,
                number(value).and_then(|status| status.parse().ok()),
            ),
            "exit_code" => {
                let exit = number(value).and_then(|code| code.parse().ok());
                set(
                    &mut record.fields.facts.exit_code,
                    exit.filter(|code| exit::is_error_code(*code)),
                )
            }
            "actions" => listed(value, |text| read(text))
                .map(|actions| record.fields.actions = actions)
                .is_some(),
            _ => name
                .parse::<Part>()
                .is_ok_and(|part| set(record.part_mut(part), text)),
        }
    }

    /// Reads a code. In other programs' errors, the code may be a number, such as an HTTP status or
    /// a JSON-RPC code.
    fn code(&mut self, value: &RawValue, dialect: Dialect) -> bool {
        let number =
            number(value).filter(|_| Kind::of(value) == Kind::Number && dialect != Dialect::Record);
        self.has_numeric_code = number.is_some();
        set(&mut self.code, number.or_else(|| read(value)))
    }

    fn finish(mut self, dialect: Dialect, record: &mut ErrorRecord) -> Result<(), &'static str> {
        if dialect == Dialect::Record {
            self.code.as_ref().ok_or("missing field `code`")?;
            self.message.as_ref().ok_or("missing field `message`")?;
        }
        // A numeric code may be the HTTP status. If there's another `status`, the number is a code.
        if let Some(Ok(known @ 400..=599)) = self
            .code
            .as_deref()
            .filter(|_| self.has_numeric_code)
            .map(str::parse)
            && *record.fields.facts.status.get_or_insert(known) == known
        {
            self.code = None;
        }
        if self.message.is_none() {
            self.message = self.rest_of(&MESSAGES, |text| !text.trim().is_empty());
        }
        // Other programs use `type` for a code.
        let is_code = self.code.is_none()
            && !self.has_detail
            && self.ty.as_deref().is_some_and(is_identifier);
        match self.ty.take() {
            Some(ty) if is_code => self.code = Some(ty),
            ty => {
                record.fields.docs_url = ty
                    .filter(|page| page != BLANK)
                    .or(record.fields.docs_url.take());
            }
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
            Some(error) => self.rest.insert("error", error),
            None => {}
        }
        // In another program's problem without `detail`, the title is the message.
        let message = self.message.or_else(|| self.title.clone());
        record.fields.message = match (message, self.errors) {
            (Some(message), _) => message,
            (None, Some(errors)) => {
                let messages = list_of_strings(errors).unwrap_or_default();
                let is_only_message = messages.len() == 1;
                if is_only_message {
                    self.errors = None;
                }
                messages.into_iter().next().unwrap_or_default()
            }
            (None, None) => String::new(),
        };
        record.fields.code = self.code.unwrap_or_default();
        let phrase = record
            .fields
            .facts
            .status
            .filter(|_| record.fields.docs_url.is_none())
            .and_then(reason_phrase);
        if let Some(title) = self.title.filter(|title| phrase != Some(title))
            && let Some(summary) = record.fields.summary.replace(title)
        {
            self.rest.insert("summary", summary);
        }
        record.fields.context.extend_new(self.rest.into_entries());
        if let Some(errors) = self.errors {
            set_errors(record, errors);
        }
        Ok(())
    }

    /// Removes and returns the first of these members whose value is a string that satisfies the
    /// predicate.
    fn rest_of(&mut self, names: &[&str], is_such: fn(&str) -> bool) -> Option<String> {
        let is_such = |name: &&&str| {
            self.rest
                .value(name)
                .and_then(ContextValue::as_str)
                .is_some_and(is_such)
        };
        let name = names.iter().find(is_such)?;
        self.rest.remove(name)?.as_str().map(str::to_owned)
    }
}

fn set<T>(place: &mut Option<T>, value: Option<T>) -> bool {
    let is_some = value.is_some();
    if is_some {
        *place = value;
    }
    is_some
}

/// Returns a string unchanged, and a number as it's written in the document.
fn number(value: &RawValue) -> Option<String> {
    let is_number = Kind::of(value) == Kind::Number;
    read(value).or_else(|| is_number.then(|| value.get().to_owned()))
}

/// Reads a number of milliseconds. Other programs may use fractions.
fn millis(number: String) -> Option<Duration> {
    let fractional = || Duration::try_from_secs_f64(number.parse::<f64>().ok()? / 1000.0).ok();
    number
        .parse()
        .ok()
        .map(Duration::from_millis)
        .or_else(fractional)
}

/// Whether a string is an identifier rather than a sentence.
fn is_identifier(text: &str) -> bool {
    const LONGEST: usize = 63;
    /// Words that add nothing to the status.
    const GENERAL: [&str; 5] = ["error", "errors", "fail", "failed", "failure"];
    text.len() <= LONGEST
        && text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
        && !GENERAL.iter().any(|word| text.eq_ignore_ascii_case(word))
}

/// Reads a list of causes. Returns `None` if one of them isn't a string.
fn causes(list: &RawValue) -> Option<Vec<String>> {
    let mut causes = Some(Vec::new()).filter(|_| Kind::of(list) == Kind::List);
    each(list, &mut |_, item| match (&mut causes, read(item)) {
        (Some(causes), Some(cause)) => Cause::add(causes, cause),
        _ => causes = None,
    });
    causes
}

fn context(object: &RawValue, record: &mut ErrorRecord) -> bool {
    let is_object = Kind::of(object) == Kind::Object;
    if is_object {
        each(object, &mut |name, value| {
            let value = context_value(&name, value);
            record.fields.context.insert(name, value);
        });
    }
    is_object
}

/// Converts a context value. Detects field errors, listings and similar names by their name and
/// JSON type.
pub(super) fn context_value(name: &str, json: &RawValue) -> ContextValue {
    let fields = Some(json)
        .filter(|_| name == FIELD_ERRORS)
        .and_then(|list| listed(list, FieldError::read));
    fields.map_or_else(
        || ContextValue::named(name, JsonText::copied(json)),
        ContextValue::FieldErrors,
    )
}

/// Adds a member beside an error, if the error lacks it. Returns `false` for any other member.
pub(super) fn add_missing(record: &mut ErrorRecord, name: &str, value: &RawValue) -> bool {
    let text = read::<String>(value).filter(|text| !text.trim().is_empty());
    match name {
        "code" | "error_code" | "errorCode" if record.fields.code.is_empty() => {
            let code = text.filter(|text| is_identifier(text));
            code.map(|code| record.fields.code = code).is_some()
        }
        "message" | "detail" | "error_description" if record.fields.message.is_empty() => text
            .map(|message| record.fields.message = message)
            .is_some(),
        "status" | "statusCode" | "status_code" if record.fields.facts.status.is_none() => {
            let status = number(value).and_then(|status| status.parse().ok());
            let error = status.filter(|status| (400..600).contains(status));
            set(&mut record.fields.facts.status, error)
        }
        "retryable" if record.fields.facts.retryable.is_none() => {
            set(&mut record.fields.facts.retryable, read(value))
        }
        "retry_after_ms" if record.fields.retry_after.is_none() => set(
            &mut record.fields.retry_after,
            number(value).and_then(millis),
        ),
        _ => false,
    }
}

/// Returns the elements of a list of strings. Returns `None` if it has other elements.
pub(crate) fn list_of_strings(json: &RawValue) -> Option<Vec<String>> {
    listed(json, |item| read(item))
}

/// Converts an object of invalid fields, such as `{"name": ["is required"]}`. Returns `None` if a
/// value is neither a string nor a list of strings.
fn fields_by_name(json: &RawValue) -> Option<Vec<FieldError>> {
    let mut fields = Some(Vec::new()).filter(|_| Kind::of(json) == Kind::Object);
    each(json, &mut |name, value| {
        let message = read::<String>(value)
            .or_else(|| list_of_strings(value).map(|messages| messages.join(" ")));
        match (&mut fields, message) {
            (Some(fields), Some(message)) => fields.push(FieldError::new(name, message)),
            _ => fields = None,
        }
    });
    fields
}

/// Converts the `errors` of a problem to field errors, unless the context contains them, as in this
/// crate's problems.
fn set_errors(record: &mut ErrorRecord, errors: &RawValue) {
    let fields = listed(errors, problem_field)
        .or_else(|| fields_by_name(errors))
        .filter(|fields| !fields.is_empty());
    let known: Vec<&str> = record.field_errors().map(FieldError::field).collect();
    let is_known = |fields: &[FieldError]| {
        fields
            .iter()
            .map(FieldError::field)
            .eq(known.iter().copied())
    };
    match fields {
        Some(fields) if is_known(&fields) => {}
        Some(fields) if known.is_empty() && record.fields.context.value(FIELD_ERRORS).is_none() => {
            record
                .fields
                .context
                .insert(FIELD_ERRORS, ContextValue::FieldErrors(fields));
        }
        _ => record
            .fields
            .context
            .extend_new([("errors".to_owned(), context_value("errors", errors))]),
    }
}

/// Converts one of a problem's `errors` that has exactly the members of the example in RFC 9457,
/// section 3.
fn problem_field(json: &RawValue) -> Option<FieldError> {
    let (mut detail, mut pointer, mut members) = (None, None, 0);
    each(json, &mut |name, value| {
        members += 1;
        match name.as_str() {
            "detail" => detail = read::<String>(value),
            "pointer" => pointer = read::<String>(value),
            _ => {}
        }
    });
    Some(FieldError::new(
        field_at(&pointer?).filter(|_| members == 2)?,
        detail?,
    ))
}
