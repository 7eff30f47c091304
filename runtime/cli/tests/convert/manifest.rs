//! The errors that errconv and its `errors` declare. Errors beside the output do not go through the library, which
//! would report undeclared codes, so `lines` compares them.

use crate::errconv;
use crate::own_commands::{assert_every_code_has_a_command, assert_states, own_codes};
use std::collections::BTreeSet;
use std::sync::LazyLock;

const ERRCONV: &str = env!("CARGO_BIN_EXE_errconv");

/// The codes of errconv itself that a conversion may end with.
pub(crate) static CODES: LazyLock<BTreeSet<String>> = LazyLock::new(|| own_codes(ERRCONV, "errconv"));

#[test]
fn a_conversion_and_the_catalog_list_their_exit_codes() {
    assert_states(ERRCONV, "", "safe", &[0, 1, 2, 5, 7, 65, 70, 74]);
    assert_states(ERRCONV, "errors.list", "safe", &[0, 1, 2, 70, 74]);
}

#[test]
fn every_code_belongs_to_the_conversion_and_none_to_the_catalog() {
    assert_every_code_has_a_command(ERRCONV, &["errconv"]);
    assert!(own_codes(ERRCONV, "errors explain").is_empty());
}

#[test]
fn the_errors_of_a_conversion_are_in_its_help_only() {
    let help = |arguments: &[&str]| String::from_utf8(errconv(arguments).output().unwrap().stdout).unwrap();
    let of_errconv = help(&["--help"]);
    for line in ["ERROR_FORMAT_UNKNOWN  65  ", "INPUT_EMPTY           65  The input is empty, or blank."] {
        assert_eq!(of_errconv.matches(&format!("\n  {line}")).count(), 1, "{of_errconv}");
    }
    let of_list = help(&["errors", "list", "--help"]);
    assert!(of_list.contains("UNKNOWN_COMMAND") && !of_list.contains("INPUT_EMPTY"), "{of_list}");
}
