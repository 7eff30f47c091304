//! Tests of errors as tracing events.

use crate::snapshots::same;
use agent_error::facts::Severity;
use agent_error::{AgentError, ErrorRecord};
use snapbox::file;
use std::io::Seek as _;
use std::process::Command;
use std::sync::Arc;
use tracing::Level;

/// Returns what a subscriber at this level logs for an error.
fn logged(error: &dyn AgentError, most: Level) -> String {
    let log = Arc::new(tempfile::tempfile().unwrap());
    let subscriber = tracing_subscriber::fmt()
        .with_writer(Arc::clone(&log))
        .with_max_level(most)
        .with_ansi(false);
    tracing::subscriber::with_default(subscriber.without_time().finish(), || {
        agent_error::tracing::event(error);
    });
    (&*log).rewind().unwrap();
    std::io::read_to_string(&*log).unwrap()
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
    let refused = LoginRefused {
        user: "eve".into(),
        password: "hunter2".into(),
        source,
    };
    let failed = || ErrorRecord::new("X_FAILED", "failed");
    let levels = [Severity::Warning, Severity::Error, Severity::Critical]
        .map(|level| failed().with_severity(level));
    let hostile = "a\nERROR forged\r\n\u{1b}[2Jb\u{0}\tc";
    let forged = ErrorRecord::new(hostile, hostile)
        .with_context(hostile, hostile)
        .with_cause(hostile);
    let mut text = logged(&refused, Level::TRACE);
    for record in levels.iter().chain([&failed(), &forged]) {
        text += &logged(record, Level::TRACE);
    }
    assert_eq!(
        (text.lines().count(), text.contains('\u{1b}')),
        (6, false),
        "{text}"
    );
    same(text, file!["snapshots/events.txt"]);
    assert_eq!(logged(&levels[0], Level::ERROR), "");
    let long = failed()
        .with_context("long", "y".repeat(10_000_000))
        .with_cause("x".repeat(10_000_000));
    assert!(logged(&long, Level::TRACE).len() < 3 * 70_000);
}

#[test]
fn a_program_emits_its_error_only_on_request() {
    let run = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_traced"))
            .args(arguments)
            .env_clear()
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(73));
        assert!(
            String::from_utf8(output.stdout)
                .unwrap()
                .contains(r#""code":"DISK_FULL""#)
        );
        String::from_utf8(output.stderr).unwrap()
    };
    assert_eq!(run(&[]), "");
    let log = run(&["--traced"]);
    assert_eq!(log.lines().count(), 1, "{log}");
    assert!(
        log.trim_end().ends_with(r#"error.type="DISK_FULL""#),
        "{log}"
    );
    assert!(
        log.starts_with("ERROR agent_error: no space code=\"DISK_FULL\" exit=73"),
        "{log}"
    );
}

#[test]
fn no_value_can_break_or_reorder_a_line() {
    let hostile = "a\u{2028}b\u{2029}c\u{202e}d\u{2066}e\u{85}f";
    let record = ErrorRecord::new(hostile, hostile)
        .with_context(hostile, hostile)
        .with_context("list", [hostile])
        .with_cause(hostile);
    let text = logged(&record, Level::TRACE);
    let is_harmful = |c: char| matches!(c, '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    assert!(!text.contains(is_harmful), "{text:?}");
    assert!(text.contains("a\\u{2028}b\\u{2029}c\\u{202e}d"), "{text}");
    // The context is still JSON.
    let context = text.split_once("context=").unwrap().1;
    let mut json = serde_json::Deserializer::from_str(context).into_iter::<serde_json::Value>();
    let context = json.next().unwrap().unwrap();
    assert_eq!(context["list"][0], "a\u{2028}b\u{2029}c\u{202e}d\u{2066}ef");
}
