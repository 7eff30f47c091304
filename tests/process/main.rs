//! Tests with real processes: exit codes, streams, terminals, closed pipes and full disks.

#![allow(clippy::unwrap_used, clippy::panic, reason = "only tests call these functions")]

mod adopted;
mod closed_pipes;
mod endings;
mod interrupted;
mod own_errors;
#[path = "../support/signals.rs"]
mod signals;
mod streams;
mod terminal;
mod writing;

use std::process::{Command, Output};

/// The environment variables that determine the output format.
const UNDECIDED: [&str; 5] = ["CI", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "ANSWERS_OUTPUT"];

/// Returns a command that runs a test program without variables that select a format.
fn program(path: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(path);
    command.args(arguments);
    for variable in UNDECIDED {
        command.env_remove(variable);
    }
    command
}

fn answers(arguments: &[&str]) -> Command {
    program(env!("CARGO_BIN_EXE_answers"), arguments)
}

fn output(mut command: Command) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    (status.code(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}
