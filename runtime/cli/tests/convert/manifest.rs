//! The errors and exit codes that `convert` declares. Errors beside the output don't go through the library, which
//! would report undeclared codes, so `lines` compares them.

use crate::agent_error;
use crate::own_commands::{assert_states, own_codes};
use std::collections::BTreeSet;
use std::sync::LazyLock;

const AGENT_ERROR: &str = env!("CARGO_BIN_EXE_agent-error");

/// The codes of the program that `convert` declares.
pub(crate) static CODES: LazyLock<BTreeSet<String>> = LazyLock::new(|| own_codes(AGENT_ERROR, "convert"));

#[test]
fn convert_declares_its_exit_codes() {
    assert_states(AGENT_ERROR, "convert", "safe", &[0, 1, 2, 5, 7, 65, 70, 74]);
}

#[test]
fn its_help_has_one_line_about_errors() {
    let help = String::from_utf8(agent_error(&["convert", "--help"]).output().unwrap().stdout).unwrap();
    let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.ends_with(" codes; see `agent-error errors list --command convert`"), "{help}");
    assert!(!help.contains("INPUT_EMPTY"), "{help}");
}
