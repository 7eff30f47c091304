//! The server as its clients meet it: a real process, a real client.

#![allow(clippy::unwrap_used, clippy::panic, reason = "the functions that the tests share are tests, too")]

#[path = "../../../tests/support/mcp_table.rs"]
mod mcp_table;
#[path = "mcp/table.rs"]
mod table;
