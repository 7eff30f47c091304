//! Every response matches the schema of the program, and changed responses do not.

use crate::own_schema::OwnSchema;
use crate::refuses;
use std::sync::LazyLock;

/// The tests of `score` check every response with it.
pub(crate) static SCHEMA: LazyLock<OwnSchema> = LazyLock::new(|| OwnSchema::of(env!("CARGO_BIN_EXE_agent-error")));

#[test]
fn text_that_is_not_a_response_of_the_program_is_refused() {
    let run = refuses(&["--min", "1", "--", "ls", "/nonexistent"], "SCORE_TOO_LOW", 79);
    SCHEMA.assert_refuses_changes_of(&serde_json::from_slice(&run.stdout).unwrap());
}
