//! Tests of error sets, help, the manifest and the lint of commands. The tested program is `programs/tree.rs`.

#![allow(clippy::unwrap_used, reason = "only tests call these functions")]

mod catalogs;
mod collisions;
#[cfg(unix)]
mod completions;
#[path = "../support/def.rs"]
mod def;
mod expected;
mod help;
mod list;
mod manifest;
mod output;
mod own;
mod sets;
mod usage;

use agent_error_testing::{Run, Tool};
use serde_json::Value;

fn tree(arguments: &[&str]) -> Run {
    Tool::new(env!("CARGO_BIN_EXE_tree")).args(arguments.iter().copied()).run()
}

/// Runs `tree db sync`, which fails with this code.
fn sync(code: &str) -> Run {
    tree(&["db", "sync", "--key", "k", "--fast", code])
}

/// Parses the envelope on standard output.
#[track_caller]
fn envelope(run: &Run) -> Value {
    serde_json::from_str(&run.stdout()).unwrap()
}

/// Runs a command, asserts that it succeeds without other output, and returns its data.
#[track_caller]
fn data(arguments: &[&str]) -> Value {
    let run = tree(arguments);
    run.assert_exit(0).assert_schema();
    assert_eq!(run.stderr(), "");
    envelope(&run)["data"].clone()
}

/// Runs a command, asserts that it succeeds, and returns its text output.
#[track_caller]
fn text(arguments: &[&str]) -> String {
    let run = tree(&[arguments, &["--output", "human"]].concat());
    run.assert_exit(0);
    run.stdout()
}
