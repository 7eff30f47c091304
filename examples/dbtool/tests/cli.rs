//! Tests of dbtool with real processes, files, databases and sockets.

// The tests need Unix file permissions, `sh`, and the way Unix treats a full listener queue.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::panic, reason = "only tests call these functions")]

#[path = "cli/advice.rs"]
mod advice;
#[path = "../../../tests/support/answers.rs"]
mod answers;
#[path = "cli/catalog.rs"]
mod catalog;
#[path = "cli/connect.rs"]
mod connect;
#[path = "cli/database.rs"]
mod database;
#[path = "cli/errors.rs"]
mod errors;
#[path = "cli/files.rs"]
mod files;
#[path = "../../../tests/support/fixes.rs"]
mod fixes;
#[path = "cli/formats.rs"]
mod formats;
#[path = "../../../tests/support/help_wrap.rs"]
mod help_wrap;
#[path = "cli/init.rs"]
mod init;
#[path = "cli/manifest.rs"]
mod manifest;
#[path = "../../../tests/support/own_commands.rs"]
mod own_commands;
#[path = "../../../tests/support/own_schema.rs"]
mod own_schema;
#[path = "cli/pages.rs"]
mod pages;
#[path = "cli/planted.rs"]
mod planted;
#[path = "cli/process.rs"]
mod process;
#[cfg(target_os = "linux")]
#[path = "cli/readme.rs"]
mod readme;
#[path = "cli/schema.rs"]
mod schema;
#[path = "../../../tests/support/secrets.rs"]
mod secrets;
#[path = "cli/seed_statements.rs"]
mod seed_statements;
#[path = "cli/sync.rs"]
mod sync;
#[cfg(target_os = "linux")]
#[path = "cli/terminal.rs"]
mod terminal;
#[path = "cli/tool.rs"]
mod tool;
#[path = "cli/usage.rs"]
mod usage;
#[path = "cli/validate.rs"]
mod validate;

use tool::Sandbox;

const ITEMS: &str = "sku,name,count\nA-1,Bolt,3\nA-2,Nut,4\n";

/// Creates a sandbox whose database contains [`ITEMS`].
fn filled() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.succeeds(&["init"]);
    sandbox.write("items.csv", ITEMS);
    sandbox.succeeds(&["process", "items.csv"]);
    sandbox
}

/// Creates a sandbox with an empty database and a file.
fn with_file(name: &str, content: impl AsRef<[u8]>) -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.succeeds(&["init"]);
    sandbox.write(name, content);
    sandbox
}

#[test]
fn help_wraps_at_the_width_of_the_terminal() {
    help_wrap::assert_help_wraps(env!("CARGO_BIN_EXE_dbtool"));
}
