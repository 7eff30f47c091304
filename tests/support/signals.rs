//! Starts programs with default signal handling.

use std::process::Command;

/// Creates a command for a program with default signal handling.
pub(crate) fn heeding_signals(path: &str) -> Command {
    let (program, arguments) = words_heeding_signals(path);
    let mut command = Command::new(program);
    command.args(arguments);
    command
}

/// Returns a program and its first arguments. The program runs with default signal handling.
///
/// Tests that run under `nohup` or in the background of a script ignore signals, and so do the
/// processes that they start.
pub(crate) fn words_heeding_signals(path: &str) -> (&str, Vec<&str>) {
    if cfg!(target_os = "linux") {
        ("env", vec!["--default-signal=HUP,INT,TERM", path])
    } else {
        (path, Vec::new())
    }
}
