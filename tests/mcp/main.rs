//! Tests of errors over MCP, mostly with rmcp's client.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on panics, in its functions too"
)]

mod arguments;
mod canceled;
mod catalog;
mod checks;
mod client;
mod declared;
mod errors;
mod handwritten;
mod malformed;
mod planted;
#[path = "../integrations/secret_shapes.rs"]
mod secret_shapes;
mod served;
mod size;
#[path = "../support/snapshots.rs"]
mod snapshots;
mod tools;
mod unions;
mod unknown_tools;
