//! Converts HTTP responses to errors, for clients.

use super::retry_after::retry_after;
use super::{lenient_problem, rate_limit, status, text_body};
use crate::error::record::ErrorRecord;
use crate::format::Format;
use crate::format::parsing::{foreign, parse_ours, untrusted_advice};
use crate::text::redact_text::without_secrets;
use crate::text::secret::REDACTED;
use crate::text::secrets::Secrets;
use crate::vocabulary::duration::millis;
use crate::vocabulary::exit;
use crate::vocabulary::terms::{Phase, Severity};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, StatusCode};
use serde_json::Value;
use std::time::{Duration, SystemTime};

/// The maximum body size that is parsed, in bytes. If the body is longer, only an excerpt of its beginning is kept.
pub const LONGEST_BODY: usize = 1024 * 1024;

impl ErrorRecord {
    /// Converts a failed response to an error, as [`http::read`](crate::http::read) does, using the current time.
    ///
    /// ```
    /// use agent_error::{AgentError, ErrorRecord};
    /// use http::{HeaderMap, StatusCode};
    ///
    /// let body = br#"{"title":"Out of credit","status":403,"balance":30}"#;
    /// let error = ErrorRecord::from_response(StatusCode::FORBIDDEN, &HeaderMap::new(), body);
    /// assert_eq!((error.code(), error.to_string().as_str()), ("HTTP_403", "Out of credit"));
    /// assert_eq!(error.value("balance").and_then(|value| value.as_u64()), Some(30));
    /// assert_eq!(error.exit_code(), 7);
    /// ```
    pub fn from_response(status: StatusCode, headers: &HeaderMap, body: &[u8]) -> Self {
        read(status, headers, body, SystemTime::now())
    }
}

/// Converts a failed response to an error.
///
/// The body can be an error in one of this crate's [formats](Format), problem details from another server, any other
/// JSON error with a message in a common place, HTML, or plain text. The format is detected from the content; problem
/// details are also recognized by their `Content-Type`. Invalid fields become field errors, and all other members
/// become context. If the body contains no code, the code is derived from the status, such as `HTTP_404`. The same
/// applies to the message.
///
/// Servers aren't trusted, regardless of the format. Secrets are redacted anywhere in the body, as
/// [`ErrorRecord::without_secrets`] does. Agents run a [`fix_command`](crate::ErrorRecord) without asking, so the
/// server's fix command becomes the context value `server_fix`, and its actions become `server_actions`. A program that
/// trusts the server can move them back.
///
/// The error's status is the status of the response. The exit code is derived from the status, unless the body is an
/// [`ErrorRecord`] that includes one. If the body doesn't say whether the error is retryable, this is derived from the
/// status too. See [`exit_code`](super::exit_code) and [`is_retryable`](super::is_retryable). A 400 or 403 whose code
/// means a rate limit is treated as a 429. So is a 403 with a retry delay or an `X-RateLimit-Remaining` of 0.
///
/// A `Retry-After` header makes the error retryable. It contains seconds or a date, which is compared with `now`. A
/// delay in another server's JSON, such as `retry_after`, has the same effect. If both are present, the longer delay
/// applies. If neither is present, the delay of a rate limit comes from `X-RateLimit-Reset` or from a `RateLimit`
/// header as in the IETF drafts.
///
/// Accepts any status and any bytes. If the body is longer than [`LONGEST_BODY`], it isn't parsed.
pub fn read(status: StatusCode, headers: &HeaderMap, body: &[u8], now: SystemTime) -> ErrorRecord {
    let ParsedBody { mut record, retryable, secrets } = match body.get(..LONGEST_BODY) {
        Some(start) if body.len() > LONGEST_BODY => beginning(start),
        _ => whole(&String::from_utf8_lossy(body), headers),
    };
    record = record.redacted(secrets);
    if record.code.is_empty() || record.code.contains(REDACTED) {
        record.code = format!("HTTP_{}", status.as_u16());
    }
    if record.message.trim().is_empty() {
        record.message = format!("the server answered {status}");
    }
    record.facts.status = Some(status.as_u16());
    untrusted_advice::mark_commands(&mut record);
    record.retry_after = longer(record.retry_after, retry_after(headers, now));
    let limited =
        retryable != Some(false) && rate_limit::is_reached(status, headers, &record.code, record.retry_after.is_some());
    if limited {
        record.retry_after = record.retry_after.or_else(|| rate_limit::reset(headers, now));
    }
    let exit = if limited { exit::RATE_LIMITED } else { status::exit_code(status) };
    let exit = *record.facts.exit_code.get_or_insert(exit);
    if record.facts.phase.is_none() && exit == exit::ARG_ERROR {
        record.facts.phase = Some(Phase::Validation);
    }
    let repeatable = || limited || record.retry_after.is_some() || status::is_retryable(status);
    record.facts.retryable = Some(retryable.unwrap_or_else(repeatable));
    record.facts.severity.get_or_insert(Severity::Error);
    record
}

/// Returns the longer delay. If the header is the body's delay rounded to seconds, returns the exact delay from the
/// body.
fn longer(body: Option<Duration>, header: Option<Duration>) -> Option<Duration> {
    match (body, header) {
        (Some(exact), Some(rounded)) if millis(exact).div_ceil(1000) >= rounded.as_secs() => Some(exact),
        (body, header) => body.max(header),
    }
}

/// The parsed body of a response.
pub(super) struct ParsedBody {
    pub(super) record: ErrorRecord,
    /// Whether to retry, if the body says so.
    pub(super) retryable: Option<bool>,
    /// The secrets found anywhere in the body.
    secrets: Secrets,
}

impl ParsedBody {
    /// Creates a result for a body that isn't JSON.
    fn silent(record: ErrorRecord) -> Self {
        Self { retryable: record.facts.retryable, record, secrets: Secrets::default() }
    }
}

fn beginning(bytes: &[u8]) -> ParsedBody {
    let (text, silence) = (String::from_utf8_lossy(bytes), ErrorRecord::unknown("", ""));
    ParsedBody::silent(if text_body::is_binary(&text) {
        silence
    } else {
        silence.with_detail(foreign::plain::excerpt(&without_secrets(&text)))
    })
}

fn whole(text: &str, headers: &HeaderMap) -> ParsedBody {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim();
    if text.is_empty() {
        return ParsedBody::silent(ErrorRecord::unknown("", ""));
    }
    if let Ok(value) = serde_json::from_str::<Value>(text) {
        return json(text, &value, headers);
    }
    if text_body::is_binary(text) {
        return ParsedBody::silent(ErrorRecord::unknown("", ""));
    }
    // Tags and line breaks delimit secrets, so redact before removing them.
    match text_body::is_markup(text) && !text.contains("<tool_error") && !text.contains("<validation_error") {
        true => ParsedBody::silent(text_body::read(&without_secrets(text))),
        false => ParsedBody::silent(parse_ours(text).unwrap_or_else(|_| foreign::plain::read(&without_secrets(text)))),
    }
}

fn is_problem(headers: &HeaderMap) -> bool {
    let content_type = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    essence.eq_ignore_ascii_case(super::Representation::Problem.content_type())
}

fn json(text: &str, value: &Value, headers: &HeaderMap) -> ParsedBody {
    let is_problem = is_problem(headers);
    let parsed = if is_problem { Format::Problem.parse(text) } else { parse_ours(text) };
    let retryable = value.get("retryable").or_else(|| value.get("error")?.get("retryable")).and_then(Value::as_bool);
    // All of this crate's JSON formats but one include `retryable`. Any other error must have at least a message.
    let spoken = |record: &ErrorRecord| !record.code.is_empty() && (!record.message.is_empty() || retryable.is_some());
    let mut record = match parsed {
        Ok(record) if spoken(&record) => record,
        Ok(record) if is_problem => record,
        _ if is_problem || lenient_problem::is_problem(value) => lenient_problem::read(value),
        _ => foreign::read(value),
    };
    if let Some(code) = headers.get("x-amzn-errortype").and_then(|code| foreign::plain::name(code.to_str().ok()?)) {
        record.code = code;
    }
    foreign::lift_field_errors(&mut record);
    // Errors in this crate's formats already have all data in the right place.
    if retryable.is_none() {
        foreign::lift_page(&mut record);
        record.retry_after = record.retry_after.or_else(|| foreign::wait::of_body(value));
    }
    ParsedBody { retryable: retryable.or(record.facts.retryable), record, secrets: Secrets::of("", value) }
}
