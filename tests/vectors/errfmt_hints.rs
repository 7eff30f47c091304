//! The errors of providers and files in `errfmt.json`, against rules in a catalog.

use crate::errfmt::ONE_LINE;
use crate::held::{Joined, Wrapped};
use crate::{Tally, load, text};
use agent_error::classify::{BoxError, Classifier, Found};
use agent_error::definition::Foreign;
use agent_error::{AgentError, Format, exit, render};
use serde_json::Value;
use std::io;
use std::time::Duration;

const NO_ERROR: &str = "there is no error, which Rust's types say";
const NO_CODE: &str = "every class has a code";
const ANY_CASE: &str = "words count in any case";
const DIGITS: &str = "digits inside another number or word are no status";
const WAIT: &str = "the wait is a fact of its own, to the nanosecond, and no hint";

/// What goes wrong with a provider of models; of two rules whose words stand in a message, the first counts.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unlinked, case = "dotted")]
enum ProviderError {
    /// A server on this machine refused the call.
    #[error("Local server requires authentication")]
    #[code("auth.local_server", exit = exit::AUTH_REQUIRED, classify(message("local server")),
           suggest = "Check your server configuration\nVerify the server is started correctly")]
    LocalServer,
    /// The API key is missing or invalid.
    #[error("API key missing or invalid")]
    #[code("auth.missing_api_key", exit = exit::AUTH_REQUIRED, classify(message("401", "403"), with = Self::no_key),
           suggest = "{advice}\nOr add to ~/.config/piglet/auth.json")]
    NoKey { advice: String },
    /// The provider limits the rate of calls.
    #[error("Rate limit reached")]
    #[code("provider.rate_limited", exit = exit::RATE_LIMITED, retry_after = retry_after,
           classify(message("429", "rate limit", "rate limited")),
           suggest = "Switch to a different model with /model\nReduce message frequency")]
    RateLimited { retry_after: Option<Duration> },
    /// Nobody listens at the address of the provider.
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
    #[code("provider.server_error", exit = exit::UNAVAILABLE, classify(message("500", "502", "503")),
           suggest = "The provider may be experiencing issues\nRetry in a few minutes")]
    Server,
}

impl ProviderError {
    /// The key of the provider that the message names.
    fn no_key(found: Found) -> Self {
        let message = found.message.to_lowercase();
        let provider = ["anthropic", "openai", "google", "groq"].into_iter().find(|name| message.contains(name));
        let advice = match provider {
            Some(name) => format!("Run: export {}_API_KEY=<your-key>", name.to_uppercase()),
            None => "Set the API key environment variable for your provider".to_owned(),
        };
        Self::NoKey { advice }
    }
}

/// An error of a provider that says when to call again.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
struct RetryAfterError {
    message: String,
    wait: Duration,
}

impl RetryAfterError {
    fn new(message: &str, milliseconds: u64) -> Self {
        Self { message: message.to_owned(), wait: Duration::from_millis(milliseconds) }
    }
}

#[test]
#[ignore = "set AGENT_ERROR_VECTORS"]
fn hints() {
    let vectors = load("errfmt.json");
    // Here for one classifier; the tests of verda.json tell the whole program.
    let retry_after =
        Foreign::<RetryAfterError>::new().retry_after(|error| Some(error.wait).filter(|wait| !wait.is_zero()));
    let classifier = Classifier::of::<ProviderError>().unwrap().foreign(retry_after);
    let mut tally = Tally::default();
    for case in vectors["hints"].as_array().unwrap() {
        let Some(error) = error(&case["input"]) else {
            tally.check(case, "hint", &case["hint"], &Value::Null);
            tally.leave_out(case, NO_ERROR);
            continue;
        };
        tally.run += 1;
        tally.check(case, "text", error.to_string().as_str(), text(case, "error_text").unwrap());
        let rule = classifier.decide(&*error).map(|decision| decision.rule.kind());
        let record = classifier.classify(error);
        match expected(&mut tally, &vectors, case) {
            None => {
                tally.check(case, "rule", rule, None);
                tally.check(case, "code", record.code(), "UNCLASSIFIED_ERROR");
                tally.check(case, "display", record.message.as_str(), text(case, "error_text").unwrap());
            }
            Some(theirs) => {
                tally.check(case, "rule", rule, Some(if case["input"]["kind"] == "std" { "io" } else { "message" }));
                tally.check(case, "code", record.code(), theirs.code);
                tally.check(case, "summary", record.message.as_str(), theirs.summary);
                let hints: Vec<&str> = record.suggestion.as_deref().unwrap_or_default().lines().collect();
                tally.check(case, "hints", hints, theirs.hints);
                tally.check(case, "wait", record.retry_after, theirs.wait);
            }
        }
    }
    tally.finish("errfmt hints");
}

/// The error that a case makes; `None` if it makes none.
fn error(input: &Value) -> Option<BoxError> {
    let part = |key: &str| text(input, key).unwrap();
    let retry_after = || RetryAfterError::new(part("message"), input["duration_ms"].as_u64().unwrap());
    Some(match part("kind") {
        "nil" => return None,
        "message" => part("message").into(),
        "retry_after_error" => retry_after().into(),
        "wrapped" if input["inner"] == "retry_after_error" => Wrapped::new(part("outer"), retry_after().into()).into(),
        "joined" => {
            let errors = input["errors"].as_array().unwrap().iter().map(|error| joined(error.as_str().unwrap()));
            Joined(errors.collect()).into()
        }
        "std" => match part("error") {
            "context.Canceled" => "context canceled".into(),
            "net.OpError(dial tcp, ETIMEDOUT)" => {
                io::Error::new(io::ErrorKind::TimedOut, "dial tcp: connect: connection timed out").into()
            }
            other => panic!("unknown error {other}"),
        },
        other => panic!("unknown kind {other} of an error: {input}"),
    })
}

/// One of the errors of a list: a text, or `retry_after_error(text, 7000ms)`.
fn joined(error: &str) -> BoxError {
    let Some(of_provider) = error.strip_prefix("retry_after_error(") else { return error.into() };
    let (message, wait) = of_provider.strip_suffix("ms)").unwrap().rsplit_once(", ").unwrap();
    RetryAfterError::new(message, wait.parse().unwrap()).into()
}

/// A class of errors, with what counts for it.
struct Class {
    summary: &'static str,
    code: &'static str,
    words: &'static [&'static str],
}

/// In the order in which the original looks for them.
const CLASSES: [Class; 6] = [
    Class { summary: "Local server requires authentication", code: "auth.local_server", words: &["local server"] },
    Class { summary: "API key missing or invalid", code: "auth.missing_api_key", words: &["401", "403"] },
    Class { summary: "Rate limit reached", code: "provider.rate_limited", words: &["429", "rate limit"] },
    Class { summary: "Connection refused", code: "provider.connection_refused", words: &["connection refused"] },
    Class {
        summary: "Request timed out",
        code: "provider.timeout",
        words: &["timeout", "timed out", "deadline exceeded"],
    },
    Class { summary: "Provider server error", code: "provider.server_error", words: &["500", "502", "503"] },
];

/// What a case expects of an error that has a class.
struct Expected<'a> {
    code: &'a str,
    summary: &'a str,
    hints: Vec<&'a str>,
    wait: Option<Duration>,
}

/// Their answer, changed by our rules.
fn expected<'a>(tally: &mut Tally, vectors: &'a Value, case: &'a Value) -> Option<Expected<'a>> {
    let message = text(case, "error_text").unwrap();
    let mut hint = &case["hint"];
    if hint.is_null() {
        let lower = message.to_lowercase();
        let in_any_case = CLASSES.iter().find(|class| class.words.iter().any(|words| lower.contains(words)))?;
        tally.deviates(case, ANY_CASE);
        // The answer that they give to the same words in lower case.
        let cases = vectors["hints"].as_array().unwrap();
        let same = cases.iter().find(|case| case["hint"]["summary"] == in_any_case.summary);
        hint = &same.unwrap()["hint"];
    }
    let summary = text(hint, "summary").unwrap();
    let class = CLASSES.iter().find(|class| class.summary == summary).unwrap();
    let is_digits = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let mut words = message.split(|character: char| !character.is_alphanumeric() && character != '_');
    let is_word = class.words.iter().any(|phrase| !is_digits(phrase) && message.to_lowercase().contains(phrase));
    if !is_word && !words.any(|word| class.words.contains(&word)) {
        tally.deviates(case, DIGITS);
        return None;
    }
    if hint["diag_code"] == "" {
        tally.deviates(case, NO_CODE);
    } else {
        tally.check(case, "our code", class.code, text(hint, "diag_code").unwrap());
    }
    let mut hints: Vec<&str> = hint["hints"].as_array().unwrap().iter().map(|hint| hint.as_str().unwrap()).collect();
    let wait = hints[0].starts_with("Wait ").then(|| {
        tally.deviates(case, WAIT);
        hints.remove(0);
        Duration::from_millis(wait_ms(&case["input"]))
    });
    Some(Expected { code: class.code, summary, hints, wait })
}

/// The wait that a case's error tells, wherever it is.
fn wait_ms(input: &Value) -> u64 {
    let listed = || {
        let last = input["errors"].as_array().unwrap().last().unwrap().as_str().unwrap();
        last.strip_suffix("ms)").unwrap().rsplit_once(", ").unwrap().1.parse().unwrap()
    };
    input["duration_ms"].as_u64().unwrap_or_else(listed)
}

/// An error of a file, as libraries report it that know the path.
#[derive(Debug, thiserror::Error)]
#[error("{path}: {source}")]
struct PathError {
    verb: String,
    path: String,
    source: io::Error,
}

/// What the file tools answer; the kind of the I/O error in a [`PathError`] decides.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unlinked)]
enum FileError {
    /// The file does not exist.
    #[error("file not found: {}", .source.path)]
    #[code("FILE_NOT_FOUND", exit = exit::NOT_FOUND, classify(io(NotFound)),
           suggest = "verify the path; use `find` or repomap to locate files")]
    Missing { source: PathError },
    /// The file may not be read.
    #[error("permission denied: {}", .source.path)]
    #[code("PERMISSION_DENIED", exit = exit::PERMISSION_DENIED, classify(io(PermissionDenied)),
           suggest = "file is not readable by piglet")]
    Denied { source: PathError },
    /// The operating system failed.
    #[error("{} failed: {}: {}", .source.verb, .source.path, .source.source)]
    #[code("IO_ERROR", classify(type(io::Error)))]
    Failed { source: PathError },
}

#[test]
#[ignore = "set AGENT_ERROR_VECTORS"]
fn file_errors() {
    let vectors = load("errfmt.json");
    let classifier = Classifier::of::<FileError>().unwrap();
    let mut tally = Tally::default();
    for case in vectors["file_errors"].as_array().unwrap() {
        tally.run += 1;
        let input = &case["input"];
        let path = text(input, "path").unwrap();
        let record = classifier.classify(file_error(input));
        let mut theirs = text(&case["output"], "text").unwrap().to_owned();
        if path.contains('\n') {
            tally.deviates(case, ONE_LINE);
            theirs = theirs.replacen(path, &path.replace('\n', " "), 1);
        }
        tally.check(case, "text", render(&record, Format::Tagged), theirs);
    }
    tally.finish("errfmt file_errors");
}

/// The error that a case makes.
fn file_error(input: &Value) -> PathError {
    let error = text(input, "error").unwrap();
    let kind = match error.rsplit(": ").next().unwrap() {
        "no such file or directory" | "ENOENT" => io::ErrorKind::NotFound,
        "permission denied" | "EPERM" => io::ErrorKind::PermissionDenied,
        "input/output error" => io::ErrorKind::Other,
        other => panic!("unknown error {other}"),
    };
    let verb = match text(input, "fn").unwrap() {
        "toolReadErr" => "read",
        "toolWriteErr" => text(input, "verb").unwrap(),
        other => panic!("unknown function {other}"),
    };
    let (verb, path) = (verb.to_owned(), text(input, "path").unwrap().to_owned());
    PathError { verb, path, source: io::Error::new(kind, error) }
}
