//! What the commands of a program declare, for the tests of that program.

use agent_error::exit::PARTIAL_FAILURE;
use serde_json::Value;
use std::collections::BTreeSet;
use std::process::Command;

/// The codes that a command may end with and that types of this package declare.
#[track_caller]
pub(crate) fn own_codes(program: &str, command: &str) -> BTreeSet<String> {
    codes(program, &["list", "--all", "--command", command])
}

/// Each code that types of this package declare belongs to one of the commands.
#[allow(dead_code, reason = "a package with several tests needs it once")]
#[track_caller]
pub(crate) fn assert_every_code_has_a_command(program: &str, commands: &[&str]) {
    let known: BTreeSet<String> = commands.iter().flat_map(|command| own_codes(program, command)).collect();
    assert_eq!(known, codes(program, &["list", "--all"]));
}

/// How much a command may change, and every exit code that it may end with; whether 3 is among them is left open, for
/// any program may be interrupted if one that is built beside it has the feature `signals`.
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
    // Exit codes with the same meaning as for the program are listed once.
    assert!(expected.is_subset(&(&declared(command) | &declared(""))), "{command}: {:?}", declared(command));
}

fn codes(program: &str, arguments: &[&str]) -> BTreeSet<String> {
    let own = format!("{}::", env!("CARGO_PKG_NAME").replace('-', "_"));
    let data = answer(program, arguments);
    let entries = data["errors"].as_array().unwrap().iter();
    let own = entries.filter(|entry| entry["declared_by"].as_str().unwrap().starts_with(&own));
    own.map(|entry| entry["code"].as_str().unwrap().to_owned()).collect()
}

/// The data of an `errors` command, in an environment without settings.
#[track_caller]
fn answer(program: &str, arguments: &[&str]) -> Value {
    let mut command = Command::new(program);
    let output = command.arg("errors").args(arguments).args(["--output", "json"]).env_clear().output().unwrap();
    let mut envelope: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(envelope["ok"], true, "{envelope}");
    envelope["data"].take()
}
