//! Errors that occur when other programs are started.

use agent_error::{AgentError, exit};
use std::ffi::OsStr;
use std::io::{self, ErrorKind};
use std::path::Path;

/// A program can't be started.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(domain = "PROGRAM")]
pub enum SpawnError {
    /// The program doesn't exist.
    #[error("program {program} does not exist")]
    #[code(
        "PROGRAM_NOT_FOUND",
        exit = exit::NOT_FOUND,
        suggest = "Check the spelling, or pass the program's path; for the current directory, prefix it with ./"
    )]
    Missing {
        /// The program as given.
        program: String,
        /// The I/O error.
        source: io::Error,
    },

    /// The program isn't executable.
    ///
    /// It's a directory, or a file without execute permission for this user.
    #[error("{program} is not executable")]
    #[code(
        "PROGRAM_NOT_EXECUTABLE",
        exit = exit::PERMISSION_DENIED,
        suggest = "Pass an executable file; to run a script, pass its interpreter first, as in `sh {program}`"
    )]
    NotExecutable {
        /// The program as given.
        program: String,
        /// The I/O error.
        source: io::Error,
    },

    /// The operating system can't start the program.
    ///
    /// It may be a script whose interpreter doesn't exist.
    #[error("cannot start {program}: {source}")]
    #[code(
        "PROGRAM_NOT_STARTED",
        exit = exit::sysexits::OSERR,
        suggest = "If {program} is a script, check its first line, or pass its interpreter first, as in `sh {program}`"
    )]
    Failed {
        /// The program as given.
        program: String,
        /// The I/O error.
        source: io::Error,
    },
}

impl SpawnError {
    /// Classifies an I/O error that occurred while starting `program`.
    pub(crate) fn new(program: &OsStr, source: io::Error) -> Self {
        let path = Path::new(program);
        // If the script itself exists, its interpreter is missing.
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
