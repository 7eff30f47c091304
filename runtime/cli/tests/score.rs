//! errscore with real processes, scripts in many languages, and itself.

// The programs that are scored are shell scripts.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "the functions that the tests share are tests, too")]

#[path = "cli/calls.rs"]
mod calls;
#[path = "cli/gate.rs"]
mod gate;
#[path = "cli/languages.rs"]
mod languages;
#[path = "cli/manifest.rs"]
mod manifest;
#[path = "../../../tests/support/own_commands.rs"]
mod own_commands;
#[path = "../../../tests/support/own_schema.rs"]
mod own_schema;
#[path = "cli/planted.rs"]
mod planted;
#[path = "cli/schema.rs"]
mod schema;
#[path = "cli/scripts.rs"]
mod scripts;
#[path = "../../../tests/support/secrets.rs"]
mod secrets;
#[path = "cli/terminal.rs"]
mod terminal;
#[path = "cli/usage.rs"]
mod usage;

use agent_error::format::Stream;
use agent_error_testing::{Run, Tool};
use schema::SCHEMA;
use serde_json::Value;

fn errscore() -> Tool {
    Tool::new(env!("CARGO_BIN_EXE_errscore"))
}

/// The score of a call.
#[track_caller]
fn scores(arguments: &[&str]) -> Value {
    let run = errscore().args(arguments).run();
    run.assert_exit(0).assert_schema();
    assert_eq!(run.stderr(), "");
    let envelope: Value = serde_json::from_slice(&run.stdout).unwrap();
    SCHEMA.assert_valid(&envelope);
    envelope["data"].clone()
}

/// A call without a score, with the requirements for an error of errscore.
#[track_caller]
fn refuses(arguments: &[&str], code: &str, exit: i32) -> Run {
    let run = errscore().args(arguments).run();
    run.assert_code(code).assert_exit(exit).assert_stream(Stream::Stdout).assert_schema().assert_no_trace();
    SCHEMA.assert_valid(&serde_json::from_slice(&run.stdout).unwrap());
    let record = run.record().unwrap();
    assert_eq!(record.docs_url.as_deref(), Some(format!("https://errscore.example.com/errors/{code}").as_str()));
    assert!(record.suggestion.as_deref().is_some_and(|text| !text.is_empty()), "{run}");
    run
}
