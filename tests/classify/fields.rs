//! Tests of the field values that a record takes from a foreign error.

use crate::{Api, Refused, api, around, classifier, classify};
use agent_error::AgentError;
use serde_json::json;
use std::error::Error;
use std::io;
use std::time::Duration;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered, docs = "https://example.com/{code}")]
enum Filled {
    /// Too many calls.
    #[error("too many calls")]
    #[code("TOO_MANY_CALLS", exit = 11, classify(status(429)), retry_after = retry_after, suggest = "Wait, then repeat")]
    Limited {
        status: u16,
        retry_after: Option<Duration>,
        resource: Option<String>,
        #[source]
        error: Box<dyn Error + Send + Sync>,
    },
    /// A value is refused.
    #[error("{field} is {reason}")]
    #[code("INVALID", exit = 2, classify(validation))]
    Invalid { field: String, reason: String, status: Option<u16>, message: Option<String> },
    /// A file is missing.
    #[error("no such file")]
    #[code("NO_FILE", exit = 5, classify(io(NotFound)))]
    NoFile(#[from] io::Error),
    /// A text is not a number.
    #[error("no number")]
    #[code("NO_NUMBER", exit = 2, suggest = "Pass a number", classify(type(std::num::ParseIntError)))]
    NoNumber { source: std::num::ParseIntError },
    /// The server is broken.
    #[error("the server failed with {status} after {attempts} attempts")]
    #[code("SERVER", exit = 12, classify(status(500..=599)), suggest = "Report status {status}")]
    Server { status: u16, attempts: u32, source: io::Error },
    /// The bytes are not a text.
    #[error("no text")]
    #[code("NO_TEXT", exit = 65, classify(type(std::str::Utf8Error, std::string::FromUtf8Error)))]
    NoText,
}

#[test]
fn facts_fill_fields_and_the_error_becomes_the_cause() {
    let limited = Api { status: 429, message: "slow down", retry_after: Some(Duration::from_secs(7)) };
    let record = classify::<Filled>(around("listing", limited));
    assert_eq!((record.code(), record.exit_code()), ("TOO_MANY_CALLS", 11));
    assert_eq!(AgentError::retry_after(&record), Some(Duration::from_secs(7)));
    assert_eq!(record.value("status"), Some(json!(429)));
    assert_eq!(record.value("resource"), Some(json!(null)));
    assert_eq!(record.suggestion.as_deref(), Some("Wait, then repeat"));
    assert_eq!(record.docs_url.as_deref(), Some("https://example.com/TOO_MANY_CALLS"));
    let cause = record.source().unwrap();
    assert_eq!(cause.to_string(), "listing");
    assert_eq!(cause.source().unwrap().to_string(), "API error 429: slow down");
}

#[test]
fn a_validation_error_has_field_and_reason() {
    let record = classify::<Filled>(Refused { field: "hostname" });
    assert_eq!(record.message, "hostname is too long");
    assert_eq!(record.source().unwrap().to_string(), "bad hostname");
    assert_eq!(record.value("message"), Some(json!("bad hostname")));
    assert_eq!(record.value("status"), Some(json!(null)));
}

#[test]
fn a_message_that_is_a_field_is_not_a_cause() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("{message}")]
    #[agent_error(unregistered)]
    #[code("DESCRIBED", classify(fallback))]
    struct Described {
        message: String,
    }
    let record = classify::<Described>("what is this?");
    assert_eq!(record.message, "what is this?");
    assert!(record.source().is_none());
    assert!(classify::<Described>("").source().is_none());
    let record = classify::<Described>(around("what is this?", "a riddle"));
    assert_eq!(record.source().unwrap().to_string(), "a riddle");
}

#[test]
fn an_io_error_keeps_its_kind_below_a_context() {
    let record = classify::<Filled>(around("reading the configuration", io::Error::from(io::ErrorKind::NotFound)));
    assert_eq!(record.code(), "NO_FILE");
    assert_eq!(record.source().unwrap().to_string(), "reading the configuration");
}

#[test]
fn an_error_inside_another_keeps_its_advice() {
    let number = || "x".parse::<u8>().unwrap_err();
    let own = classify::<Filled>(number());
    assert_eq!((own.code(), own.message.as_str()), ("NO_NUMBER", "no number"));
    assert_eq!(own.source().unwrap().to_string(), "invalid digit found in string");

    let wrapped = classify::<Filled>(around("reading the port", number()));
    assert_eq!((wrapped.code(), wrapped.exit_code()), ("NO_NUMBER", 2));
    assert_eq!(wrapped.message, "no number");
    assert_eq!(wrapped.source().unwrap().to_string(), "reading the port");
    assert_eq!(wrapped.suggestion.as_deref(), Some("Pass a number"));
    assert_eq!(wrapped.docs_url.as_deref(), Some("https://example.com/NO_NUMBER"));
}

#[test]
fn a_message_with_an_unknown_field_is_that_of_the_foreign_error() {
    let record = classify::<Filled>(around("listing", api(503, "busy")));
    assert_eq!((record.code(), record.message.as_str()), ("SERVER", "listing"));
    assert_eq!(record.source().unwrap().to_string(), "API error 503: busy");
    assert_eq!(record.suggestion.as_deref(), Some("Report status 503"));
    assert_eq!(record.value("status"), Some(json!(503)));
    assert_eq!(record.value("attempts"), Some(json!(null)));
}

#[test]
fn a_message_without_a_template_is_that_of_the_foreign_error() {
    #[derive(Debug, AgentError)]
    #[agent_error(unregistered)]
    #[code("HANDWRITTEN", classify(status(404)))]
    struct Handwritten;
    impl std::fmt::Display for Handwritten {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("missing")
        }
    }
    impl Error for Handwritten {}
    assert_eq!(classify::<Handwritten>(api(404, "no such vm")).message, "no such vm");
}

#[test]
fn details_that_need_an_unknown_field_are_omitted() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("locked")]
    #[agent_error(unregistered)]
    #[code("LOCKED", classify(status(423)), detail = "held since {since}", instance = "/calls/{call}")]
    struct Locked {
        since: u64,
        call: String,
    }
    let record = classify::<Locked>(api(423, ""));
    assert_eq!((record.detail.as_deref(), record.instance.as_deref()), (None, None));
}

#[test]
fn a_status_field_sets_the_status_of_the_record() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("{message}")]
    #[agent_error(unregistered)]
    #[code("PASSED_ON", classify(status(400..=499), fallback), status = status)]
    struct PassedOn {
        message: String,
        status: Option<u16>,
    }
    assert_eq!(classify::<PassedOn>(api(418, "teapot")).facts.status, Some(418));
    assert_eq!(classify::<PassedOn>("text").facts.status, None);
}

#[test]
fn a_wait_in_the_context_is_a_duration_or_a_number_of_seconds() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[agent_error(unregistered)]
    enum Waits {
        #[error("slow down, and wait {retry_after} s")]
        #[code("WAITS_SECONDS", classify(status(429)))]
        Seconds { retry_after: u64 },
        #[error("busy")]
        #[code("WAITS_DURATION", classify(status(503)))]
        Duration { retry_after: Option<Duration> },
    }
    let busy = |status| classify::<Waits>(Api { status, message: "", retry_after: Some(Duration::from_millis(1500)) });
    assert_eq!(busy(429).value("retry_after"), Some(json!(2)));
    assert_eq!(busy(429).message, "slow down, and wait 2 s");
    assert_eq!(busy(503).value("retry_after"), Some(json!({"secs": 1, "nanos": 500_000_000})));
}

#[test]
fn a_secret_field_stays_redacted() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("refused")]
    #[agent_error(unregistered)]
    #[code("SECRET_KEPT", classify(validation), suggest = "Correct `{field}`")]
    struct Kept {
        #[context(secret)]
        reason: String,
        field: String,
    }
    let record = classify::<Kept>(Refused { field: "hostname" });
    assert_eq!(record.value("reason"), Some(json!("[REDACTED]")));
    assert_eq!(record.suggestion.as_deref(), Some("Correct `hostname`"));
}

#[test]
fn several_types_can_have_the_same_code() {
    let broken = String::from_utf8(vec![0xff]).unwrap_err();
    assert_eq!(classify::<Filled>(broken.utf8_error()).code(), "NO_TEXT");
    assert_eq!(classify::<Filled>(broken).code(), "NO_TEXT");
}

#[test]
fn a_decision_contains_the_rule() {
    let decision = classifier::<Filled>().decide(&api(503, "busy")).unwrap();
    assert_eq!(decision.entry.def.code(), "SERVER");
    assert_eq!(decision.rule.to_string(), "HTTP status 500 to 599");
    assert!(classifier::<Filled>().decide(&api(404, "")).is_none());
}

#[test]
fn a_wait_that_the_other_side_names_counts_before_the_code_s_own() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("busy")]
    #[agent_error(unregistered)]
    #[code("BUSY", exit = 12, retry_after = "5s", classify(status(503)))]
    struct Busy;

    let busy = |retry_after| classify::<Busy>(Api { status: 503, message: "", retry_after });
    assert_eq!(AgentError::retry_after(&busy(None)), Some(Duration::from_secs(5)));
    assert_eq!(AgentError::retry_after(&busy(Some(Duration::from_secs(9)))), Some(Duration::from_secs(9)));
}
