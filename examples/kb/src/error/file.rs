//! Errors of files.

use agent_error::{AgentError, exit};
use std::io;
use std::path::PathBuf;

/// Errors of files.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict)]
pub(crate) enum FileError {
    /// The file can't be read: it doesn't exist, is a directory, or the current user doesn't have permission.
    #[error("cannot read {path}: {source}")]
    #[code(
        "file_unreadable",
        exit = exit::sysexits::NOINPUT,
        suggest = "Pass a readable file; relative paths are resolved against the working directory"
    )]
    Unreadable {
        /// The path, as passed. `-` is standard input.
        path: PathBuf,
        source: io::Error,
    },

    /// The database or its directory can't be created.
    #[error("cannot create {path}: {source}")]
    #[code(
        "file_not_created",
        exit = exit::sysexits::CANTCREAT,
        suggest = "Fix the cause in the message, or pass another path with `--db`"
    )]
    NotCreated {
        /// The path of the file or of its directory.
        path: PathBuf,
        source: io::Error,
    },
}
