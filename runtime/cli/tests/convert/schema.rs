//! Every error matches errconv's own schema, and changed errors do not.

use crate::own_schema::OwnSchema;
use crate::run;
use std::sync::LazyLock;

/// Every error in the tests of errconv is checked with it.
pub(crate) static SCHEMA: LazyLock<OwnSchema> = LazyLock::new(|| OwnSchema::of(env!("CARGO_BIN_EXE_errconv")));

#[test]
fn the_schema_is_one_and_knows_every_code() {
    SCHEMA.assert_complete();
}

#[test]
fn a_text_that_is_not_an_answer_of_errconv_is_refused() {
    let output = run(&["--to", "xml"], b"[error:\xff] m");
    SCHEMA.assert_refuses_changes_of(&serde_json::from_slice(&output.stdout).unwrap());
}

#[test]
fn answers_about_errors_are_valid() {
    for arguments in [&["list"][..], &["exits"], &["manifest"], &["lint"], &["explain", "INPUT_EMPTY"]] {
        let output = run(&[&["errors"], arguments].concat(), "");
        let envelope: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(envelope["ok"], true, "{arguments:?}");
        SCHEMA.assert_valid(&envelope);
    }
}
