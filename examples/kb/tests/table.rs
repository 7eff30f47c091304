//! Tests the tools' results against the table that the tests with all MCP SDKs share.

#![allow(clippy::unwrap_used, clippy::panic, reason = "only tests call these functions")]

#[path = "../../../tests/support/mcp_table.rs"]
mod mcp_table;

/// Codes that require another program to use the database, such as `database_locked`, are only tested in `tests/cli`.
#[test]
fn every_result_matches_the_table() {
    mcp_table::assert_answers(env!("CARGO_BIN_EXE_kb"), 25);
}
