//! The error for programs that can't be started.

use agent_error::{AgentError, exit};
use std::ffi::OsStr;
use std::io;

/// A program can't be started.
///
/// It may be missing or not executable, or the interpreter of the script is missing.
#[derive(Debug, thiserror::Error, AgentError)]
#[error("cannot start {program}: {source}")]
#[code(
    "PROGRAM_NOT_STARTED",
    exit = exit::sysexits::UNAVAILABLE,
    side_effects = none,
    suggest = "Pass the path of an executable file, such as ./tool; to run a script, pass its interpreter first, as in `sh {program}`"
)]
pub struct SpawnError {
    /// The program as given.
    program: String,
    /// The I/O error.
    source: io::Error,
}

impl SpawnError {
    pub(crate) fn new(program: &OsStr, source: io::Error) -> Self {
        Self { program: program.display().to_string(), source }
    }
}
