//! Tests of kb with real processes, real databases and a real MCP client.

// The tests need Unix file permissions and `sh`.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "only tests call these functions")]

#[path = "cli/access.rs"]
mod access;
#[path = "cli/advice.rs"]
mod advice;
#[path = "../../../tests/support/answers.rs"]
mod answers;
#[path = "cli/catalog.rs"]
mod catalog;
#[path = "cli/client.rs"]
mod client;
#[path = "cli/concurrency.rs"]
mod concurrency;
#[path = "cli/database.rs"]
mod database;
#[path = "cli/doors.rs"]
mod doors;
#[path = "cli/entries.rs"]
mod entries;
#[path = "../../../tests/support/fixes.rs"]
mod fixes;
#[path = "cli/formats.rs"]
mod formats;
#[path = "../../../tests/support/help_wrap.rs"]
mod help_wrap;
#[path = "cli/planted.rs"]
mod planted;
#[path = "cli/protocol.rs"]
mod protocol;
#[path = "cli/provoke.rs"]
mod provoke;
#[path = "cli/schema.rs"]
mod schema;
#[path = "../../../tests/support/secrets.rs"]
mod secrets;
#[path = "cli/seed_statements.rs"]
mod seed_statements;
#[path = "cli/server.rs"]
mod server;
#[path = "cli/tool.rs"]
mod tool;
#[path = "cli/transfer.rs"]
mod transfer;
#[path = "cli/validation.rs"]
mod validation;

#[test]
fn help_wraps_at_the_width_of_the_terminal() {
    help_wrap::assert_help_wraps(env!("CARGO_BIN_EXE_kb"));
}
