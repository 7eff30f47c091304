//! The subcommands of `agent-error` as processes.

#![allow(clippy::unwrap_used, clippy::panic, reason = "only tests call these functions")]

#[path = "commands/diff.rs"]
mod diff;
#[path = "commands/export.rs"]
mod export;
#[path = "../../../tests/support/help_wrap.rs"]
mod help_wrap;
#[path = "commands/lint.rs"]
mod lint;
#[path = "commands/own.rs"]
mod own;
#[path = "../../../tests/support/own_commands.rs"]
mod own_commands;
#[path = "../../../tests/support/own_schema.rs"]
mod own_schema;
// The programs are shell scripts.
#[cfg(unix)]
#[path = "commands/score.rs"]
mod score;
#[cfg(unix)]
#[path = "commands/source.rs"]
mod source;

use agent_error_testing::{Run, Tool};
use serde_json::Value;
use std::path::Path;

/// The catalogs of two programs in `tests/programs`, which a test there keeps up to date.
const TREE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/catalogs/tree.json");
const REPORTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/catalogs/reports.json");

fn agent_error(arguments: &[&str]) -> Run {
    agent_error_in(Path::new("."), arguments)
}

fn agent_error_in(folder: &Path, arguments: &[&str]) -> Run {
    Tool::new(env!("CARGO_BIN_EXE_agent-error")).args(arguments.iter().copied()).current_dir(folder).run()
}

#[track_caller]
fn envelope(run: &Run) -> Value {
    serde_json::from_str(&run.stdout()).unwrap_or_else(|error| panic!("{error}: {run}"))
}

/// The data of a call that succeeds.
#[track_caller]
fn data(arguments: &[&str]) -> Value {
    let run = agent_error(arguments);
    run.assert_exit(0);
    envelope(&run)["data"].clone()
}

/// What a person reads on both streams.
fn text(arguments: &[&str]) -> String {
    let run = agent_error(&[&["--output", "human"], arguments].concat());
    run.stdout() + &run.stderr()
}

#[test]
fn help_wraps_at_the_width_of_the_terminal() {
    help_wrap::assert_help_wraps(env!("CARGO_BIN_EXE_agent-error"));
}
