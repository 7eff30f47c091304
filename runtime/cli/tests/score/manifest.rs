//! The errors and exit codes that `score` declares.

use crate::agent_error;
use crate::own_commands::assert_states;

const AGENT_ERROR: &str = env!("CARGO_BIN_EXE_agent-error");

#[test]
fn score_declares_its_exit_codes() {
    assert_states(AGENT_ERROR, "score", "destructive", &[0, 1, 2, 5, 7, 10, 70, 71, 74, 79, 80]);
}

#[test]
fn its_help_has_one_line_about_errors() {
    let help = agent_error().args(["score", "--help"]).run().stdout();
    let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.ends_with(" codes; see `agent-error errors list --command score`"), "{help}");
    assert!(!help.contains("CALL_TIMED_OUT"), "{help}");
}
