//! Tests of the field values that a record takes from a foreign error.

use crate::classify::{Api, Refused, Several, api, around, classify};
use crate::same;
use agent_error::Foreign;
use agent_error::{AgentError, Classify as _, foreign};
use snapbox::file;
use std::error::Error;
use std::io;
use std::time::Duration;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered, docs = "https://example.com/{code}")]
enum Filled {
    /// Too many calls.
    #[error("too many calls")]
    #[code("LIMITED", exit = 11, classify(status(429)), retry_after = retry_after, suggest = "Wait, then repeat")]
    Limited {
        status: u16,
        retry_after: Option<Duration>,
        resource: Option<String>,
        #[source]
        error: Box<dyn Error + Send + Sync>,
    },
    #[error("busy for {retry_after} s")]
    #[code("BUSY", exit = 12, retry_after = "5s", classify(status(503)))]
    Busy { retry_after: u64 },
    #[error("{field} is {reason}")]
    #[code(
        "INVALID",
        exit = 2,
        classify(validation),
        suggest = "Correct `{field}`"
    )]
    Invalid {
        field: String,
        reason: String,
        status: Option<u16>,
        message: Option<String>,
    },
    #[error("no such file")]
    #[code("NO_FILE", exit = 5, classify(io(NotFound)))]
    NoFile(#[from] io::Error),
    #[error("no number")]
    #[code(
        "NO_NUMBER",
        exit = 2,
        suggest = "Pass a number",
        classify(type(std::num::ParseIntError))
    )]
    NoNumber {
        source: std::num::ParseIntError,
        #[context(secret)]
        message: String,
    },
    /// The message and the details need fields that no foreign error has.
    #[error("the server failed with {status} after {attempts} attempts")]
    #[code(
        "SERVER",
        exit = 12,
        classify(status(500..=599)),
        suggest = "Report status {status}",
        detail = "held since {attempts}",
        instance = "/calls/{attempts}"
    )]
    Server {
        status: u16,
        attempts: u32,
        source: io::Error,
    },
    #[error("no text")]
    #[code(
        "NO_TEXT",
        exit = 65,
        classify(type(std::str::Utf8Error, std::string::FromUtf8Error))
    )]
    NoText,
    #[error("the name is taken ({code})")]
    #[code("TAKEN", exit = 8, classify(code("23505")))]
    Taken { code: String },
    #[error("{message}")]
    #[code("OTHER", classify(fallback, status(400..=499)), status = status, suggest = "The server answered {status}")]
    Other {
        message: String,
        status: Option<u16>,
        code: Option<i32>,
    },
}

/// A database driver's error, which has the server's code both in a field and in the message.
#[derive(Debug, thiserror::Error)]
#[error("db error (SQLSTATE {state})")]
struct DriverError {
    state: &'static str,
}

foreign!(DriverError, |error| Foreign {
    code: Some(error.state.to_owned()),
    ..Foreign::default()
});

#[test]
fn the_facts_of_a_foreign_error_fill_fields_and_the_error_becomes_the_cause() {
    let number = || "x".parse::<u8>().unwrap_err();
    let no_text = || String::from_utf8(vec![0xff]).unwrap_err();
    let waiting = |status| Api {
        status,
        message: "slow down",
        retry_after: Some(Duration::from_millis(1500)),
    };
    let foreign: Vec<Box<dyn Error + Send + Sync>> = vec![
        around("listing", waiting(429)).into(),
        waiting(503).into(),
        api(503, "no wait").into(),
        Refused { field: "hostname" }.into(),
        around(
            "reading the configuration",
            io::Error::from(io::ErrorKind::NotFound),
        )
        .into(),
        number().into(),
        around("reading the port", number()).into(),
        around("listing", api(500, "broken")).into(),
        no_text().into(),
        no_text().utf8_error().into(),
        around("cannot save", DriverError { state: "23505" }).into(),
        DriverError { state: "2350" }.into(),
        api(418, "teapot").into(),
        Several(vec![
            Box::new(api(418, "first")),
            Box::new(api(419, "second")),
        ])
        .into(),
        around("what is this?", "a riddle").into(),
        "".into(),
    ];
    let lines = foreign
        .into_iter()
        .map(|error| serde_json::to_string(&classify::<Filled>(error)).unwrap() + "\n");
    same(
        lines.collect::<String>(),
        file!["../snapshots/classified.jsonl"],
    );
}

#[test]
fn a_message_without_a_template_is_that_of_the_foreign_error() {
    #[derive(Debug, AgentError)]
    #[agent_error(unregistered)]
    #[code("HANDWRITTEN", classify(status(404)))]
    struct Handwritten {
        retry_after: Option<Duration>,
    }
    impl std::fmt::Display for Handwritten {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "missing for {:?}", self.retry_after)
        }
    }
    impl Error for Handwritten {}
    let record = classify::<Handwritten>(api(404, "no such vm"));
    assert_eq!(
        (record.message(), record.context().get("retry_after")),
        ("no such vm", Some(serde_json::Value::Null))
    );
}

#[test]
fn the_rule_that_decides_is_known() {
    let rule = |status, message| {
        Filled::matching_rule(&api(status, message))
            .unwrap()
            .to_string()
    };
    assert_eq!(rule(500, "busy"), "HTTP status 500 to 599");
    assert_eq!(rule(200, ""), "any other error");
}
