//! Tests of the MCP server with a real process and a real client.

#![allow(clippy::unwrap_used, clippy::panic, reason = "only tests call these functions")]

#[path = "mcp/concurrency.rs"]
mod concurrency;
#[path = "../../../tests/support/help_wrap.rs"]
mod help_wrap;
#[path = "mcp/hostile.rs"]
mod hostile;
#[path = "../../../tests/support/mcp_table.rs"]
mod mcp_table;
#[path = "../../../tests/support/own_schema.rs"]
mod own_schema;
#[path = "mcp/planted.rs"]
mod planted;
#[path = "mcp/program.rs"]
mod program;
#[path = "mcp/schema.rs"]
mod schema;
#[path = "../../../tests/support/secrets.rs"]
mod secrets;
#[path = "mcp/seed_statements.rs"]
mod seed_statements;
#[path = "mcp/server.rs"]
mod server;
#[path = "mcp/table.rs"]
mod table;

const BILLING: &str = env!("CARGO_BIN_EXE_billing");
const LEDGER: &str = include_str!("../ledger.json");

#[test]
fn help_wraps_at_the_width_of_the_terminal() {
    help_wrap::assert_help_wraps(env!("CARGO_BIN_EXE_billing"));
}
