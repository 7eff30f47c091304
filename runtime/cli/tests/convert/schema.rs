//! Every error matches the schema of the program, and changed errors do not.

use crate::own_schema::OwnSchema;
use crate::run;
use std::sync::LazyLock;

/// The tests of `convert` check every error with it.
pub(crate) static SCHEMA: LazyLock<OwnSchema> = LazyLock::new(|| OwnSchema::of(env!("CARGO_BIN_EXE_agent-error")));

#[test]
fn text_that_is_not_an_error_of_the_program_is_refused() {
    let output = run(&["--to", "xml"], b"[error:\xff] m");
    SCHEMA.assert_refuses_changes_of(&serde_json::from_slice(&output.stdout).unwrap());
}
