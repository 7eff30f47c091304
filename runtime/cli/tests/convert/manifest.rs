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
fn the_errors_of_a_conversion_are_in_its_help_only() {
    let help = |arguments: &[&str]| String::from_utf8(agent_error(arguments).output().unwrap().stdout).unwrap();
    let of_convert = help(&["convert", "--help"]);
    for line in ["ERROR_FORMAT_UNKNOWN  65  ", "INPUT_EMPTY           65  The input is empty "] {
        assert_eq!(of_convert.matches(&format!("\n  {line}")).count(), 1, "{of_convert}");
    }
    let of_list = help(&["errors", "list", "--help"]);
    assert!(of_list.contains("UNKNOWN_COMMAND") && !of_list.contains("INPUT_EMPTY"), "{of_list}");
}
