//! The errors that errscore and its `errors` declare.

use crate::errscore;
use crate::own_commands::{assert_every_code_has_a_command, assert_states, own_codes};

const ERRSCORE: &str = env!("CARGO_BIN_EXE_errscore");

#[test]
fn scoring_and_the_catalog_list_their_exit_codes() {
    assert_states(ERRSCORE, "", "destructive", &[0, 1, 2, 5, 7, 10, 70, 71, 74, 79, 80]);
    assert_states(ERRSCORE, "errors.list", "safe", &[0, 1, 2, 70, 74]);
}

#[test]
fn every_code_belongs_to_scoring_and_none_to_the_catalog() {
    assert_every_code_has_a_command(ERRSCORE, &["errscore"]);
    assert!(own_codes(ERRSCORE, "errors explain").is_empty());
}

#[test]
fn the_errors_of_scoring_are_in_its_help_only() {
    let of_errscore = errscore().arg("--help").run().stdout();
    assert_eq!(of_errscore.matches("\n  CALL_TIMED_OUT          10  The call did not").count(), 1, "{of_errscore}");
    let of_list = errscore().args(["errors", "list", "--help"]).run().stdout();
    assert!(of_list.contains("UNKNOWN_COMMAND") && !of_list.contains("CALL_TIMED_OUT"), "{of_list}");
}
