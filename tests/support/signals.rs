//! Programs that signals can end.

use std::process::Command;

/// A command for the program in `path` that handles signals by default.
pub(crate) fn heeding_signals(path: &str) -> Command {
    let (program, arguments) = words_heeding_signals(path);
    let mut command = Command::new(program);
    command.args(arguments);
    command
}

/// The same as a program and its first arguments.
///
/// Under `nohup`, or in the background of a script, tests run with signals ignored, and so does what they start.
pub(crate) fn words_heeding_signals(path: &str) -> (&str, Vec<&str>) {
    match cfg!(target_os = "linux") {
        true => ("env", vec!["--default-signal=HUP,INT,TERM", path]),
        false => (path, Vec::new()),
    }
}
