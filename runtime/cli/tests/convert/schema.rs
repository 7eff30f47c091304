//! Every error matches the schema of the program, and changed errors do not.

use crate::own_schema::OwnSchema;
use crate::{agent_error, run};
use std::sync::LazyLock;

/// The tests of `convert` check every error with it.
pub(crate) static SCHEMA: LazyLock<OwnSchema> = LazyLock::new(|| OwnSchema::of(env!("CARGO_BIN_EXE_agent-error")));

#[test]
fn the_schema_is_one_and_knows_every_code() {
    SCHEMA.assert_complete();
}

#[test]
fn text_that_is_not_an_error_of_the_program_is_refused() {
    let output = run(&["--to", "xml"], b"[error:\xff] m");
    SCHEMA.assert_refuses_changes_of(&serde_json::from_slice(&output.stdout).unwrap());
}

#[test]
fn responses_of_the_errors_command_are_valid() {
    for arguments in [&["list"][..], &["exits"], &["manifest"], &["lint"], &["explain", "INPUT_EMPTY"]] {
        let output = agent_error(&[&["errors"], arguments].concat()).output().unwrap();
        let envelope: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(envelope["ok"], true, "{arguments:?}");
        SCHEMA.assert_valid(&envelope);
    }
}
