//! Tests of filetools with real processes, files, sessions and signals.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "only tests call these functions")]

#[path = "cli/advice.rs"]
mod advice;
#[path = "cli/breaker.rs"]
mod breaker;
#[path = "cli/calls.rs"]
mod calls;
#[path = "cli/catalog.rs"]
mod catalog;
#[path = "cli/confinement.rs"]
mod confinement;
#[path = "cli/edit.rs"]
mod edit;
#[path = "cli/explain_error.rs"]
mod explain_error;
#[path = "cli/forgery.rs"]
mod forgery;
#[path = "cli/formats.rs"]
mod formats;
#[path = "../../../tests/support/help_wrap.rs"]
mod help_wrap;
#[path = "cli/interruption.rs"]
mod interruption;
#[path = "cli/manifest.rs"]
mod manifest;
#[path = "../../../tests/support/own_commands.rs"]
mod own_commands;
#[path = "../../../tests/support/own_schema.rs"]
mod own_schema;
#[path = "cli/planted.rs"]
mod planted;
#[path = "cli/privileges.rs"]
mod privileges;
#[path = "cli/read.rs"]
mod read;
#[path = "cli/run.rs"]
mod run;
#[path = "cli/sandbox.rs"]
mod sandbox;
#[path = "cli/scenarios.rs"]
mod scenarios;
#[path = "cli/schema.rs"]
mod schema;
#[path = "../../../tests/support/secrets.rs"]
mod secrets;
#[path = "cli/seed_statements.rs"]
mod seed_statements;
#[path = "cli/session.rs"]
mod session;
#[path = "cli/stale.rs"]
mod stale;
#[path = "cli/talk.rs"]
mod talk;
#[path = "cli/terminal.rs"]
mod terminal;
#[path = "cli/write.rs"]
mod write;

#[test]
fn help_wraps_at_the_width_of_the_terminal() {
    help_wrap::assert_help_wraps(env!("CARGO_BIN_EXE_filetools"));
}
