//! Converts HTTP responses to errors, for clients.

use super::is_problem;
use crate::error::field_error::FieldError;
use crate::error::record::ErrorRecord;
use crate::error::value::ContextValue;
use crate::format::Reader;
use crate::format::parsing::{document, list_of_strings, mark_commands, parse_failure};
use crate::format::reader::parse;
use crate::json::levels::read;
use crate::json::redact::Place;
use crate::json::secrets::Secrets;
use crate::text::redact_text::without_secrets;
use crate::text::sanitize::{DEFAULT_CAP, clean_capped};
use crate::text::secret::REDACTED;
use crate::vocabulary::duration::{millis, parse_seconds};
use crate::vocabulary::exit;
use crate::vocabulary::terms::{Phase, Severity, SideEffects};
use agent_error_rules::status::{exit_code, is_retryable, is_validation};
use http::header::RETRY_AFTER;
use http::{HeaderMap, Method, StatusCode};
use serde_json::value::RawValue;
use std::time::{Duration, SystemTime};

/// The maximum body size that is parsed, in bytes. If the body is longer, only an excerpt of its
/// beginning is kept.
#[doc(hidden)]
pub const LONGEST_BODY: usize = 1024 * 1024;

/// Converts a failed response to an error. `method` is that of the request.
///
/// The body can be an error in one of this crate's [formats](crate::Format), problem details from
/// another server, any other JSON object with a message or a code, a list of messages, or plain
/// text. HTML is ignored. Invalid fields become field errors; all other members become context. If
/// the body contains no code or no message, it's derived from the status, as in `HTTP_404`. If the
/// body is longer than 1 MiB, it isn't parsed.
///
/// ```
/// use agent_error::{AgentError, http::record};
/// use http::{HeaderMap, Method, StatusCode};
///
/// let late = |method| record(&method, StatusCode::GATEWAY_TIMEOUT, &HeaderMap::new(), b"");
/// assert!(late(Method::GET).is_retryable());
/// // The order may have been placed.
/// assert!(!late(Method::POST).is_retryable());
/// ```
///
/// # Trust
///
/// Servers aren't trusted, regardless of the format. Secrets are redacted anywhere in the body, as
/// with [`without_secrets`](ErrorRecord::without_secrets). The server's fix command becomes the
/// context value `server_fix`, because agents run a `fix_command` without asking. The server's
/// actions become `server_actions`. A program that trusts the server can move both back.
///
/// # Retries
///
/// The error's status is the status of the response. The exit code is derived from the status,
/// unless the body is an [`ErrorRecord`] that includes one. If the body doesn't say whether the
/// error is retryable, the status and the method decide:
///
/// | status | safe method, such as `GET` | any other method |
/// |---|---|---|
/// | 425, 429, 503, 529, or 403 with a delay: not processed | retryable | retryable |
/// | 408, 502, 504, 522, 524: interrupted | retryable | not retryable, side effects unknown |
/// | other server errors, such as 500: perhaps processed | not retryable | not retryable, side effects unknown |
/// | 501, 505, 511, 521, 523, 525, 526: not processed, but permanent | not retryable | not retryable |
/// | any other | not retryable | not retryable |
///
/// A number of seconds in the body's `retry_after` makes the error retryable, and so does a
/// `Retry-After` header, unless the side effects are unknown. If both are present, the longer delay
/// applies.
pub fn record(
    method: &Method,
    status: StatusCode,
    headers: &HeaderMap,
    body: &[u8],
) -> ErrorRecord {
    let (parsed, secrets) = if body.len() <= LONGEST_BODY {
        whole(&String::from_utf8_lossy(body), headers)
    } else {
        let start = String::from_utf8_lossy(&body[..16 * LONGEST_EXCERPT]);
        (prose(&start), Secrets::default())
    };
    let mut record = parsed.redacted(secrets).clean(DEFAULT_CAP);
    complete_texts(&mut record, status);
    mark_commands(&mut record);
    record.fields.facts.status = Some(status.as_u16());
    record.fields.facts.severity.get_or_insert(Severity::Error);
    let header_delay = retry_after(headers, SystemTime::now());
    record.fields.retry_after = longer(record.fields.retry_after, header_delay);
    set_exit_code(&mut record, status);
    set_retryable(&mut record, method, status);
    record
}

/// Replaces a missing or redacted code, and a missing message.
fn complete_texts(record: &mut ErrorRecord, status: StatusCode) {
    let code = &mut record.fields.code;
    if code.is_empty() || code.contains(REDACTED) {
        *code = format!("HTTP_{}", status.as_u16());
    }
    let has_message = !record.fields.message.trim().is_empty();
    if !has_message && is_validation(status.as_u16()) {
        lists_to_field_errors(record);
    }
    if record.fields.message.trim().is_empty() {
        record.fields.message = format!("the server responded with {status}");
    }
}

/// Sets a missing exit code, and the phase that it implies.
fn set_exit_code(record: &mut ErrorRecord, status: StatusCode) {
    let has_delay = record.fields.retry_after.is_some();
    let facts = &mut record.fields.facts;
    // Some servers report a rate limit as a 403 with a delay.
    let is_limited = status == StatusCode::FORBIDDEN && has_delay && facts.retryable != Some(false);
    let implied = if is_limited {
        exit::RATE_LIMITED
    } else {
        exit_code(status.as_u16())
    };
    if facts.exit_code.is_none() {
        facts.exit_code = Some(implied);
    }
    if facts.exit_code == Some(exit::ARG_ERROR) && facts.phase.is_none() {
        facts.phase = Some(Phase::Validation);
    }
}

/// Sets whether the error is retryable, unless the server states it.
fn set_retryable(record: &mut ErrorRecord, method: &Method, status: StatusCode) {
    let has_delay = record.fields.retry_after.is_some();
    let facts = &mut record.fields.facts;
    if facts.retryable.is_some() {
        return;
    }
    let outcome = Outcome::of(status.as_u16());
    if outcome.may_be_processed() && !method.is_safe() {
        facts.side_effects.get_or_insert(SideEffects::Unknown);
        facts.retryable = Some(false);
    } else {
        facts.retryable = Some(has_delay || outcome.is_transient());
    }
}

/// What a status says about the request.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    /// The server was too busy to process it.
    Postponed,
    /// The response didn't arrive in time, or not completely.
    Interrupted,
    /// The server failed, perhaps halfway.
    Failed,
    /// The server or a proxy rejected it.
    Rejected,
}

impl Outcome {
    fn of(status: u16) -> Self {
        if is_postponed(status) {
            return Self::Postponed;
        }
        match status {
            // Cloudflare defines 522 and 524. 408 isn't only for requests that arrive too slowly:
            // servers also send it if a handler takes too long.
            408 | 502 | 504 | 522 | 524 => Self::Interrupted,
            // These mean that a server or a proxy doesn't know how to process it. Cloudflare
            // defines those from 521 on, for servers that it can't connect to.
            501 | 505 | 511 | 521 | 523 | 525 | 526 => Self::Rejected,
            500..=599 => Self::Failed,
            _ => Self::Rejected,
        }
    }

    fn may_be_processed(self) -> bool {
        matches!(self, Self::Interrupted | Self::Failed)
    }

    fn is_transient(self) -> bool {
        matches!(self, Self::Postponed | Self::Interrupted)
    }
}

/// Whether the status means that the request wasn't processed, and may be later. A 408 doesn't.
fn is_postponed(status: u16) -> bool {
    is_retryable(status) && status != 408
}

/// Returns the delay in the `Retry-After` header (RFC 9110, section 10.2.3), which contains either
/// seconds or a date. A date in the past means no delay. Returns `None` if the header is missing or
/// invalid.
pub fn retry_after(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let value = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    // Some servers send fractional seconds, which the RFC doesn't allow.
    parse_seconds(value).or_else(|| {
        let date = httpdate::parse_http_date(value).ok()?;
        Some(date.duration_since(now).unwrap_or_default())
    })
}

/// Returns the longer delay. If the header contains the body's delay rounded to seconds, returns
/// the exact delay from the body.
fn longer(body: Option<Duration>, header: Option<Duration>) -> Option<Duration> {
    let (Some(exact), Some(rounded)) = (body, header) else {
        return body.or(header);
    };
    let seconds = millis(exact).div_ceil(1000);
    if seconds >= rounded.as_secs() {
        Some(exact)
    } else {
        Some(exact.max(rounded))
    }
}

/// Parses a body. Returns the record, and the secrets found anywhere in the body.
fn whole(text: &str, headers: &HeaderMap) -> (ErrorRecord, Secrets) {
    let trimmed = text.strip_prefix('\u{feff}').unwrap_or(text).trim();
    let mut secrets = Secrets::default();
    let Ok(json) = document(trimmed) else {
        let record = parse(trimmed).unwrap_or_else(|_| prose(trimmed));
        return (record, secrets);
    };
    secrets.add_json(Place::Ordinary, &json);
    (of_json(trimmed, &json, is_problem(headers)), secrets)
}

/// Converts a document. `text` is the same document.
fn of_json(text: &str, json: &RawValue, is_problem: bool) -> ErrorRecord {
    if let Some(message) = read::<String>(json) {
        return prose(&message);
    }
    if let Some(messages) = list_of_strings(json) {
        return of_messages(messages);
    }
    if is_problem && let Ok(problem) = Reader::PROBLEM.read(text) {
        return problem;
    }
    parse_failure(json).unwrap_or_else(|| ErrorRecord::parsed("", ""))
}

/// Creates an error from a list of messages, such as `["This field is required."]`. If there are
/// several, the context has all of them.
fn of_messages(messages: Vec<String>) -> ErrorRecord {
    let first = messages.first().map_or("", String::as_str);
    let mut record = prose(first);
    if messages.len() > 1 {
        let all = ContextValue::from_texts(messages);
        record.fields.context.insert("errors", all);
    }
    record
}

/// Converts lists of strings in the context of an error without a message to field errors. In
/// Django REST framework, the names are those of the invalid fields.
fn lists_to_field_errors(record: &mut ErrorRecord) {
    for (name, value) in std::mem::take(&mut record.fields.context).into_entries() {
        let messages = list_of_strings(&value.raw()).unwrap_or_default();
        if messages.is_empty() {
            record.fields.context.insert(name, value);
        } else if name == "non_field_errors" {
            record.fields.message = messages.join(" ");
        } else {
            record.push_field_error(FieldError::new(name, messages.join(" ")));
        }
    }
}

/// The maximum length of a message in bytes. Longer text becomes the detail.
const LONGEST_MESSAGE: usize = 300;

/// The maximum length of a detail in bytes. The rest is discarded.
const LONGEST_EXCERPT: usize = 4096;

/// Reads plain text. A single short line becomes the message, and any other text the detail. Markup
/// and binary data are discarded, because callers can't read them.
fn prose(text: &str) -> ErrorRecord {
    if text.starts_with('<') || is_binary(text) {
        return ErrorRecord::parsed("", "");
    }
    let excerpt = clean_capped(&without_secrets(text).trim(), LONGEST_EXCERPT);
    if excerpt.len() <= LONGEST_MESSAGE && !excerpt.contains('\n') {
        ErrorRecord::parsed("", excerpt)
    } else {
        ErrorRecord::parsed("", "").with_detail(excerpt)
    }
}

/// Whether more than a third of the first characters can't be displayed.
fn is_binary(text: &str) -> bool {
    let start: Vec<char> = text.chars().take(LONGEST_EXCERPT).collect();
    let unreadable = start.iter().filter(|character| is_unreadable(**character));
    unreadable.count() * 3 > start.len()
}

fn is_unreadable(character: char) -> bool {
    matches!(character, '\0' | char::REPLACEMENT_CHARACTER)
}
