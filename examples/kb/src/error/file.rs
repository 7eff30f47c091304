//! Errors of files other than the database.

use agent_error::{AgentError, exit};
use std::io;
use std::path::PathBuf;

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = inherit, case = "snake")]
pub(crate) enum FileError {
    /// A file cannot be read: it does not exist, is a directory, or belongs to another user.
    #[error("{path} cannot be read: {source}")]
    #[code(
        "file_unreadable",
        exit = exit::sysexits::NOINPUT,
        suggest = "Name a file that this user may read; a relative path starts at the working directory"
    )]
    Unreadable {
        /// The path as given; `-` is standard input.
        path: PathBuf,
        source: io::Error,
    },

    /// The database, or the directory for it, cannot be created.
    #[error("{path} cannot be created: {source}")]
    #[code(
        "file_not_created",
        exit = exit::sysexits::CANTCREAT,
        suggest = "Correct what the message says, or keep the knowledge base elsewhere with `--db`"
    )]
    NotCreated {
        /// The path of the file or of its directory.
        path: PathBuf,
        source: io::Error,
    },
}
