//! Tests of the line about errors in a command's help.

use crate::catalogs::{NetError, StoreError};
use crate::tree;
use agent_error::clap::CommandExt as _;
use agent_error::error_set;
use clap::Command;
use serde_json::Value;

/// Returns the number of codes in the output of an `errors list` command.
fn listed(arguments: &[&str]) -> usize {
    let run = tree(&[arguments, &["--output", "json"]].concat());
    let answer: Value = serde_json::from_slice(&run.stdout).unwrap();
    answer["data"]["errors"].as_array().unwrap().len()
}

fn help(arguments: &[&str]) -> String {
    let run = tree(arguments);
    run.assert_exit(0);
    assert_eq!(run.stderr(), "");
    run.stdout()
}

#[test]
fn help_shows_the_number_of_codes_and_how_to_list_them() {
    let count = listed(&["errors", "list", "--command", "db.sync"]);
    let expected = format!("\n\nErrors: {count} codes; see `tree errors list --command db.sync`\n");
    for arguments in [["db", "sync", "--help"], ["db", "copy", "--help"], ["help", "db", "sync"]] {
        let help = help(&arguments);
        assert!(help.ends_with(&expected), "{help}");
        assert!(!help.contains("STORE_"), "{help}");
    }
}

#[test]
fn the_line_follows_the_text_of_the_program() {
    let help = help(&["db", "sync", "--help"]);
    assert!(help.contains("A text that is set behind the errors.\n\nErrors: "), "{help}");
}

#[test]
fn the_help_of_the_program_counts_all_codes() {
    let expected = format!(
        "The commands that this program has.\n\nErrors: {} codes; see `tree errors list`\n",
        listed(&["errors", "list"])
    );
    let help = help(&["--help"]);
    assert!(help.ends_with(&expected), "{help}");
}

#[test]
fn a_command_without_declared_errors_has_no_line() {
    assert!(!help(&["plain", "--help"]).contains("Errors:"));
    assert!(!help(&["errors", "list", "--help"]).contains("Errors:"));
}

#[test]
fn declaring_errors_does_not_change_parsing() {
    let sync = Command::new("sync").errors(error_set![NetError]).errors(error_set![NetError]);
    let command = Command::new("tool").errors(error_set![StoreError]).subcommand(sync);
    command.clone().debug_assert();
    let matches = command.try_get_matches_from(["tool", "sync"]).unwrap();
    let sync = matches.subcommand_matches("sync").unwrap();
    assert_eq!((sync.args_present(), sync.ids().count()), (false, 0));
}

#[test]
fn declaring_a_listing_command_changes_no_call() {
    let image = clap::Arg::new("image").long("image").required(true);
    let command =
        Command::new("tool").arg(image).values_from("image", "tool images").values_from("image", "tool images");
    command.clone().debug_assert();
    let matches = command.clone().try_get_matches_from(["tool", "--image", "a"]).unwrap();
    assert_eq!(matches.get_one::<String>("image").unwrap(), "a");
    assert!(!command.clone().render_long_help().to_string().contains("tool images"));
}
