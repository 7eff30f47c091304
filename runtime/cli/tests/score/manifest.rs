//! The errors and exit codes that `score` declares.

use crate::agent_error;
use crate::own_commands::assert_states;

const AGENT_ERROR: &str = env!("CARGO_BIN_EXE_agent-error");

#[test]
fn score_declares_its_exit_codes() {
    assert_states(AGENT_ERROR, "score", "destructive", &[0, 1, 2, 5, 7, 10, 70, 71, 74, 79, 80]);
}

#[test]
fn the_errors_of_scoring_are_in_its_help_only() {
    let of_score = agent_error().args(["score", "--help"]).run().stdout();
    assert_eq!(of_score.matches("\n  CALL_TIMED_OUT          10  The call timed out").count(), 1, "{of_score}");
    let of_list = agent_error().args(["errors", "list", "--help"]).run().stdout();
    assert!(of_list.contains("UNKNOWN_COMMAND") && !of_list.contains("CALL_TIMED_OUT"), "{of_list}");
}
