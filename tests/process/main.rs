//! Tests with real processes: exit codes, streams, terminals, closed pipes and full disks.

// Signals, pipes and file descriptors are those of Unix.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "only tests call these functions"
)]

mod actions;
mod adopted;
mod closed_pipes;
mod endings;
mod held_locks;
mod interrupted;
mod own_errors;
mod own_format;
mod reported;
#[path = "../support/signals.rs"]
mod signals;
mod streams;
mod terminal;
mod writing;

use std::io;
use std::process::{Command, Output};

/// The environment variables that determine the output format.
const UNDECIDED: [&str; 5] = [
    "CI",
    "NO_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "ANSWERS_OUTPUT",
];

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

/// Runs a program. Returns its exit code, standard output and standard error.
fn output(mut command: Command) -> (Option<i32>, String, String) {
    ended(command.output())
}

fn ended(output: io::Result<Output>) -> (Option<i32>, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = output.unwrap();
    (
        status.code(),
        String::from_utf8(stdout).unwrap(),
        String::from_utf8(stderr).unwrap(),
    )
}
