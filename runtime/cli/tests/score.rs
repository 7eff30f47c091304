//! `agent-error score` with real processes: scripts in many languages, and the program itself.

// The programs that are scored are shell scripts.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "only tests call these functions")]

#[path = "score/calls.rs"]
mod calls;
#[path = "score/gate.rs"]
mod gate;
#[path = "score/languages.rs"]
mod languages;
#[path = "score/manifest.rs"]
mod manifest;
#[path = "../../../tests/support/own_commands.rs"]
mod own_commands;
#[path = "../../../tests/support/own_schema.rs"]
mod own_schema;
#[path = "score/planted.rs"]
mod planted;
#[path = "score/schema.rs"]
mod schema;
#[path = "score/scripts.rs"]
mod scripts;
#[path = "../../../tests/support/secrets.rs"]
mod secrets;
#[path = "score/terminal.rs"]
mod terminal;
#[path = "score/usage.rs"]
mod usage;

use agent_error::format::Stream;
use agent_error_testing::{Run, Tool};
use schema::SCHEMA;
use serde_json::Value;

fn agent_error() -> Tool {
    Tool::new(env!("CARGO_BIN_EXE_agent-error"))
}

/// The score of a call.
#[track_caller]
fn scores(arguments: &[&str]) -> Value {
    let run = agent_error().arg("score").args(arguments).run();
    run.assert_exit(0).assert_schema();
    assert_eq!(run.stderr(), "");
    let envelope: Value = serde_json::from_slice(&run.stdout).unwrap();
    SCHEMA.assert_valid(&envelope);
    envelope["data"].clone()
}

/// The error of a call without a score, which meets the requirements for the errors of the program.
#[track_caller]
fn refuses(arguments: &[&str], code: &str, exit: i32) -> Run {
    let run = agent_error().arg("score").args(arguments).run();
    run.assert_code(code).assert_exit(exit).assert_stream(Stream::Stdout).assert_schema().assert_no_trace();
    SCHEMA.assert_valid(&serde_json::from_slice(&run.stdout).unwrap());
    let record = run.record().unwrap();
    assert_eq!(record.docs_url.as_deref(), Some(format!("https://agent-error.example.com/errors/{code}").as_str()));
    assert!(record.suggestion.as_deref().is_some_and(|text| !text.is_empty()), "{run}");
    run
}
