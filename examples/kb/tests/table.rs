//! The tools' answers as the table says that clients of all SDKs meet them.

#![allow(clippy::unwrap_used, clippy::panic, reason = "the functions that the tests share are tests, too")]

#[path = "../../../tests/support/mcp_table.rs"]
mod mcp_table;

/// What takes another program that writes to the database, as `database_locked`, only `tests/cli` provokes.
#[test]
fn every_answer_is_as_the_table_says() {
    mcp_table::assert_answers(env!("CARGO_BIN_EXE_kb"), 25);
}
