//! Errors over MCP, through rmcp's own client.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on panics, in its functions too")]

mod arguments;
mod catalog;
mod client;
mod declared;
#[path = "../support/def.rs"]
mod def;
mod errors;
mod http;
mod lines;
mod malformed;
mod numbers;
mod served;
mod tasks;
mod tools;
mod unions;
