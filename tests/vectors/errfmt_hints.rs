//! Tests classification rules against the provider and file errors in `errfmt.json`.

use crate::held::{Joined, Wrapped};
use crate::{Tally, clean, text};
use agent_error::__tooling::BoxError;
use agent_error::__tooling::ClassifyRule;
use agent_error::__tooling::Part;
use agent_error::{AgentError, Classify as _, exit};
use agent_error::{Declares, ErrorDef, Foreign};
use agent_error_rules::phrase::{Phrase, Words};
use serde_json::Value;
use std::io;
use std::time::Duration;

const NO_ERROR: &str = "without an error, which Rust\'s types exclude";
const NO_CODE: &str = "every class has a code";
const WORDS: &str = "words count in any case, and as words";
const DIGITS: &str =
    "digits inside another number or word are not a status, nor is a number that counts something";
const WAIT: &str = "the wait is a fact of its own, to the nanosecond, and no hint";

/// Errors of model providers. If several rules match a message, the first one applies.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
enum ProviderError {
    /// A server on this machine refused the call.
    #[error("Local server requires authentication")]
    #[code("auth.local_server", exit = exit::AUTH_REQUIRED, classify(message("local server", "loopback")),
           suggest = "Check your server configuration\nVerify the server is started correctly")]
    LocalServer,
    /// The API key is missing or invalid.
    #[error("API key missing or invalid")]
    #[code("auth.missing_api_key", exit = exit::AUTH_REQUIRED, classify(message("401", "403")),
           suggest = "Or add to ~/.config/piglet/auth.json")]
    NoKey,
    /// The provider limits the rate of calls.
    #[error("Rate limit reached")]
    #[code("provider.rate_limited", exit = exit::RATE_LIMITED, retry_after = retry_after,
           classify(message("429", "rate limit", "rate limited")),
           suggest = "Switch to a different model with /model\nReduce message frequency")]
    RateLimited { retry_after: Option<Duration> },
    /// No server listens at the address of the provider.
    #[error("Connection refused")]
    #[code("provider.connection_refused", exit = exit::UNAVAILABLE,
           classify(io(ConnectionRefused), message("connection refused")),
           suggest = "Is the server running?\nCheck the base URL in ~/.config/piglet/config.yaml")]
    Refused,
    /// The provider did not answer in time.
    #[error("Request timed out")]
    #[code("provider.timeout", exit = exit::TIMEOUT,
           classify(io(TimedOut), message("timeout", "timed out", "deadline exceeded")),
           suggest = "Check network connectivity\nThe provider may be slow — retry in a moment")]
    TimedOut,
    /// The provider failed.
    #[error("Provider server error")]
    #[code("provider.server_error", exit = exit::UNAVAILABLE, classify(message("500", "502", "503", "504")),
           suggest = "The provider may be experiencing issues\nRetry in a few minutes")]
    Server,
}

/// Returns advice about the environment variable of the provider in the message. If there are
/// several providers, uses the first one in this list.
fn key_advice(message: &str) -> String {
    const PROVIDERS: [&str; 6] = ["anthropic", "openai", "google", "openrouter", "groq", "xai"];
    let message = message.to_lowercase();
    match PROVIDERS.into_iter().find(|name| message.contains(name)) {
        Some(name) => format!("Run: export {}_API_KEY=<your-key>", name.to_uppercase()),
        None => "Set the API key environment variable for your provider".to_owned(),
    }
}

/// A provider error that says when to try again.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
struct RetryAfterError {
    message: String,
    wait: Duration,
}

impl RetryAfterError {
    fn new(message: &str, milliseconds: u64) -> Self {
        Self {
            message: message.to_owned(),
            wait: Duration::from_millis(milliseconds),
        }
    }
}

agent_error::foreign!(RetryAfterError, |error| Foreign {
    retry_after: Some(error.wait).filter(|wait| !wait.is_zero()),
    ..Foreign::default()
});

pub(crate) fn judge_hints(tally: &mut Tally, _: &Value, case: &Value) {
    // This test only uses one classifier. The tests of `verda.json` cover the whole program.
    let Some(error) = error(case, &case["input"]) else {
        tally.check(case, "hint", &case["hint"], &Value::Null);
        return tally.leave_out(case, NO_ERROR);
    };
    let message = text(case, "error_text").unwrap();
    tally.check(case, "text", error.to_string().as_str(), message);
    let is_io = error.is::<io::Error>();
    let by_message =
        ProviderError::matching_rule(&*error).map(|rule| matches!(rule, ClassifyRule::Message(_)));
    let mut record = ProviderError::classify(error);
    if let ("auth.missing_api_key", Some(advice)) = (record.code(), record.suggestion()) {
        let advice = [&key_advice(message), "\n", advice].concat();
        record = record.with_suggestion(advice);
    }
    match expected(tally, case) {
        None => {
            tally.check(case, "by message", by_message, None);
            tally.check(case, "code", record.code(), "UNCLASSIFIED_ERROR");
            tally.check(case, "display", record.message(), message);
        }
        Some((def, hints, wait)) => {
            tally.check(case, "by message", by_message, Some(!is_io));
            tally.check(case, "code", record.code(), def.code());
            tally.check(
                case,
                "summary",
                record.message(),
                def.message().unwrap().to_string().as_str(),
            );
            tally.check(
                case,
                "hints",
                record.suggestion().unwrap_or_default(),
                &hints.join("\n"),
            );
            if wait.is_some() {
                tally.check(case, "wait", record.retry_after(), wait);
            }
        }
    }
    tally.run += 1;
}

/// Creates the error of a test case, or returns `None` if the case has none.
fn error(case: &Value, input: &Value) -> Option<BoxError> {
    let part = |key: &str| text(input, key).unwrap();
    let retry_after =
        || RetryAfterError::new(part("message"), input["duration_ms"].as_u64().unwrap());
    Some(match part("kind") {
        "nil" => return None,
        "message" => part("message").into(),
        "retry_after_error" => retry_after().into(),
        "wrapped" if input["inner"] == "retry_after_error" => {
            Wrapped::new(part("outer"), retry_after().into()).into()
        }
        "wrapped" => {
            let format = text(input, "outer")
                .or_else(|| text(input, "format"))
                .unwrap();
            let inner = match &input["inner"] {
                Value::String(inner) => joined(inner),
                inner => error(case, inner)?,
            };
            Wrapped::new(format, inner).into()
        }
        "joined" => {
            let errors = input["errors"].as_array().unwrap().iter();
            let errors: Option<_> = errors
                .map(|error| match error.as_str() {
                    Some(text) => Some(joined(text)),
                    None => self::error(case, error),
                })
                .collect();
            Joined(errors?).into()
        }
        // An error from Go's standard library, identified by its message.
        "std" => {
            let message = text(input, "message")
                .or_else(|| text(case, "error_text"))
                .unwrap();
            let kind = match message {
                _ if message.contains("connection timed out") => io::ErrorKind::TimedOut,
                _ if message.contains("connection refused") => io::ErrorKind::ConnectionRefused,
                _ => return Some(message.into()),
            };
            io::Error::new(kind, message).into()
        }
        other => panic!("unknown kind {other} of an error: {input}"),
    })
}

/// Creates an element of a list of errors: a message, or `retry_after_error(message, 7000ms)`.
fn joined(error: &str) -> BoxError {
    let Some(of_provider) = error.strip_prefix("retry_after_error(") else {
        return error.into();
    };
    let (message, wait) = of_provider
        .strip_suffix("ms)")
        .unwrap()
        .rsplit_once(", ")
        .unwrap();
    RetryAfterError::new(message, wait.parse().unwrap()).into()
}

/// Returns the class of the error according to the original's rules, its hints and the wait. Checks
/// that the original's result is the same, adjusted by the rules for deliberate differences.
fn expected(
    tally: &mut Tally,
    case: &Value,
) -> Option<(&'static ErrorDef, Vec<String>, Option<Duration>)> {
    let message = text(case, "error_text").unwrap();
    let words = Words::of(&clean(message));
    let matches = |rule: &ClassifyRule| matches!(rule, ClassifyRule::Message(phrase) if words.contain(&Phrase::of(phrase)));
    let ours = ProviderError::TYPE
        .defs
        .iter()
        .find(|def| def.rules().iter().any(matches));
    let summary = |def: &ErrorDef| def.message().unwrap().to_string();
    let theirs = Some(&case["hint"]).filter(|hint| !hint.is_null());
    let is_same = ours.map(summary) == theirs.map(|hint| text(hint, "summary").unwrap().to_owned());
    if !is_same {
        tally.deviates(case, if theirs.is_some() { DIGITS } else { WORDS });
    }
    let def = ours?;
    let wait = (def.code() == "provider.rate_limited")
        .then(|| wait(&case["input"]))
        .flatten();
    let mut hints: Vec<String> = def
        .template(Part::Suggestion)
        .unwrap()
        .to_string()
        .lines()
        .map(str::to_owned)
        .collect();
    if def.code() == "auth.missing_api_key" {
        hints.insert(0, key_advice(message));
    }
    if let Some(hint) = theirs.filter(|_| is_same) {
        if hint["diag_code"] == "" {
            tally.deviates(case, NO_CODE);
        } else {
            tally.check(
                case,
                "our code",
                def.code(),
                text(hint, "diag_code").unwrap(),
            );
        }
        let mut listed: Vec<&str> = hint["hints"]
            .as_array()
            .unwrap()
            .iter()
            .map(|hint| hint.as_str().unwrap())
            .collect();
        if wait.is_some() && listed.first().is_some_and(|hint| hint.starts_with("Wait ")) {
            tally.deviates(case, WAIT);
            listed.remove(0);
        }
        tally.check(
            case,
            "hints of the class",
            listed,
            hints.iter().map(String::as_str).collect(),
        );
    }
    Some((def, hints, wait))
}

/// Returns the wait of the first error in the chain that has one.
fn wait(input: &Value) -> Option<Duration> {
    let own = input["duration_ms"].as_u64();
    let listed = input["errors"]
        .as_array()
        .into_iter()
        .flatten()
        .chain(input.get("inner"));
    let mut inner = listed.filter_map(|error| match error.as_str() {
        Some(text) => text
            .strip_suffix("ms)")?
            .rsplit_once(", ")?
            .1
            .parse()
            .ok()
            .map(Duration::from_millis),
        None => wait(error),
    });
    own.map(Duration::from_millis)
        .filter(|wait| !wait.is_zero())
        .or_else(|| inner.find(|wait| !wait.is_zero()))
}
