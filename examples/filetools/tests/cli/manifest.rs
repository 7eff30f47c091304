//! Tests of the danger levels and exit codes that the commands declare.

use crate::own_commands::{assert_every_code_has_a_command, assert_states, own_codes};
use crate::sandbox::{Sandbox, texts};

const FILETOOLS: &str = env!("CARGO_BIN_EXE_filetools");

#[test]
fn every_command_declares_its_danger_and_exit_codes() {
    for (command, danger, exits) in [
        ("read", "safe", &[0, 1, 2, 3, 4, 5, 7, 10, 70, 74][..]),
        ("write", "destructive", &[0, 1, 2, 3, 4, 5, 6, 7, 10, 70, 74]),
        ("edit", "mutating", &[0, 1, 2, 3, 4, 5, 6, 7, 10, 70, 74]),
        ("run", "destructive", &[0, 1, 2, 3, 4, 5, 7, 10, 70, 74]),
        ("clear", "mutating", &[0, 1, 2, 5, 7, 10, 70, 74]),
        ("session", "destructive", &[0, 1, 2, 5, 7, 10, 70, 74]),
        ("explain-error", "safe", &[0, 1, 2, 4, 5, 7, 8, 10, 11, 12, 70, 74]),
    ] {
        assert_states(FILETOOLS, command, danger, exits);
    }
}

#[test]
fn every_code_belongs_to_a_command() {
    assert_every_code_has_a_command(FILETOOLS, &["edit", "run", "explain-error"]);
    let of_edit = own_codes(FILETOOLS, "edit");
    assert!(of_edit.contains("NOT_UNIQUE") && !of_edit.contains("EXIT_NONZERO"), "{of_edit:?}");
    // Every program can return these codes. filetools only declares what they mean.
    assert_eq!(own_codes(FILETOOLS, "errors explain").into_iter().collect::<Vec<_>>(), ["INTERNAL"]);
}

#[test]
fn the_help_shows_how_to_list_the_errors() {
    let (help, _) = texts(&Sandbox::new().run(&["clear", "--help"]));
    let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.ends_with("codes; see `filetools errors list --command clear`"), "{help}");
    assert!(!help.contains("FILE_NOT_FOUND"), "{help}");
}
