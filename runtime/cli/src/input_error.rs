//! Errors of files and of standard input.

use agent_error::{AgentError, exit};
use std::io::{self, ErrorKind};

/// A file or standard input cannot be read as text.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(domain = "INPUT")]
pub enum InputError {
    /// The file does not exist.
    #[error("file {path} does not exist")]
    #[code(
        "INPUT_FILE_NOT_FOUND",
        exit = exit::NOT_FOUND,
        suggest = "Check the path, or pass `-` to read standard input"
    )]
    NotFound {
        /// The path as given.
        path: String,
        /// The error of the operating system.
        source: io::Error,
    },

    /// This user may not open the file.
    #[error("{path} may not be opened")]
    #[code(
        "INPUT_ACCESS_DENIED",
        exit = exit::PERMISSION_DENIED,
        suggest = "Ask the owner of {path} for access, or pass `-` and write its content to standard input"
    )]
    AccessDenied {
        /// The path as given.
        path: String,
        /// The error of the operating system.
        source: io::Error,
    },

    /// The operating system failed to read the input.
    ///
    /// It may be a directory. `convert --lines` has converted the lines before it.
    #[error("{path} cannot be read: {source}")]
    #[code(
        "INPUT_READ_FAILED",
        exit = exit::sysexits::IOERR,
        side_effects = none,
        suggest = "Check that {path} is a file or a pipe"
    )]
    ReadFailed {
        /// The path as given, or `-`.
        path: String,
        /// The error of the operating system.
        source: io::Error,
    },

    /// The input is empty, or blank.
    #[error("the input is empty")]
    #[code(
        "INPUT_EMPTY",
        exit = exit::sysexits::DATAERR,
        phase = validation,
        suggest = "Pass one error; check that the program before the pipe has written it to standard output"
    )]
    Empty {
        /// The path as given, or `-`.
        path: String,
    },

    /// The input is not UTF-8 text.
    #[error("byte {offset} of the input is not UTF-8, in line {line}, column {column}")]
    #[code(
        "INPUT_TEXT_INVALID",
        exit = exit::sysexits::DATAERR,
        phase = validation,
        suggest = "Convert the input to UTF-8 first, or remove the byte"
    )]
    Text {
        /// The number of valid UTF-8 bytes before the first invalid one.
        offset: usize,
        /// Its line, from 1.
        line: usize,
        /// Its column in characters, from 1.
        column: usize,
        /// The error of the conversion.
        source: std::str::Utf8Error,
    },
}

impl InputError {
    /// The error for what the operating system returned when `path` was opened or read.
    pub(crate) fn new(path: String, source: io::Error) -> Self {
        match source.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => Self::NotFound { path, source },
            ErrorKind::PermissionDenied => Self::AccessDenied { path, source },
            _ => Self::ReadFailed { path, source },
        }
    }
}
