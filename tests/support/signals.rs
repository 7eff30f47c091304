//! Programs that signals can end.

use std::process::Command;

/// A command for the program in `path` that handles signals by default.
///
/// Under `nohup`, or in the background of a script, tests run with signals ignored, and so does what they start.
pub(crate) fn heeding_signals(path: &str) -> Command {
    if cfg!(target_os = "linux") {
        let mut command = Command::new("env");
        command.args(["--default-signal=HUP,INT,TERM", path]);
        return command;
    }
    Command::new(path)
}
