//! Tests of errors as tracing events.

use agent_error::{AgentError, ErrorRecord, Severity};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::process::Command;
use std::sync::{Arc, Mutex};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// An event with its values as strings.
#[derive(Debug, Default)]
struct Seen {
    level: String,
    target: String,
    fields: BTreeMap<&'static str, String>,
}

impl Visit for Seen {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.fields.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.fields.insert(field.name(), value.to_owned());
    }
}

#[derive(Clone)]
struct Collected {
    events: Arc<Mutex<Vec<Seen>>>,
    most: Level,
}

impl Subscriber for Collected {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= self.most
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let metadata = event.metadata();
        let mut seen =
            Seen { level: metadata.level().to_string(), target: metadata.target().into(), ..Seen::default() };
        event.record(&mut seen);
        self.events.lock().unwrap().push(seen);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// Returns the events that a subscriber at this level receives for an error.
fn events(error: &dyn AgentError, most: Level) -> Vec<Seen> {
    let collected = Collected { events: Arc::default(), most };
    tracing::subscriber::with_default(collected.clone(), || agent_error::tracing::event(error));
    std::mem::take(&mut *collected.events.lock().unwrap())
}

#[track_caller]
fn only(error: &dyn AgentError) -> Seen {
    let mut events = events(error, Level::TRACE);
    assert_eq!(events.len(), 1);
    events.remove(0)
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("{user} may not log in")]
#[code("LOGIN_REFUSED", exit = 8, retry_after = "1500ms", status = 429)]
struct LoginRefused {
    user: String,
    #[context(secret)]
    password: String,
    source: std::io::Error,
}

#[test]
fn one_event_has_the_facts_as_fields() {
    let source = std::io::Error::other("line 1\nline 2 \u{1b}[31mred");
    let seen = only(&LoginRefused { user: "eve".into(), password: "hunter2".into(), source });
    assert_eq!((seen.level.as_str(), seen.target.as_str()), ("ERROR", "agent_error"));
    let expected = [
        ("cause", "line 1\\nline 2 red"),
        ("code", "LOGIN_REFUSED"),
        ("context", r#"{"user":"eve","password":"[REDACTED]"}"#),
        ("error.type", "LOGIN_REFUSED"),
        ("exit", "8"),
        ("message", "eve may not log in"),
        ("phase", "execution"),
        ("retry_after_ms", "1500"),
        ("retryable", "true"),
        ("severity", "error"),
        ("status", "429"),
    ];
    assert_eq!(seen.fields.into_iter().collect::<Vec<_>>(), expected.map(|(name, value)| (name, value.to_owned())));
}

#[test]
fn a_fact_that_is_missing_is_not_a_field() {
    let seen = only(&ErrorRecord::new("X_FAILED", "failed"));
    let names: Vec<_> = seen.fields.keys().copied().collect();
    assert_eq!(names, ["code", "error.type", "exit", "message", "retryable", "severity", "status"]);
}

#[test]
fn the_level_follows_from_the_severity() {
    let level = |severity| {
        let seen = only(&ErrorRecord::new("X_FAILED", "failed").with_severity(severity));
        (seen.level, seen.fields["severity"].clone())
    };
    assert_eq!(level(Severity::Warning), ("WARN".into(), "warning".into()));
    assert_eq!(level(Severity::Error), ("ERROR".into(), "error".into()));
    assert_eq!(level(Severity::Critical), ("ERROR".into(), "critical".into()));
    let warning = ErrorRecord::new("X_FAILED", "failed").with_severity(Severity::Warning);
    assert_eq!(events(&warning, Level::ERROR).len(), 0);
    assert_eq!(events(&warning, Level::WARN).len(), 1);
}

#[test]
fn values_cannot_add_lines() {
    let hostile = "a\nERROR forged\r\n\u{1b}[2Jb\u{0}\tc";
    let record = ErrorRecord::new(hostile, hostile).with_context(hostile, hostile).with_cause(hostile);
    for (name, value) in only(&record).fields {
        assert!(!value.contains(char::is_control), "{name}: {value:?}");
    }
    let long = ErrorRecord::new("X_FAILED", "x".repeat(10_000_000)).with_context("long", "y".repeat(10_000_000));
    assert!(only(&long).fields.values().all(|value| value.len() < 70_000));
}

#[test]
fn a_program_emits_its_error_only_on_request() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_traced")).args(arguments).env_clear().output().unwrap();
        assert_eq!(output.status.code(), Some(73));
        assert!(String::from_utf8(output.stdout).unwrap().contains(r#""code":"DISK_FULL""#));
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(run(&[]), "");
    let log = run(&["--traced"]);
    assert_eq!(log.lines().count(), 1, "{log}");
    assert!(log.trim_end().ends_with(r#"error.type="DISK_FULL""#), "{log}");
    assert!(log.starts_with("ERROR agent_error: no space code=\"DISK_FULL\" exit=73"), "{log}");
}
