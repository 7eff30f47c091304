//! Errors that occur when files or standard input are read.

use agent_error::{AgentError, exit};
use std::io::{self, ErrorKind};

/// A file or standard input can't be read as text.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(domain = "INPUT")]
pub enum InputError {
    /// The file doesn't exist.
    #[error("file {path} does not exist")]
    #[code(
        "INPUT_FILE_NOT_FOUND",
        exit = exit::NOT_FOUND,
        suggest = "Check the path, or pass `-` to read standard input"
    )]
    NotFound {
        /// The path as given.
        path: String,
        /// The I/O error.
        source: io::Error,
    },

    /// The current user doesn't have permission to open the file.
    #[error("cannot open {path}: permission denied")]
    #[code(
        "INPUT_ACCESS_DENIED",
        exit = exit::PERMISSION_DENIED,
        suggest = "Ask the owner of {path} for access, or pass `-` and pipe its content to standard input"
    )]
    AccessDenied {
        /// The path as given.
        path: String,
        /// The I/O error.
        source: io::Error,
    },

    /// The input can't be read.
    ///
    /// It may be a directory. With `convert --lines`, all earlier lines have been converted.
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
        /// The I/O error.
        source: io::Error,
    },

    /// The input is empty or contains only whitespace.
    #[error("the input is empty")]
    #[code(
        "INPUT_EMPTY",
        exit = exit::sysexits::DATAERR,
        phase = validation,
        suggest = "Pass an error; if the input is piped, check that the program writes the error to standard output"
    )]
    Empty {
        /// The path as given, or `-`.
        path: String,
    },

    /// The input isn't valid UTF-8.
    #[error("the input is not valid UTF-8 at line {line}, column {column} (byte {offset})")]
    #[code(
        "INPUT_TEXT_INVALID",
        exit = exit::sysexits::DATAERR,
        phase = validation,
        suggest = "Convert the input to UTF-8, or remove the invalid byte"
    )]
    Text {
        /// The byte offset of the first invalid byte.
        offset: usize,
        /// The line number, starting at 1.
        line: usize,
        /// The column in characters, starting at 1.
        column: usize,
        /// The decoding error.
        source: std::str::Utf8Error,
    },
}

impl InputError {
    /// Classifies an I/O error that occurred while opening or reading `path`.
    pub(crate) fn new(path: String, source: io::Error) -> Self {
        match source.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => Self::NotFound { path, source },
            ErrorKind::PermissionDenied => Self::AccessDenied { path, source },
            _ => Self::ReadFailed { path, source },
        }
    }
}
