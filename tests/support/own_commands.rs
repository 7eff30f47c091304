//! Checks the errors that a program declares for its commands.

use agent_error::exit::PARTIAL_FAILURE;
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// Returns the codes that a command may fail with and that this package declares.
#[track_caller]
pub(crate) fn own_codes(program: &str, command: &str) -> BTreeSet<String> {
    codes(program, &["list", "--all", "--command", command])
}

/// Asserts that each code declared in this package belongs to at least one command.
#[allow(dead_code, reason = "packages with several test targets only call this in one")]
#[track_caller]
pub(crate) fn assert_every_code_has_a_command(program: &str, commands: &[&str]) {
    let known: BTreeSet<String> = commands.iter().flat_map(|command| own_codes(program, command)).collect();
    assert_eq!(known, codes(program, &["list", "--all"]));
}

/// Asserts a command's danger level and exit codes. Ignores exit code 3, because any program can be interrupted if
/// another program in the same build enables the feature `signals`.
#[track_caller]
pub(crate) fn assert_states(program: &str, command: &str, danger: &str, exits: &[u8]) {
    let commands = answer(program, &["manifest"])["commands"].take();
    assert_eq!(commands[command]["danger_level"], danger, "{command}");
    let declared = |command: &str| -> BTreeSet<u8> {
        let codes = commands[command]["exit_codes"].as_object().unwrap();
        codes.keys().map(|exit| exit.parse().unwrap()).chain([PARTIAL_FAILURE]).collect()
    };
    let expected: BTreeSet<u8> = exits.iter().copied().chain([PARTIAL_FAILURE]).collect();
    assert!(declared(command).is_subset(&expected), "{command}: {:?}", declared(command));
    // Exit codes that the program describes aren't repeated for each command.
    assert!(expected.is_subset(&(&declared(command) | &declared(""))), "{command}: {:?}", declared(command));
}

fn codes(program: &str, arguments: &[&str]) -> BTreeSet<String> {
    let own = format!("{}::", env!("CARGO_PKG_NAME").replace('-', "_"));
    let data = answer(program, arguments);
    let entries = data["errors"].as_array().unwrap().iter();
    let own = entries.filter(|entry| entry["declared_by"].as_str().unwrap().starts_with(&own));
    own.map(|entry| entry["code"].as_str().unwrap().to_owned()).collect()
}

/// Returns the data of an `errors` command, run in an empty environment.
#[track_caller]
fn answer(program: &str, arguments: &[&str]) -> Value {
    let mut command = Command::new(program);
    let output = command.arg("errors").args(arguments).args(["--output", "json"]).env_clear().output().unwrap();
    let mut envelope: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(envelope["ok"], true, "{envelope}");
    envelope["data"].take()
}
