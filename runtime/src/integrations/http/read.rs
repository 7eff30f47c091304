//! Converts HTTP responses to errors, for clients.

use super::is_problem;
use crate::error::record::ErrorRecord;
use crate::format::Reader;
use crate::format::parsing::{document, mark_commands, parse_failure};
use crate::format::reader::parse;
use crate::json::levels::read;
use crate::json::redact::Place;
use crate::json::secrets::Secrets;
use crate::text::redact_text::without_secrets;
use crate::text::sanitize::{DEFAULT_CAP, clean_capped};
use crate::text::secret::REDACTED;
use crate::vocabulary::duration::{millis, parse_seconds};
use crate::vocabulary::exit;
use crate::vocabulary::terms::{Phase, Severity};
use agent_error_rules::status::{exit_code, is_retryable};
use http::header::RETRY_AFTER;
use http::{HeaderMap, StatusCode};
use std::time::{Duration, SystemTime};

/// The maximum body size that is parsed, in bytes. If the body is longer, only an excerpt of its
/// beginning is kept.
pub const LONGEST_BODY: usize = 1024 * 1024;

impl ErrorRecord {
    /// Converts a failed response to an error.
    ///
    /// The body can be an error in one of this crate's [formats](crate::Format), problem details
    /// from another server, any other JSON object with a message or a code, or plain text. HTML is
    /// ignored. Unknown members become context. If the body contains no code or no message, it's
    /// derived from the status, as in `HTTP_404`. If the body is longer than [`LONGEST_BODY`], it
    /// isn't parsed.
    ///
    /// Servers aren't trusted, regardless of the format. Secrets are redacted anywhere in the body,
    /// as with [`without_secrets`](Self::without_secrets). The server's fix command becomes the
    /// context value `server_fix`, because agents run a `fix_command` without asking. The server's
    /// actions become `server_actions`. A program that trusts the server can move both back.
    ///
    /// The error's status is the status of the response. The exit code is derived from the status,
    /// unless the body is an [`ErrorRecord`] that includes one. If the body doesn't say whether the
    /// error is retryable, the status decides: 408, 425, 429, 503 and 529 mean that the server did
    /// nothing. A 403 with a retry delay is treated as a rate limit.
    ///
    /// A `Retry-After` header makes the error retryable, and so does a number of seconds in the
    /// body's `retry_after`. If both are present, the longer delay applies.
    pub fn from_response(status: StatusCode, headers: &HeaderMap, body: &[u8]) -> Self {
        let (mut record, secrets) = match body.len() <= LONGEST_BODY {
            true => whole(&String::from_utf8_lossy(body), headers),
            false => (
                prose(&String::from_utf8_lossy(&body[..16 * LONGEST_EXCERPT])),
                Secrets::default(),
            ),
        };
        let retryable = record.fields.facts.retryable;
        record = record.redacted(secrets).clean(DEFAULT_CAP);
        if record.fields.code.is_empty() || record.fields.code.contains(REDACTED) {
            record.fields.code = format!("HTTP_{}", status.as_u16());
        }
        if record.fields.message.trim().is_empty() {
            record.fields.message = format!("the server responded with {status}");
        }
        record.fields.facts.status = Some(status.as_u16());
        mark_commands(&mut record);
        record.fields.retry_after = longer(
            record.fields.retry_after,
            retry_after(headers, SystemTime::now()),
        );
        // Some servers report a rate limit as a 403 with a delay.
        let is_limited = status == StatusCode::FORBIDDEN
            && record.fields.retry_after.is_some()
            && retryable != Some(false);
        let exit = if is_limited {
            exit::RATE_LIMITED
        } else {
            exit_code(status.as_u16())
        };
        let exit = *record.fields.facts.exit_code.get_or_insert(exit);
        if record.fields.facts.phase.is_none() && exit == exit::ARG_ERROR {
            record.fields.facts.phase = Some(Phase::Validation);
        }
        let repeatable = || record.fields.retry_after.is_some() || is_retryable(status.as_u16());
        record.fields.facts.retryable = Some(retryable.unwrap_or_else(repeatable));
        record.fields.facts.severity.get_or_insert(Severity::Error);
        record
    }
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
    match (body, header) {
        (Some(exact), Some(rounded)) if millis(exact).div_ceil(1000) >= rounded.as_secs() => {
            Some(exact)
        }
        (body, header) => body.max(header),
    }
}

/// Parses a body. Returns the record, and the secrets found anywhere in the body.
fn whole(text: &str, headers: &HeaderMap) -> (ErrorRecord, Secrets) {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim();
    let mut secrets = Secrets::default();
    let Ok(document) = document(text) else {
        return (parse(text).unwrap_or_else(|_| prose(text)), secrets);
    };
    secrets.add_json(Place::Ordinary, &document);
    if let Some(text) = read::<String>(&document) {
        return (prose(&text), secrets);
    }
    let problem = is_problem(headers)
        .then(|| Reader::PROBLEM.read(text).ok())
        .flatten();
    let record = problem
        .or_else(|| parse_failure(&document))
        .unwrap_or_else(|| ErrorRecord::parsed("", ""));
    (record, secrets)
}

/// The maximum length of a message in bytes. Longer text becomes the detail.
const LONGEST_MESSAGE: usize = 300;

/// The maximum length of a detail in bytes. The rest is discarded.
const LONGEST_EXCERPT: usize = 4096;

/// Reads plain text. A single short line becomes the message, and any other text the detail. Markup
/// and binary data are discarded, because callers can't read them.
pub(crate) fn prose(text: &str) -> ErrorRecord {
    let is_unreadable = |character: char| matches!(character, '\0' | char::REPLACEMENT_CHARACTER);
    let start: Vec<char> = text.chars().take(LONGEST_EXCERPT).collect();
    let is_binary = start
        .iter()
        .filter(|character| is_unreadable(**character))
        .count()
        * 3
        > start.len();
    if is_binary || text.starts_with('<') {
        return ErrorRecord::parsed("", "");
    }
    let excerpt = clean_capped(&without_secrets(text).trim(), LONGEST_EXCERPT);
    match excerpt.len() <= LONGEST_MESSAGE && !excerpt.contains('\n') {
        true => ErrorRecord::parsed("", excerpt),
        false => ErrorRecord::parsed("", "").with_detail(excerpt),
    }
}
