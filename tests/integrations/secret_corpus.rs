//! Tests that plant secrets in every syntax and in every input, and search all output for them.

use crate::secret_shapes::{SECRET, all, rows};
use agent_error::{ErrorRecord, FieldError, parse, render};
use agent_error::{Format, format};
use agent_error_tests::is_thorough;
use axum::http::{HeaderMap, StatusCode};
use serde_json::json;
use std::cell::Cell;
use std::process::Command;

/// Asserts that no secret is leaked. Reports all leaks at once.
#[track_caller]
fn assert_none_leaks(written: impl Fn(&str) -> Vec<(String, String)>) {
    let mut leaks = Vec::new();
    for shape in all() {
        for (place, text) in written(&shape) {
            if text.contains(SECRET) {
                leaks.push(format!("{shape:?}\n  {place}: {text}"));
            }
        }
    }
    assert!(
        leaks.is_empty(),
        "{} leaks:\n{}",
        leaks.len(),
        leaks[..leaks.len().min(10)].join("\n")
    );
}

/// Returns each of several values in turn.
#[derive(Default)]
struct Turn {
    next: Cell<usize>,
}

impl Turn {
    /// Returns the next value, or all of them if `THOROUGH` is set.
    fn of<T: Copy>(&self, values: &[T]) -> Vec<T> {
        if is_thorough() {
            return values.to_vec();
        }
        let next = self.next.replace(self.next.get() + 1);
        vec![values[next % values.len()]]
    }
}

/// Returns all formats, and `None` for `Debug`.
fn outputs() -> Vec<Option<Format>> {
    let formats = agent_error_formats::ALL.iter().copied().map(Some);
    formats.chain([None]).collect()
}

fn written(place: &str, record: &ErrorRecord, outputs: &[Option<Format>]) -> Vec<(String, String)> {
    let mut written = Vec::new();
    for output in outputs {
        written.push(match output {
            Some(format) => (format!("{place} in {format}"), render(record, *format)),
            None => (format!("{place} in Debug"), format!("{record:?}")),
        });
    }
    written
}

/// Returns one record for each place that can contain a string.
fn planted(text: &str) -> Vec<(&'static str, ErrorRecord)> {
    let new = || ErrorRecord::new("DENIED", "denied");
    let field = |field: FieldError| new().with_field_error(field);
    vec![
        ("code", ErrorRecord::new(text, "denied")),
        ("message", ErrorRecord::new("DENIED", text)),
        (
            "cause",
            new().with_cause("the call failed").with_cause(text),
        ),
        ("summary", new().with_summary(text)),
        ("detail", new().with_detail(text)),
        ("suggestion", new().with_suggestion(text)),
        ("fix_required", new().with_fix_required(text)),
        ("fix_command", new().with_fix_command(text)),
        ("docs_url", new().with_docs_url(text)),
        ("body", new().with_body(text)),
        ("instance", new().with_instance(text)),
        ("actions", new().with_actions(["list"]).with_actions([text])),
        ("context", new().with_context("sent", text)),
        (
            "deep in the context",
            new().with_context("sent", json!({"a": [{"b": text}]})),
        ),
        ("a name in the context", new().with_context(text, 1)),
        (
            "the name of a field",
            field(FieldError::new(text, "Invalid.")),
        ),
        (
            "the message of a field",
            field(FieldError::new("url", text)),
        ),
        (
            "the sent value",
            field(FieldError::new("url", "Invalid.").sent(text)),
        ),
        (
            "the expected value",
            field(FieldError::new("url", "Invalid.").expected(text)),
        ),
        (
            "an option",
            field(FieldError::new("url", "Invalid.").options([text])),
        ),
    ]
}

#[test]
fn secrets_are_in_no_record() {
    let turn = Turn::default();
    assert_none_leaks(|shape| {
        let mut texts = Vec::new();
        for (place, record) in planted(shape) {
            let outputs = turn.of(&outputs());
            texts.extend(written(place, &record.without_secrets(), &outputs));
        }
        texts
    });
}

#[test]
fn secrets_are_in_no_response() {
    let read = |body: &str| {
        agent_error::http::record(
            &axum::http::Method::GET,
            StatusCode::BAD_REQUEST,
            &HeaderMap::new(),
            body.as_bytes(),
        )
    };
    let turn = Turn::default();
    assert_none_leaks(|shape| {
        let mut texts = Vec::new();
        for (place, record) in planted(shape) {
            for format in [Format::ENVELOPE, Format::PROBLEM] {
                let response = read(&render(&record, format));
                texts.extend(written(place, &response, &turn.of(&outputs())));
            }
        }
        for (place, body) in [
            ("text", shape.to_owned()),
            ("a foreign message", json!({"message": shape}).to_string()),
            (
                "a foreign error",
                json!({"error": {"code": "DENIED", "message": "denied", "details": [shape]}})
                    .to_string(),
            ),
            (
                "a page",
                format!("<html><title>Denied</title><p>{shape}</p>"),
            ),
        ] {
            texts.extend(written(place, &read(&body), &outputs()));
        }
        texts
    });
}

#[test]
fn secrets_are_in_no_parse_error() {
    assert_none_leaks(|shape| match parse(shape) {
        Ok(record) => written("parsed", &record.without_secrets(), &outputs()),
        Err(error) => vec![(
            "error".to_owned(),
            format!("{error} {error:?} {}", render(&error, Format::ENVELOPE)),
        )],
    });
}

/// Where a program can be given a text.
#[derive(Clone, Copy)]
enum Input {
    Command,
    SurplusArgument,
    Value,
    Format,
    Variable,
}

const INPUTS: [Input; 5] = [
    Input::Command,
    Input::SurplusArgument,
    Input::Value,
    Input::Format,
    Input::Variable,
];

impl Input {
    /// Runs the program `tree` with the text as this input. Returns what it writes.
    fn written(self, text: &str, format: Format) -> String {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tree"));
        command
            .env("TREE_OUTPUT", format.name())
            .env_remove("RUST_BACKTRACE");
        match self {
            Self::Command => command.arg(text),
            Self::SurplusArgument => command.args(["plain", text]),
            Self::Value => command.args(["db", "sync", "--slow", "--jobs", text]),
            Self::Format => command.args(["--output", text, "plain"]),
            Self::Variable => command.arg("plain").env("TREE_OUTPUT", text),
        };
        let output = command.output().unwrap();
        let written = [output.stdout, output.stderr].concat();
        assert!(!written.is_empty(), "{command:?}");
        String::from_utf8_lossy(&written).into_owned()
    }
}

/// The programs whose own flags contain secrets.
const OTHER_PROGRAMS: &str = "7z curl curl.exe docker ldapsearch mongo mongosh mosquitto_pub mysql mysqldump redis-cli \
                              smbclient sqlcmd sshpass unzip zip";

/// Whether a text is another program's command line. The guide says that such a text, as one argument, isn't searched for
/// the flags of that program.
fn is_other_command_line(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_ascii_punctuation());
    OTHER_PROGRAMS
        .split_whitespace()
        .filter_map(|program| text.strip_prefix(program))
        .any(|rest| rest.starts_with([' ', '"', '\'', '\\']))
}

#[test]
fn no_program_shows_a_secret_of_its_arguments_or_environment() {
    let inputs = Turn::default();
    let formats = Turn::default();
    assert_none_leaks(|shape| {
        let mut texts = Vec::new();
        if is_other_command_line(shape) {
            return texts;
        }
        for input in inputs.of(&INPUTS) {
            for format in formats.of(agent_error_formats::ALL) {
                texts.push((format!("in {format}"), input.written(shape, format)));
            }
        }
        texts
    });
}

/// A PIN is too short for the other tests, because it also occurs in other numbers.
#[test]
fn pins_are_in_no_record() {
    for text in [
        "pin: 482913",
        "PIN=482913",
        "tool --pin 482913",
        "{\"pin\": 482913}",
        "security_code=482913",
    ] {
        for (place, record) in planted(text) {
            for (format, shown) in written(place, &record.without_secrets(), &outputs()) {
                assert!(!shown.contains("482913"), "{format}: {shown}");
            }
        }
    }
    let record = ErrorRecord::new("DENIED", "wrong PIN 482913")
        .with_context("card", json!({"pin": 482_913}));
    assert_eq!(record.without_secrets().message(), "wrong PIN [REDACTED]");
    assert_eq!(
        format::without_secrets("pin: 17, pins=4829"),
        "pin: 17, pins=4829"
    );
}

#[test]
fn the_table_states_what_is_redacted() {
    let mut wrong = Vec::new();
    for row in rows() {
        let shown = format::without_secrets(&row.text).into_owned();
        if shown != row.shown {
            wrong.push(format!("{:?}\n  {shown:?}\n  {:?}", row.text, row.shown));
        }
        assert_eq!(format::without_secrets(&shown), shown, "{}", row.text);
    }
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
