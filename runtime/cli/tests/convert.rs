//! `agent-error convert` with real processes, pipes and files.

// Pipes that close and devices that are full are Unix.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "only tests call these functions")]

#[path = "convert/formats.rs"]
mod formats;
#[path = "convert/input.rs"]
mod input;
#[path = "convert/lines.rs"]
mod lines;
#[path = "convert/manifest.rs"]
mod manifest;
#[path = "../../../tests/support/own_commands.rs"]
mod own_commands;
#[path = "../../../tests/support/own_schema.rs"]
mod own_schema;
#[path = "convert/planted.rs"]
mod planted;
#[path = "convert/schema.rs"]
mod schema;
#[path = "../../../tests/support/secrets.rs"]
mod secrets;
#[path = "convert/streams.rs"]
mod streams;
#[path = "convert/usage.rs"]
mod usage;

use agent_error::vocabulary::{Phase, RetryStrategy, SideEffects};
use agent_error::{ErrorRecord, Severity};
use schema::SCHEMA;
use serde_json::Value;
use std::io::Write;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// A record with every fact that text can carry, and with characters that formats must escape.
fn full() -> ErrorRecord {
    ErrorRecord::new("RATE_LIMITED", "too many requests: \"1 < 2\" & more\nline 2 ]]> é")
        .with_summary("The client sent too many requests.")
        .with_cause("the upstream answered 429")
        .with_cause("quota exhausted")
        .with_detail("100 requests in 60 s")
        .with_suggestion("Wait, then call again")
        .with_fix_required("fewer calls a minute")
        .with_fix_command("tool quota --raise")
        .with_docs_url("https://example.com/errors/RATE_LIMITED")
        .with_body("line 1\nline 2\n")
        .with_instance("/requests/7")
        .with_retry_after(Duration::from_millis(1_500))
        .with_retry_strategy(RetryStrategy::Exponential)
        .with_side_effects(SideEffects::None)
        .with_phase(Phase::Execution)
        .with_severity(Severity::Critical)
        .with_action("quota.show")
        .with_action("quota.raise")
        .with_context("limit", 100)
        .with_context("who", vec!["me", "you"])
        .with_status(429)
        .with_exit_code(11)
}

/// The program in an environment without settings for its output.
fn agent_error(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_agent-error"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    for variable in ["CI", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "AGENT_ERROR_OUTPUT"] {
        command.env_remove(variable);
    }
    command
}

/// `agent-error convert` with these arguments.
fn convert(arguments: &[&str]) -> Command {
    agent_error(&[&["convert"], arguments].concat())
}

/// Runs `agent-error convert` on an input.
fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    feed(convert(arguments).stdin(Stdio::piped()).spawn().unwrap(), input)
}

/// Writes an input to a process while its output is read.
fn feed(mut child: Child, input: impl AsRef<[u8]>) -> Output {
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_owned();
    let writer = std::thread::spawn(move || {
        // A process may end without reading all of its input.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// The output of a call that succeeds.
#[track_caller]
fn converts(arguments: &[&str], input: impl AsRef<[u8]>) -> String {
    let output = run(arguments, input);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stdout).unwrap()
}

/// The `error` of the envelope of a failing call.
#[track_caller]
fn refuses(arguments: &[&str], input: impl AsRef<[u8]>, exit: i32) -> Value {
    let output = run(arguments, input);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(exit));
    error(&output.stdout)
}

/// The `error` of an envelope that is the whole output and matches the schema of the program.
#[track_caller]
fn error(envelope: &[u8]) -> Value {
    let envelope: Value = serde_json::from_slice(envelope).unwrap();
    SCHEMA.assert_valid(&envelope);
    assert_eq!(envelope["ok"], false);
    let error = envelope["error"].clone();
    let code = error["code"].as_str().unwrap();
    assert_eq!(error["docs_url"], format!("https://agent-error.example.com/errors/{code}"));
    assert!(error["suggestion"].as_str().is_some_and(|text| !text.is_empty()), "{error}");
    error
}
