//! Reads the members of a JSON object that describes an error.

use super::invalid_fields::set_errors;
use super::values::{
    context_value, list_of_causes, list_of_strings, read_delay, read_number, read_word,
    string_or_number,
};
use crate::definition::part::Part;
use crate::error::context::Context;
use crate::error::record::ErrorRecord;
use crate::error::value::ContextValue;
use crate::format::problem::BLANK;
use crate::json::levels::{Kind, each, read};
use crate::text::cause::Cause;
use crate::vocabulary::duration::{parse_millis, parse_seconds};
use crate::vocabulary::exit;
use crate::vocabulary::reason_phrase::reason_phrase;
use crate::vocabulary::terms::SideEffects;
use serde_json::value::RawValue;

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
    let mut members = ReadMembers::default();
    let mut record = ErrorRecord::parsed("", "");
    each(object, &mut |name, json| {
        if Kind::of(json) == Kind::Null {
            return;
        }
        let is_read = members.read_member(&name, json, dialect, &mut record);
        if !is_read {
            let value = context_value(&name, json);
            members.rest.insert(name, value);
        }
    });
    members.finish(dialect, &mut record)?;
    Ok(record)
}

/// The members that only together determine the code, the message and the context. `rest` becomes
/// context.
#[derive(Default)]
struct ReadMembers<'a> {
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
const MESSAGES: [&str; 7] = [
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

/// A member that dialects name differently, or that isn't simply a fact.
enum Member {
    Code,
    Message,
    /// `ok`
    Success,
    Context,
    /// A string in `error`, or `true`.
    Error,
    Type,
    Title,
    /// The `detail` of a problem document, which is the message.
    ProblemDetail,
    Explanation,
    Errors,
    /// Any other member.
    Fact,
}

impl Member {
    fn of(name: &str, dialect: Dialect) -> Self {
        let name = if dialect == Dialect::Nested {
            name.to_ascii_lowercase()
        } else {
            name.to_owned()
        };
        match (name.as_str(), dialect) {
            ("code", _) => Self::Code,
            ("message", _) => Self::Message,
            ("ok", _) => Self::Success,
            ("context", _) | ("details", Dialect::Nested) => Self::Context,
            ("error", Dialect::Flat | Dialect::Nested) => Self::Error,
            ("errors", Dialect::Flat | Dialect::Nested | Dialect::Problem) => Self::Errors,
            ("type", Dialect::Problem) => Self::Type,
            ("title", Dialect::Problem) => Self::Title,
            ("detail", Dialect::Problem) => Self::ProblemDetail,
            ("explanation", Dialect::Problem) => Self::Explanation,
            _ => Self::Fact,
        }
    }
}

impl<'a> ReadMembers<'a> {
    /// Reads a member. If it's unknown or its value has another type, returns `false`, and the
    /// caller adds it to the context.
    fn read_member(
        &mut self,
        name: &str,
        value: &'a RawValue,
        dialect: Dialect,
        record: &mut ErrorRecord,
    ) -> bool {
        match Member::of(name, dialect) {
            Member::Code => self.read_code(value, dialect),
            Member::Message => set(&mut self.message, read(value)),
            // `false` says nothing about an error. Any other value is context.
            Member::Success => value.get() == "false",
            Member::Context => read_context(value, record),
            Member::Error => self.read_error(value, dialect),
            Member::Type => set(&mut self.ty, read(value)),
            Member::Title => set(&mut self.title, read(value)),
            Member::ProblemDetail => {
                self.has_detail = true;
                set(&mut self.message, read(value))
            }
            Member::Explanation => set(&mut record.fields.detail, read(value)),
            Member::Errors => {
                self.errors = Some(value);
                true
            }
            Member::Fact => read_fact(name, value, dialect, record),
        }
    }

    /// Reads a code. In other programs' errors, the code may be a number, such as an HTTP status or
    /// a JSON-RPC code.
    fn read_code(&mut self, value: &RawValue, dialect: Dialect) -> bool {
        self.has_numeric_code = Kind::of(value) == Kind::Number && dialect != Dialect::Record;
        let code = if self.has_numeric_code {
            Some(value.get().to_owned())
        } else {
            read(value)
        };
        set(&mut self.code, code)
    }

    /// Reads `error`. In `Flat`, it may be `true`, which says nothing about the error.
    fn read_error(&mut self, value: &RawValue, dialect: Dialect) -> bool {
        if dialect == Dialect::Flat && value.get() == "true" {
            return true;
        }
        set(&mut self.error, string_or_number(value))
    }

    fn finish(mut self, dialect: Dialect, record: &mut ErrorRecord) -> Result<(), &'static str> {
        if dialect == Dialect::Record {
            self.code.as_ref().ok_or("missing field `code`")?;
            self.message.as_ref().ok_or("missing field `message`")?;
        }
        self.move_code_to_status(&mut record.fields.facts.status);
        if self.message.is_none() {
            self.message = self.take_string(&MESSAGES, |text| !text.trim().is_empty());
        }
        self.place_type(&mut record.fields.docs_url);
        if self.code.is_none() && dialect == Dialect::Flat {
            self.code = self.take_string(&["error_code"], |_| true);
        }
        if self.code.is_none() {
            self.code = self.take_string(&CODES, is_identifier);
        }
        self.place_error();
        record.fields.message = self.take_message();
        record.fields.code = self.code.take().unwrap_or_default();
        self.place_title(record);
        record.fields.context.extend_new(self.rest.into_entries());
        if let Some(errors) = self.errors {
            set_errors(record, errors);
        }
        Ok(())
    }

    /// A numeric code may be the HTTP status. If there's another `status`, the number is a code.
    fn move_code_to_status(&mut self, status: &mut Option<u16>) {
        if !self.has_numeric_code {
            return;
        }
        let number = self.code.as_deref().and_then(|code| code.parse().ok());
        let Some(code @ 400..=599) = number else {
            return;
        };
        let is_status = status.is_none_or(|status| status == code);
        if is_status {
            *status = Some(code);
            self.code = None;
        }
    }

    /// In a problem document, `type` is a documentation URL. Other programs use it for a code.
    fn place_type(&mut self, docs_url: &mut Option<String>) {
        let Some(ty) = self.ty.take() else { return };
        let may_be_code = self.code.is_none() && !self.has_detail;
        if may_be_code && is_identifier(&ty) {
            self.code = Some(ty);
        } else if ty != BLANK {
            *docs_url = Some(ty);
        }
    }

    fn place_error(&mut self) {
        let Some(error) = self.error.take() else {
            return;
        };
        if self.message.is_none() {
            self.message = Some(error);
        } else if self.code.is_none() && is_identifier(&error) {
            self.code = Some(error);
        } else {
            self.rest.insert("error", error);
        }
    }

    /// Returns the message. In another program's problem without `detail`, it's the title, or the
    /// first of its errors.
    fn take_message(&mut self) -> String {
        if let Some(message) = self.message.take() {
            return message;
        }
        if let Some(title) = &self.title {
            return title.clone();
        }
        let messages = self.errors.and_then(list_of_strings).unwrap_or_default();
        let is_only_message = messages.len() == 1;
        if is_only_message {
            self.errors = None;
        }
        messages.into_iter().next().unwrap_or_default()
    }

    /// The title is the summary, unless it's only the reason phrase of the status.
    fn place_title(&mut self, record: &mut ErrorRecord) {
        let Some(title) = self.title.take() else {
            return;
        };
        let phrase = record.fields.facts.status.and_then(reason_phrase);
        if record.fields.docs_url.is_none() && phrase == Some(title.as_str()) {
            return;
        }
        if let Some(summary) = record.fields.summary.replace(title) {
            self.rest.insert("summary", summary);
        }
    }

    /// Removes and returns the first of these members whose value is a string that satisfies the
    /// predicate.
    fn take_string(&mut self, names: &[&str], is_such: fn(&str) -> bool) -> Option<String> {
        let found = names.iter().find(|name| {
            let text = self.rest.value(name).and_then(ContextValue::as_str);
            text.is_some_and(is_such)
        });
        let value = self.rest.remove(found?)?;
        value.as_str().map(str::to_owned)
    }
}

/// Reads a fact or a part of an error. Returns `false` if the member is unknown or its value has
/// another type.
fn read_fact(name: &str, value: &RawValue, dialect: Dialect, record: &mut ErrorRecord) -> bool {
    let fields = &mut *record.fields;
    match name {
        "cause" => read_cause(value, record),
        "causes" => read_causes(value, record),
        "retryable" => set(&mut fields.facts.retryable, read(value)),
        "retry_after_ms" => set(&mut fields.retry_after, read_delay(value, parse_millis)),
        "retry_after" if dialect != Dialect::Record => {
            let wait = read_delay(value, parse_seconds);
            if wait.is_some() && fields.facts.retryable.is_none() {
                fields.facts.retryable = Some(true);
            }
            set(&mut fields.retry_after, wait)
        }
        "retry_strategy" => set(&mut fields.facts.retry, read_word(value)),
        "side_effects" => {
            let known = read_word(value);
            // A retry must not rely on a word that isn't known.
            fields.facts.side_effects = Some(known.unwrap_or(SideEffects::Unknown));
            known.is_some()
        }
        "phase" => set(&mut fields.facts.phase, read_word(value)),
        "severity" => set(&mut fields.facts.severity, read_word(value)),
        "status" | "statusCode" | "status_code" => {
            set(&mut fields.facts.status, read_number(value))
        }
        "exit_code" => {
            let code = read_number(value).filter(|code| exit::is_error_code(*code));
            set(&mut fields.facts.exit_code, code)
        }
        "actions" => {
            let Some(actions) = list_of_strings(value) else {
                return false;
            };
            fields.actions = actions;
            true
        }
        _ => match name.parse::<Part>() {
            Ok(part) => set(record.part_mut(part), read(value)),
            Err(_) => false,
        },
    }
}

fn read_cause(value: &RawValue, record: &mut ErrorRecord) -> bool {
    let Some(cause) = read(value) else {
        return false;
    };
    // `causes` includes the first cause, so it takes precedence over `cause`.
    if record.fields.cause.is_none() {
        record.fields.cause = Cause::chain(vec![cause]);
    }
    true
}

fn read_causes(value: &RawValue, record: &mut ErrorRecord) -> bool {
    let Some(causes) = list_of_causes(value) else {
        return false;
    };
    if !causes.is_empty() {
        record.fields.cause = Cause::chain(causes);
    }
    true
}

/// Stores a value. Returns `false` if there's none.
fn set<T>(place: &mut Option<T>, value: Option<T>) -> bool {
    if value.is_none() {
        return false;
    }
    *place = value;
    true
}

/// Whether a string is an identifier rather than a sentence.
fn is_identifier(text: &str) -> bool {
    const LONGEST: usize = 63;
    /// Words that add nothing to the status.
    const GENERAL: [&str; 5] = ["error", "errors", "fail", "failed", "failure"];
    if GENERAL.iter().any(|word| text.eq_ignore_ascii_case(word)) {
        return false;
    }
    let mut bytes = text.bytes();
    text.len() <= LONGEST
        && text.starts_with(|first: char| first.is_ascii_alphabetic())
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
}

fn read_context(object: &RawValue, record: &mut ErrorRecord) -> bool {
    if Kind::of(object) != Kind::Object {
        return false;
    }
    each(object, &mut |name, json| {
        let value = context_value(&name, json);
        record.fields.context.insert(name, value);
    });
    true
}

/// Adds a member beside an error, if the error lacks it. Returns `false` for any other member.
pub(super) fn add_missing(record: &mut ErrorRecord, name: &str, value: &RawValue) -> bool {
    let text = read::<String>(value).filter(|text| !text.trim().is_empty());
    let fields = &mut *record.fields;
    match name {
        "code" | "error_code" | "errorCode" if fields.code.is_empty() => {
            let code = text.filter(|text| is_identifier(text));
            set_string(&mut fields.code, code)
        }
        "message" | "detail" | "error_description" if fields.message.is_empty() => {
            set_string(&mut fields.message, text)
        }
        "status" | "statusCode" | "status_code" if fields.facts.status.is_none() => {
            let status = read_number(value).filter(|status| (400..600).contains(status));
            set(&mut fields.facts.status, status)
        }
        "retryable" if fields.facts.retryable.is_none() => {
            set(&mut fields.facts.retryable, read(value))
        }
        "retry_after_ms" if fields.retry_after.is_none() => {
            set(&mut fields.retry_after, read_delay(value, parse_millis))
        }
        _ => false,
    }
}

/// Stores a string. Returns `false` if there's none.
fn set_string(place: &mut String, value: Option<String>) -> bool {
    let Some(text) = value else {
        return false;
    };
    *place = text;
    true
}
