//! Tests of the command declarations: `errors manifest`, `--help` and `agent-error lint`.

use crate::own_commands::{assert_every_code_has_a_command, assert_states, own_codes};
use crate::sandbox::Sandbox;
use agent_error_tooling::Document;
use serde_json::json;

const CLOUDCTL: &str = env!("CARGO_BIN_EXE_cloudctl");

#[test]
fn every_command_declares_its_danger_and_exit_codes() {
    let call = &[0, 1, 2, 3, 4, 5, 6, 70, 74][..];
    let local = &[0, 1, 2, 3, 70, 74][..];
    for (command, danger, exit_codes) in [
        ("instances", "destructive", call),
        ("instances.list", "safe", call),
        ("instances.get", "safe", call),
        ("instances.create", "mutating", call),
        ("instances.delete", "destructive", call),
        ("instances.shutdown", "destructive", call),
        ("balance", "safe", call),
        ("auth", "mutating", local),
        ("auth.login", "mutating", call),
        ("auth.logout", "mutating", local),
        ("serve", "safe", local),
    ] {
        assert_states(CLOUDCTL, command, danger, exit_codes);
    }
}

#[test]
fn every_code_belongs_to_a_command() {
    let leaves = ["instances list", "instances get", "instances create", "instances delete", "instances shutdown"];
    let others = ["balance", "auth login", "auth logout", "serve"];
    assert_every_code_has_a_command(CLOUDCTL, &[&leaves[..], &others].concat());
    assert!(own_codes(CLOUDCTL, "instances delete").contains("PROMPT_FAILED"));
    assert!(!own_codes(CLOUDCTL, "instances list").contains("PROMPT_FAILED"));
}

#[test]
fn exit_codes_have_the_meanings_of_cloudctl() {
    let manifest = Sandbox::new(&[]).succeeds(&["errors", "manifest"]);
    let delete = &manifest["commands"]["instances.delete"];
    assert_eq!(
        delete["exit_codes"]["6"],
        json!({
            "name": "BALANCE",
            "description": "The account balance is too low. INSUFFICIENT_BALANCE",
            "retryable": false,
            "side_effects": "none",
        })
    );
    let input = delete["exit_codes"]["2"]["description"].as_str().unwrap();
    assert!(input.starts_with("A flag is missing or invalid, or the action needs confirmation. "), "{input}");
    assert_eq!(
        delete["flags"]["yes"],
        json!({
            "type": "boolean",
            "required": false,
            "description": "Don't ask for confirmation",
            "default": false,
            "short": "y",
        })
    );
    assert_eq!(delete["flags"]["<INSTANCE>"]["required"], false);
}

#[test]
fn the_manifest_does_not_contain_environment_values() {
    let sandbox = Sandbox::new(&[]);
    let mut command = sandbox.command(&["--agent", "errors", "manifest"]);
    command.env("CLOUDCTL_ENDPOINT", "http://from.the.environment").env("CLOUDCTL_PASSWORD", "hunter2");
    let stdout = String::from_utf8(command.output().unwrap().stdout).unwrap();
    assert!(stdout.contains("http://127.0.0.1:8700"), "the default of the program");
    assert!(!stdout.contains("from.the.environment") && !stdout.contains("hunter2"));
}

#[test]
fn the_help_of_a_command_has_one_line_about_errors() {
    let sandbox = Sandbox::new(&[]);
    let help = String::from_utf8(sandbox.run(&["instances", "delete", "--help"]).stdout).unwrap();
    let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.ends_with("codes; see `cloudctl errors list --command instances.delete`"), "{help}");
    assert!(!help.contains("CONFIRMATION_REQUIRED"), "{help}");
    let arguments = ["--agent", "errors", "list", "--command", "instances.delete"];
    let listed = String::from_utf8(sandbox.run(&arguments).stdout).unwrap();
    for code in ["CONFIRMATION_REQUIRED", "NO_INSTANCES", "API_TIMEOUT"] {
        assert!(listed.contains(&format!("\"{code}\"")), "{code}: {listed}");
    }
}

#[test]
fn the_catalog_passes_the_lint() {
    let catalog = String::from_utf8(Sandbox::new(&[]).run(&["errors", "catalog"]).stdout).unwrap();
    let lint = catalog.parse::<Document>().unwrap().lint();
    assert_eq!((lint.score(), lint.lines(|_| true)), (3, vec![]));
    assert!(lint.codes().len() > 20);
}
