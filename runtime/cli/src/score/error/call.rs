//! What can go wrong with a call.

use agent_error::{AgentError, exit};
use std::ffi::OsStr;
use std::io::{self, ErrorKind};

/// Why a call gave nothing to score.
#[derive(Debug, thiserror::Error, AgentError)]
pub(crate) enum CallError {
    /// The program does not exist.
    #[error("program {program} does not exist")]
    #[code(
        "PROGRAM_NOT_FOUND",
        exit = exit::NOT_FOUND,
        suggest = "Check the spelling, or give the path of the program, which for one in this directory starts with ./"
    )]
    NotFound {
        /// The program as given.
        program: String,
        source: io::Error,
    },

    /// The program may not be executed.
    ///
    /// It is a directory, or a file that is not executable for this user.
    #[error("{program} may not be executed")]
    #[code(
        "PROGRAM_NOT_EXECUTABLE",
        exit = exit::PERMISSION_DENIED,
        suggest = "Name an executable file, or the interpreter of a script: `errscore --case ARGS -- sh {program}`"
    )]
    NotExecutable {
        /// The program as given.
        program: String,
        source: io::Error,
    },

    /// The operating system did not start the program.
    #[error("{program} cannot be started: {source}")]
    #[code(
        "PROGRAM_NOT_STARTED",
        exit = exit::sysexits::OSERR,
        suggest = "Name the interpreter of a script that has no first line for it: \
                   `errscore --case ARGS -- sh {program}`"
    )]
    NotStarted {
        /// The program as given.
        program: String,
        source: io::Error,
    },

    /// The call succeeded instead of failing with an error to score.
    ///
    /// Whatever the call does has been done.
    #[error("the call `{call}` succeeded; only a failure can be scored")]
    #[code(
        "CALL_SUCCEEDED",
        exit = 80,
        side_effects = complete,
        suggest = "Name a call that fails before it changes anything: `errscore -- {program} --no-such-flag`"
    )]
    Succeeded {
        /// The command line, quoted for a shell.
        call: String,
        /// The program as given.
        program: String,
    },

    /// The call did not end in time and was killed.
    #[error("the call `{call}` did not end within {timeout_ms} ms")]
    #[code(
        "CALL_TIMED_OUT",
        exit = exit::TIMEOUT,
        suggest = "Name a call that ends by itself, or allow more time with `--timeout`"
    )]
    TimedOut {
        /// The command line, quoted for a shell.
        call: String,
        /// The time that one call may take, in milliseconds.
        timeout_ms: u64,
    },
}

impl CallError {
    /// The code for an error of the operating system when the program was started.
    pub(crate) fn new(program: &OsStr, source: io::Error) -> Self {
        let program = program.display().to_string();
        match source.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => Self::NotFound { program, source },
            ErrorKind::PermissionDenied | ErrorKind::IsADirectory => Self::NotExecutable { program, source },
            _ => Self::NotStarted { program, source },
        }
    }
}
