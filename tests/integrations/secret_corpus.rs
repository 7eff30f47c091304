//! Tests that plant secrets in every syntax and in every input, and search all output for them.

use crate::secret_shapes::{SECRET, all, rows};
use agent_error::{ErrorRecord, FieldError, parse, render};
use agent_error::{Format, format};
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

fn in_every_format(place: &str, record: &ErrorRecord) -> Vec<(String, String)> {
    let rendered = agent_error_formats::ALL
        .iter()
        .map(|format| (format!("{place} in {format}"), render(record, *format)));
    rendered
        .chain([(format!("{place} in Debug"), format!("{record:?}"))])
        .collect()
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
    assert_none_leaks(|shape| {
        let records = planted(shape).into_iter();
        records
            .flat_map(|(place, record)| in_every_format(place, &record.without_secrets()))
            .collect()
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
    assert_none_leaks(|shape| {
        let mut written = Vec::new();
        for (place, record) in planted(shape) {
            for format in [Format::ENVELOPE, Format::PROBLEM] {
                written.extend(in_every_format(place, &read(&render(&record, format))));
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
            written.extend(in_every_format(place, &read(&body)));
        }
        written
    });
}

#[test]
fn secrets_are_in_no_parse_error() {
    assert_none_leaks(|shape| match parse(shape) {
        Ok(record) => in_every_format("parsed", &record.without_secrets()),
        Err(error) => vec![(
            "error".to_owned(),
            format!("{error} {error:?} {}", render(&error, Format::ENVELOPE)),
        )],
    });
}

#[test]
fn no_program_shows_a_secret_of_its_arguments_or_environment() {
    let tree = env!("CARGO_BIN_EXE_tree");
    let written = |command: &mut Command| {
        let output = command.env_remove("RUST_BACKTRACE").output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr);
        assert!(!text.is_empty(), "{command:?}");
        text
    };
    // Test each syntax in one format, so that each format is tested with many syntaxes.
    let turn = Cell::new(0);
    let commands = "7z curl curl.exe docker ldapsearch mongo mongosh mosquitto_pub mysql mysqldump redis-cli smbclient sqlcmd \
                    sshpass unzip zip";
    assert_none_leaks(|shape| {
        // The guide says that another program's command line, as one argument, isn't searched for
        // its flags.
        let start = shape.trim_start_matches(|c: char| c.is_ascii_punctuation());
        if commands.split_whitespace().any(|command| {
            start
                .strip_prefix(command)
                .is_some_and(|rest| rest.starts_with([' ', '"', '\'', '\\']))
        }) {
            return Vec::new();
        }
        let format = agent_error_formats::ALL
            [turn.replace(turn.get() + 1) % agent_error_formats::ALL.len()]
        .name();
        let argument = |arguments: &[&str]| {
            written(
                Command::new(tree)
                    .args(arguments)
                    .env("TREE_OUTPUT", format),
            )
        };
        vec![
            ("a command".to_owned(), argument(&[shape])),
            ("a surplus argument".to_owned(), argument(&["plain", shape])),
            (
                "a value".to_owned(),
                argument(&["db", "sync", "--slow", "--jobs", shape]),
            ),
            (
                "the format".to_owned(),
                argument(&["--output", shape, "plain"]),
            ),
            (
                "a variable".to_owned(),
                written(Command::new(tree).arg("plain").env("TREE_OUTPUT", shape)),
            ),
        ]
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
            for (format, shown) in in_every_format(place, &record.without_secrets()) {
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
