//! Tests classification rules against the provider errors in `errfmt.json`: those of an enum with
//! the original's classes, and those of the example filetools.

use crate::examples::filetools_provider;
use crate::held::{Joined, Wrapped};
use crate::verdict::{Comparison, Verdict};
use crate::{List, text};
use agent_error::__tooling::{BoxError, ClassifyRule, Part};
use agent_error::{
    AgentError, Classify as _, Declares, ErrorDef, ErrorRecord, Foreign, Format, exit, render,
};
use serde_json::{Value, json};
use std::io;
use std::time::Duration;

const NO_ERROR: &str = "without an error, which Rust's types exclude";
const NO_CODE: &str = "every class has a code";
const UNKNOWN: &str = "an error without a class has a code and advice, too";
const CASE: &str = "words count in any case";
const WORDS: &str = "a phrase inside a longer word does not count";
const DIGITS: &str =
    "digits inside another number or word are not a status, nor is a number that counts something";
const WAIT: &str = "the wait is a fact of its own, to the nanosecond, and no hint";
const COLUMN: &str = "the bullets of the hints are in the column of `help:`";
const LOCAL: &str = "filetools: a local server is only at fault if it asks for authentication";
const MORE: &str = "filetools: more phrases are known";

pub(crate) const HINTS: List = List {
    file: "errfmt.json",
    name: "hints",
    judge: judge_hints,
    rules: &[
        NO_CODE, UNKNOWN, CASE, WORDS, DIGITS, WAIT, COLUMN, LOCAL, MORE,
    ],
    uncompared: |_| &[],
};

const RATE_LIMITED: &str = "provider.rate_limited";

/// A class of filetools.
struct FiletoolsClass {
    code: &'static str,
    /// The code in this test. Filetools uses it as the diagnosis of an authentication error.
    diag_code: &'static str,
    /// Phrases that the original doesn't know.
    more: &'static [&'static str],
}

/// The classes of filetools in order, except for the one of local servers.
const FILETOOLS: [FiletoolsClass; 6] = [
    FiletoolsClass {
        code: "AUTH_INVALID_KEY",
        diag_code: "auth.invalid_key",
        more: &["invalid api key", "incorrect api key"],
    },
    FiletoolsClass {
        code: "AUTH_MISSING_API_KEY",
        diag_code: "auth.missing_api_key",
        more: &["unauthorized", "forbidden", "requires authentication"],
    },
    FiletoolsClass {
        code: "PROVIDER_RATE_LIMIT",
        diag_code: RATE_LIMITED,
        more: &["too many requests", "slow down"],
    },
    FiletoolsClass {
        code: "PROVIDER_CONNECTION_REFUSED",
        diag_code: "provider.connection_refused",
        more: &["econnrefused"],
    },
    FiletoolsClass {
        code: "PROVIDER_TIMEOUT",
        diag_code: "provider.timeout",
        more: &[],
    },
    FiletoolsClass {
        code: "PROVIDER_SERVER_ERROR",
        diag_code: "provider.server_error",
        more: &["529", "internal server error", "bad gateway", "overloaded"],
    },
];

/// Errors of model providers: the classes, phrases and hints of the original. If several rules
/// match a message, the first one applies.
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

fn judge_hints(case: &Value) -> Verdict {
    let mut comparison = Comparison::default();
    let Some(error) = error(&case["input"]) else {
        return Verdict::LeftOut(NO_ERROR);
    };
    let message = error.to_string();
    let wait = wait(&case["input"]);
    comparison.check("text", text(case, "error_text"), Some(&message));
    let original = original_class(&message);
    compare_original(&mut comparison, case, original, &message, wait);

    let is_io = error.is::<io::Error>();
    let rule = ProviderError::matching_rule(&*error);
    let by_message = rule.map(|rule| matches!(rule, ClassifyRule::Message(_)));
    let mut record = ProviderError::classify(error);
    if let ("auth.missing_api_key", Some(advice)) = (record.code(), record.suggestion()) {
        let advice = [&key_advice(&message), "\n", advice].concat();
        record = record.with_suggestion(advice);
    }

    let class = expected_class(&mut comparison, &message);
    if let (Some(class), Some(original)) = (class, original)
        && class.code() == original.code()
    {
        record_rules(&mut comparison, class, wait);
    }
    let expected = expected_hints(class, &message);
    comparison.check("by message", by_message, class.map(|_| !is_io));
    let code = class.map_or("UNCLASSIFIED_ERROR", ErrorDef::code);
    comparison.check("code", record.code(), code);
    let summary = class.map_or(message.clone(), summary);
    comparison.check("summary", record.message(), &summary);
    if class.is_some() {
        let suggestion = record.suggestion().unwrap_or_default();
        comparison.check("hints", suggestion, &expected.join("\n"));
    } else {
        comparison.deviates(UNKNOWN);
    }
    comparison.check("display", shown(&record), display(&summary, &expected));
    if code == RATE_LIMITED {
        comparison.check("wait", record.retry_after(), wait);
    }
    compare_filetools(&mut comparison, class, &message);
    comparison.verdict()
}

/// Compares the original's result with the result according to the original's rules.
fn compare_original(
    comparison: &mut Comparison,
    case: &Value,
    class: Option<&ErrorDef>,
    message: &str,
    wait: Option<Duration>,
) {
    let Some(class) = class else {
        comparison.check("hint", &case["hint"], &Value::Null);
        comparison.check("displayed", text(case, "display"), Some(message));
        return;
    };
    let mut hints = expected_hints(Some(class), message);
    if let Some(wait) = wait.filter(|_| class.code() == RATE_LIMITED) {
        let seconds = (wait + Duration::from_millis(500)).as_secs();
        hints.insert(0, format!("Wait {seconds} seconds and retry"));
    }
    let hint = json!({
        "diag_code": if is_auth(class) { class.code() } else { "" },
        "hints": hints,
        "summary": summary(class),
    });
    comparison.check("hint", &case["hint"], &hint);
    let displayed = display(&summary(class), &hints);
    comparison.check("displayed", text(case, "display"), Some(&displayed));
}

/// Records how this crate's result for a class differs from the original's result for the same
/// class.
fn record_rules(comparison: &mut Comparison, class: &ErrorDef, wait: Option<Duration>) {
    comparison.deviates(COLUMN);
    if !is_auth(class) {
        comparison.deviates(NO_CODE);
    }
    if class.code() == RATE_LIMITED && wait.is_some() {
        comparison.deviates(WAIT);
    }
}

/// Whether a class is about authentication. Only these have codes in the original.
fn is_auth(class: &ErrorDef) -> bool {
    class.code().starts_with("auth.")
}

fn summary(class: &ErrorDef) -> String {
    class.message().unwrap().to_string()
}

/// Returns the hints of a class. An error without a class has none.
fn expected_hints(class: Option<&ErrorDef>, message: &str) -> Vec<String> {
    let Some(class) = class else {
        return Vec::new();
    };
    let template = class.template(Part::Suggestion).unwrap().to_string();
    let mut hints: Vec<String> = template.lines().map(str::to_owned).collect();
    if class.code() == "auth.missing_api_key" {
        hints.insert(0, key_advice(message));
    }
    hints
}

/// Returns what the original displays.
fn display(summary: &str, hints: &[String]) -> String {
    let hints = hints.iter().map(|hint| format!("\n  • {hint}"));
    [summary.to_owned(), hints.collect()].concat()
}

/// Returns what this crate displays, but with the bullets in the original's column.
fn shown(record: &ErrorRecord) -> String {
    let human = render(record, Format::HUMAN);
    let hints = human.lines().filter_map(|line| line.split_once("• "));
    let hints: Vec<String> = hints.map(|(_, hint)| hint.to_owned()).collect();
    display(record.message(), &hints)
}

/// Returns the phrases of a class.
fn phrases(class: &ErrorDef) -> impl Iterator<Item = &str> {
    class.rules().iter().filter_map(|rule| match rule {
        ClassifyRule::Message(phrase) => Some(&**phrase),
        _ => None,
    })
}

fn first_class(matches: impl Fn(&str) -> bool) -> Option<&'static ErrorDef> {
    let mut classes = ProviderError::TYPE.defs.iter();
    classes.find(|class| phrases(class).any(&matches))
}

/// Returns the class according to the original's rules, which find phrases and digits anywhere.
fn original_class(message: &str) -> Option<&'static ErrorDef> {
    first_class(|phrase| message.contains(phrase))
}

/// Returns the class that this crate should find, and records why it isn't the original's.
fn expected_class(comparison: &mut Comparison, message: &str) -> Option<&'static ErrorDef> {
    let code = |class: Option<&'static ErrorDef>| class.map(ErrorDef::code);
    let theirs = original_class(message);
    let words = Words::of(message);
    let ours = first_class(|phrase| words.contain(phrase));
    if code(ours) == code(theirs) {
        return ours;
    }
    let is_by_number = theirs.is_some_and(|class| {
        let mut found = phrases(class).filter(|phrase| message.contains(phrase));
        found.all(|phrase| phrase.parse::<u16>().is_ok())
    });
    if is_by_number {
        comparison.deviates(DIGITS);
    } else if code(original_class(&message.to_lowercase())) == code(ours) {
        comparison.deviates(CASE);
    } else {
        comparison.deviates(WORDS);
    }
    ours
}

/// The words of a message in lower case, without numbers that aren't a status. A space surrounds
/// each word.
struct Words(String);

impl Words {
    fn of(message: &str) -> Self {
        let message = message.to_lowercase();
        let is_part = |c: char| c.is_alphanumeric() || "_.:,$#%".contains(c);
        let words = message.split(|c| !is_part(c));
        let words = words.map(|word| word.trim_matches(['.', ':', ',']));
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let mut kept = " ".to_owned();
        for (at, word) in words.iter().enumerate() {
            let before = at.checked_sub(1).map(|before| words[before]);
            let is_number = word.contains(|c: char| c.is_ascii_digit());
            if !is_number || may_be_status(before, word, words.get(at + 1).copied()) {
                kept.push_str(word);
                kept.push(' ');
            }
        }
        Self(kept)
    }

    fn contain(&self, phrase: &str) -> bool {
        self.0.contains(&format!(" {phrase} "))
    }

    /// Whether these words contain a phrase of a class of filetools.
    fn contain_any(&self, class: &FiletoolsClass) -> bool {
        let mut classes = ProviderError::TYPE.defs.iter();
        let original = classes.find(|original| original.code() == class.diag_code);
        let mut known = original.into_iter().flat_map(phrases);
        let mut more = class.more.iter();
        known.any(|phrase| self.contain(phrase)) || more.any(|phrase| self.contain(phrase))
    }
}

/// Whether a word is a number that doesn't count something, judging by the words around it.
fn may_be_status(before: Option<&str>, word: &str, after: Option<&str>) -> bool {
    const COUNTED: [&str; 8] = ["is", "limit", "line", "most", "page", "port", "row", "than"];
    const UNITS: [&str; 12] = [
        "bytes", "entries", "files", "items", "kb", "mb", "ms", "records", "requests", "rows",
        "seconds", "tokens",
    ];
    let is_counted = before.is_some_and(|before| COUNTED.contains(&before));
    let has_unit = after.is_some_and(|after| UNITS.contains(&after));
    word.parse::<u16>().is_ok() && !is_counted && !has_unit
}

/// Compares the codes of filetools. `class` is the expected class of the original.
fn compare_filetools(comparison: &mut Comparison, class: Option<&ErrorDef>, message: &str) {
    let words = Words::of(&message.replace('_', " "));
    let found = FILETOOLS.iter().find(|class| words.contain_any(class));
    let is_auth = found.is_some_and(|class| class.diag_code.starts_with("auth."));
    let is_local = words.contain("local server") || words.contain("loopback");
    let (code, diag_code) = match found {
        Some(_) if is_auth && is_local => (Some("AUTH_LOCAL_SERVER"), Some("auth.local_server")),
        Some(found) => (Some(found.code), Some(found.diag_code)),
        None => (None, None),
    };

    let theirs = class.map(ErrorDef::code);
    if theirs == Some("auth.local_server") && diag_code != theirs {
        comparison.deviates(LOCAL);
    } else if diag_code != theirs {
        comparison.deviates(MORE);
    }
    let record = filetools_provider::explain(message).err();
    let our_code = record.as_ref().map(AgentError::code);
    comparison.check("code of filetools", our_code, code);
    let our_diag_code = record.and_then(|record| record.context().get("diag_code"));
    let diag_code = diag_code.filter(|_| is_auth).map(Value::from);
    comparison.check("diag_code of filetools", our_diag_code, diag_code);
}

/// Creates the error of a test case, or returns `None` if the case has none.
fn error(input: &Value) -> Option<BoxError> {
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
                inner => error(inner)?,
            };
            Wrapped::new(format, inner).into()
        }
        "joined" => {
            let errors = input["errors"].as_array().unwrap().iter();
            let errors: Option<_> = errors
                .map(|error| match error.as_str() {
                    Some(text) => Some(joined(text)),
                    None => self::error(error),
                })
                .collect();
            Joined(errors?).into()
        }
        "std" => standard(part("error")),
        other => panic!("unknown kind {other} of an error: {input}"),
    })
}

/// Creates an error of Go's standard library.
fn standard(name: &str) -> BoxError {
    let io_error = |kind, text: &str| io::Error::new(kind, format!("dial tcp: connect: {text}"));
    match name {
        "context.Canceled" => "context canceled".into(),
        "context.DeadlineExceeded" => "context deadline exceeded".into(),
        "io.EOF" => "EOF".into(),
        "net.OpError(dial tcp, ECONNREFUSED)" => {
            io_error(io::ErrorKind::ConnectionRefused, "connection refused").into()
        }
        "net.OpError(dial tcp, ETIMEDOUT)" => {
            io_error(io::ErrorKind::TimedOut, "connection timed out").into()
        }
        other => panic!("unknown error {other}"),
    }
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
