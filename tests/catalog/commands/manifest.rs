//! Tests of `errors manifest`.

use super::{NetError, StoreError, data, tree};
use crate::same;
use agent_error::clap::{CommandExt as _, Danger, Manifest};
use agent_error::{AgentError, Catalog, catalog, error_set};
use clap::{Arg, Command};
use serde_json::{Value, json};
use snapbox::file;
use std::collections::BTreeSet;

fn manifest() -> Value {
    data(&["errors", "manifest"])
}

#[test]
fn the_manifest_has_each_visible_command_with_its_flags_and_exit_codes() {
    same(
        format!("{:#}\n", manifest()),
        file!["../snapshots/manifest.json"],
    );
    let run = tree(&["errors", "manifest"]);
    run.assert_exit(0)
        .assert_no_secret(["hunter2", "s3cr3t-id"]);
    for hidden in [
        "secret-command",
        "internal-switch",
        "dark",
        "simple",
        "hidden-alias",
        "agent-error errors",
    ] {
        assert!(!run.stdout().contains(hidden), "{hidden}");
    }
}

#[test]
fn the_exit_codes_of_a_command_are_those_of_its_codes() {
    let manifest = manifest();
    for path in manifest["commands"].as_object().unwrap().keys() {
        let listed = data(&[
            "errors",
            "list",
            "--command",
            if path.is_empty() { "tree" } else { path },
        ]);
        let listed = listed["errors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["exit_code"].to_string());
        let expected: BTreeSet<String> = listed.chain(["0".to_owned()]).collect();
        let exits = manifest["commands"][path]["exit_codes"]
            .as_object()
            .unwrap()
            .keys()
            .cloned();
        assert_eq!(exits.collect::<BTreeSet<_>>(), expected, "{path}");
    }
}

fn tool() -> Command {
    Command::new("tool").subcommand(
        Command::new("get")
            .arg(Arg::new("all").long("all"))
            .errors(error_set![NetError]),
    )
}

#[test]
fn the_etag_changes_with_the_commands_alone() {
    let catalog = Catalog::of::<NetError>();
    let etag = |command: &Command| {
        serde_json::to_value(Manifest::of(command, &catalog)).unwrap()["etag"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let known = etag(&tool());
    assert_eq!((known.len(), etag(&tool())), (16, known.clone()));
    // Setting a version adds the `--version` flag, which changes the etag. The version itself
    // doesn't matter.
    assert_eq!(etag(&tool().version("2.0")), etag(&tool().version("1.0")));
    let more = |change: fn(Command) -> Command| etag(&tool().mut_subcommand("get", change));
    for changed in [
        more(|get| get.about("Get it")),
        more(|get| get.danger(Danger::Safe)),
        more(|get| get.arg(Arg::new("new").long("new"))),
        more(|get| get.errors(error_set![StoreError])),
        etag(&tool().subcommand(Command::new("put"))),
    ] {
        assert_ne!(changed, known);
    }
}

#[test]
fn codes_that_the_program_does_not_link_are_there_if_a_command_declares_them() {
    let command = tool().mut_subcommand("get", |get| {
        get.errors(error_set!["STORE_GONE" in StoreError])
    });
    let manifest = json!(Manifest::of(&command, &catalog![NetError]));
    assert_eq!(
        manifest["commands"]["get"]["exit_codes"]["5"]["description"],
        "The store is gone. STORE_GONE"
    );
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("refused")]
#[allow(dead_code, reason = "only the table is used")]
enum Refused {
    #[code("SAFE", exit = 12, retryable)]
    Safe,
    #[code("HALF", exit = 12, side_effects = partial)]
    Half,
    /// Denied because the first, the second, the third and the fourth of all the conditions are not
    /// met at this time.
    #[code("OWN", exit = 79)]
    Own,
    #[code("OTHER_CODE_THAT_IS_TOO_LONG_FOR_A_DESCRIPTION", exit = 80)]
    Other,
    #[code("ONE_CODE_THAT_IS_TOO_LONG_FOR_A_DESCRIPTION_OF_BOTH", exit = 80)]
    Another,
}

#[test]
fn an_exit_code_summarizes_its_codes() {
    let entry = |name: &str, description: &str, retryable: bool, effects: &str| json!({"name": name, "description": description, "retryable": retryable, "side_effects": effects});
    let manifest = json!(Manifest::of(&Command::new("tool"), &catalog![Refused]));
    let exits = &manifest["commands"][""]["exit_codes"];
    // One of both codes may have changed something, so the call must not be repeated.
    let unavailable = "The service is temporarily unavailable; nothing was done. HALF, SAFE";
    assert_eq!(
        exits["12"],
        entry("UNAVAILABLE", unavailable, false, "partial")
    );
    let denied = "Denied because the first, the second, the third and the fourth of all the conditions are not met at this time.";
    assert_eq!(
        exits["79"],
        entry("OWN", &format!("{denied} OWN"), false, "none")
    );
    assert_eq!(
        exits["80"],
        entry(
            "EXIT_80",
            "Specific to this program. ONE_CODE_THAT_IS_TOO_LONG_FOR_A_DESCRIPTION_OF_BOTH and 1 more",
            false,
            "none"
        )
    );
}
