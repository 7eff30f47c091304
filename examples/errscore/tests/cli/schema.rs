//! Every answer is as errscore's own schema says, and what is not is refused.

use crate::own_schema::OwnSchema;
use crate::refuses;
use std::sync::LazyLock;

/// Whatever any test of errscore meets as its answer is compared with it.
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
