//! Tests of the HTTP API with a real server on loopback and a real client.

#![allow(clippy::unwrap_used, reason = "only tests call these functions")]

#[path = "http/agent.rs"]
mod agent;
#[path = "http/client.rs"]
mod client;
#[path = "http/errors.rs"]
mod errors;
#[path = "../../../tests/support/help_wrap.rs"]
mod help_wrap;
#[path = "http/negotiation.rs"]
mod negotiation;
#[path = "../../../tests/support/own_schema.rs"]
mod own_schema;
#[path = "http/planted.rs"]
mod planted;
#[path = "http/program.rs"]
mod program;
#[path = "../../../tests/support/rfc9457.rs"]
mod rfc9457;
#[path = "http/schema.rs"]
mod schema;
#[path = "../../../tests/support/secrets.rs"]
mod secrets;
#[path = "http/server.rs"]
mod server;

#[test]
fn help_wraps_at_the_width_of_the_terminal() {
    help_wrap::assert_help_wraps(env!("CARGO_BIN_EXE_orders"));
}
