//! Tests of cloudctl with real processes, a real server on loopback, and a real terminal.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "only tests call these functions")]

#[path = "cli/advice.rs"]
mod advice;
#[path = "cli/api.rs"]
mod api;
#[path = "cli/auth.rs"]
mod auth;
#[path = "cli/canned.rs"]
mod canned;
#[path = "cli/concurrency.rs"]
mod concurrency;
#[path = "cli/errors.rs"]
mod errors;
#[path = "../../../tests/support/fixes.rs"]
mod fixes;
#[path = "cli/flaky.rs"]
mod flaky;
#[path = "cli/formats.rs"]
mod formats;
#[path = "../../../tests/support/help_wrap.rs"]
mod help_wrap;
#[path = "cli/instances.rs"]
mod instances;
#[path = "cli/manifest.rs"]
mod manifest;
#[path = "../../../tests/support/own_commands.rs"]
mod own_commands;
#[path = "../../../tests/support/own_schema.rs"]
mod own_schema;
#[path = "cli/planted.rs"]
mod planted;
#[path = "cli/sandbox.rs"]
mod sandbox;
#[path = "cli/schema.rs"]
mod schema;
#[path = "../../../tests/support/secrets.rs"]
mod secrets;
#[path = "cli/seed.rs"]
mod seed;
#[path = "cli/seed_statements.rs"]
mod seed_statements;
#[path = "cli/serve.rs"]
mod serve;
#[path = "cli/server.rs"]
mod server;
#[path = "../../../tests/support/signals.rs"]
mod signals;
#[cfg(target_os = "linux")]
#[path = "cli/terminal.rs"]
mod terminal;
#[cfg(target_os = "linux")]
#[path = "cli/terminal_session.rs"]
mod terminal_session;

/// The credentials of an administrator and of a user with read-only access.
const ADMIN: (&str, &str) = ("admin", "open-sesame");
const READER: (&str, &str) = ("reader", "just-looking");

#[test]
fn help_wraps_at_the_width_of_the_terminal() {
    help_wrap::assert_help_wraps(env!("CARGO_BIN_EXE_cloudctl"));
}
