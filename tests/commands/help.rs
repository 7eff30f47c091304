//! The errors of a command in its help.

use crate::catalogs::{NetError, StoreError, SyncError};
use crate::tree;
use agent_error::clap::CommandExt as _;
use agent_error::error_set;
use clap::Command;

const STORE: &str = "\
Errors, with exit codes:
  STORE_GONE     5  The store is gone.
  STORE_LOCKED  12  Another program writes to the store.";

fn help(command: Command) -> String {
    command.clone().render_help().to_string().trim_end().to_owned()
}

#[test]
fn a_line_states_code_exit_code_and_when_it_occurs() {
    let help = help(Command::new("sync").errors(error_set![StoreError]));
    assert!(help.ends_with(&format!("\n\n{STORE}")), "{help}");
}

#[test]
fn the_errors_stand_behind_the_text_of_the_program_in_both_helps() {
    let command = Command::new("sync").after_help("Short.").after_long_help("Long.").errors(error_set![StoreError]);
    let long = command.clone().render_long_help().to_string();
    assert!(help(command).ends_with(&format!("Short.\n\n{STORE}")));
    assert!(long.trim_end().ends_with(&format!("Long.\n\n{STORE}")), "{long}");
}

#[test]
fn a_second_declaration_adds_what_is_new() {
    let command = Command::new("sync").errors(error_set!["STORE_GONE" in StoreError]).errors(error_set![SyncError]);
    let help = help(command);
    assert_eq!(help.matches("STORE_GONE").count(), 1, "{help}");
    assert_eq!(help.matches("Errors, with exit codes:").count(), 1, "{help}");
    assert!(help.contains("STORE_LOCKED") && help.contains("CANCELLED"), "{help}");
}

#[test]
fn a_command_without_errors_of_its_own_shows_none() {
    assert!(!help(Command::new("sync").errors(error_set![])).contains("Errors"));
}

#[test]
fn what_declares_errors_parses_as_before() {
    let sync = Command::new("sync").errors(error_set![NetError]).errors(error_set![NetError]);
    let command = Command::new("tool").errors(error_set![StoreError]).subcommand(sync);
    command.clone().debug_assert();
    let matches = command.try_get_matches_from(["tool", "sync"]).unwrap();
    let sync = matches.subcommand_matches("sync").unwrap();
    assert_eq!((sync.args_present(), sync.ids().count()), (false, 0));
}

#[test]
fn a_real_help_shows_inherited_errors_and_those_that_were_set_before_another_text() {
    for arguments in [["db", "sync", "--help"], ["db", "copy", "--help"], ["help", "db", "sync"]] {
        let run = tree(&arguments);
        run.assert_exit(0);
        let end = "\
A text that is set behind the errors.

Errors, with exit codes:
  STORE_BROKEN  79  The store is half written.

Errors of all commands of `tree db`:
  STORE_LOCKED  12  Another program writes to the store.
";
        assert!(run.stdout().ends_with(end), "{run}");
        assert_eq!(run.stderr(), "");
    }
}

/// The part of a help text after its options.
fn errors_in_help(arguments: &[&str]) -> String {
    let run = tree(arguments);
    run.assert_exit(0);
    run.stdout().split_once("Same as `--output json`\n\n").unwrap().1.to_owned()
}

#[test]
fn a_command_shows_the_summary_of_the_type_that_it_declares() {
    let expected = "\
Errors, with exit codes:
  STORE_LOCKED  12  A code that two types share, each with a summary of its own.
";
    assert_eq!(errors_in_help(&["mirror", "--help"]), expected);
}

#[test]
fn a_code_that_is_declared_several_times_stands_once() {
    let expected = "\
Errors, with exit codes:
  STORE_LOCKED  12  A code that two types share, each with a summary of its own.
  NET_DOWN      12  The network is down.
";
    assert_eq!(errors_in_help(&["mirror", "pull", "--help"]), expected);
}

#[test]
fn a_declaration_behind_another_text_restores_those_before_it() {
    let expected = "\
Lost.

Errors, with exit codes:
  NET_DOWN      12  The network is down.
  STORE_LOCKED  12  A code that two types share, each with a summary of its own.
";
    assert_eq!(errors_in_help(&["mirror", "push", "--help"]), expected);
}

#[test]
fn a_command_in_place_of_another_shows_its_own_errors_alone() {
    let expected = "\
Errors, with exit codes:
  STORE_LOCKED  12  Another program writes to the store.
";
    assert_eq!(errors_in_help(&["measure", "list", "--help"]), expected);
}

#[test]
fn a_text_behind_the_errors_is_kept_there() {
    let command = Command::new("sync").errors(error_set!["STORE_GONE" in StoreError]);
    let text = format!("{}\n\nThe end.", command.get_after_help().unwrap());
    let help = help(command.after_help(text).errors(error_set![SyncError]));
    let expected = "\
Errors, with exit codes:
  STORE_GONE   5  The store is gone.

The end.

Errors, with exit codes:
  CANCELLED      1  It was cancelled.
  STORE_LOCKED  12  Another program writes to the store.";
    assert!(help.ends_with(expected), "{help}");
}

#[test]
fn the_help_of_the_program_is_its_own() {
    let run = tree(&["--help"]);
    run.assert_exit(0);
    assert!(run.stdout().ends_with("The commands that this program has.\n"), "{run}");
}
