//! Fails with an error. With `--traced`, also emits the error as a tracing event on standard error.

use agent_error::{ErrorRecord, Program};
use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    tracing_subscriber::fmt()
        .with_writer(io::stderr)
        .without_time()
        .init();
    let traced = std::env::args().any(|argument| argument == "--traced");
    Program::new("traced")
        .traced(traced)
        .run(|| Err::<(), _>(ErrorRecord::new("DISK_FULL", "no space").with_exit_code(73)))
}
