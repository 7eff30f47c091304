//! Sets of errors, help, manifest and lint of commands; the program is `programs/tree.rs`.

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

/// A call of `tree db sync` that ends with a code.
fn sync(code: &str) -> Run {
    tree(&["db", "sync", "--key", "k", "--fast", code])
}

/// The envelope on standard output.
#[track_caller]
fn envelope(run: &Run) -> Value {
    serde_json::from_str(&run.stdout()).unwrap()
}

/// The data of a call that must succeed without other output.
#[track_caller]
fn data(arguments: &[&str]) -> Value {
    let run = tree(arguments);
    run.assert_exit(0).assert_schema();
    assert_eq!(run.stderr(), "");
    envelope(&run)["data"].clone()
}

/// The text of a call that must succeed.
#[track_caller]
fn text(arguments: &[&str]) -> String {
    let run = tree(&[arguments, &["--output", "human"]].concat());
    run.assert_exit(0);
    run.stdout()
}
