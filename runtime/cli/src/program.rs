//! Programs that this one starts.

use agent_error::{AgentError, exit};
use std::ffi::OsStr;
use std::io::{self, ErrorKind};
use std::path::Path;

/// A program could not be started.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(domain = "PROGRAM")]
pub enum StartError {
    /// The program does not exist.
    #[error("program {program} does not exist")]
    #[code(
        "PROGRAM_NOT_FOUND",
        exit = exit::NOT_FOUND,
        suggest = "Check the spelling, or pass the path of the program; for a program in this directory, start it with ./"
    )]
    Missing {
        /// The program as given.
        program: String,
        /// The error of the operating system.
        source: io::Error,
    },

    /// The program is not executable.
    ///
    /// It is a directory, or a file that this user may not execute.
    #[error("{program} is not executable")]
    #[code(
        "PROGRAM_NOT_EXECUTABLE",
        exit = exit::PERMISSION_DENIED,
        suggest = "Pass an executable file; to run a script, pass its interpreter first, as in `sh {program}`"
    )]
    NotExecutable {
        /// The program as given.
        program: String,
        /// The error of the operating system.
        source: io::Error,
    },

    /// The operating system could not start the program.
    ///
    /// It may be a script whose interpreter doesn't exist.
    #[error("{program} could not be started: {source}")]
    #[code(
        "PROGRAM_NOT_STARTED",
        exit = exit::sysexits::OSERR,
        suggest = "If {program} is a script, check its first line, or pass its interpreter first, as in `sh {program}`"
    )]
    Failed {
        /// The program as given.
        program: String,
        /// The error of the operating system.
        source: io::Error,
    },
}

impl StartError {
    /// The error for what the operating system returned when it was asked to start `program`.
    pub(crate) fn new(program: &OsStr, source: io::Error) -> Self {
        let path = Path::new(program);
        // The program exists if it is found by its path; the interpreter in its first line then doesn't.
        let exists = path.components().count() > 1 && path.is_file();
        let program = program.display().to_string();
        match source.kind() {
            ErrorKind::NotFound if exists => Self::Failed { program, source },
            ErrorKind::NotFound | ErrorKind::NotADirectory => Self::Missing { program, source },
            ErrorKind::PermissionDenied | ErrorKind::IsADirectory => Self::NotExecutable { program, source },
            _ => Self::Failed { program, source },
        }
    }
}
