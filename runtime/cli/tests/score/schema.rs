//! Every answer matches errscore's own schema, and changed answers do not.

use crate::own_schema::OwnSchema;
use crate::refuses;
use std::sync::LazyLock;

/// Every answer in the tests of errscore is checked with it.
pub(crate) static SCHEMA: LazyLock<OwnSchema> = LazyLock::new(|| OwnSchema::of(env!("CARGO_BIN_EXE_errscore")));

#[test]
fn the_schema_is_one_and_knows_every_code() {
    SCHEMA.assert_complete();
}

#[test]
fn a_text_that_is_not_an_answer_of_errscore_is_refused() {
    let run = refuses(&["--min", "1", "--", "ls", "/nonexistent"], "SCORE_TOO_LOW", 79);
    SCHEMA.assert_refuses_changes_of(&serde_json::from_slice(&run.stdout).unwrap());
}
