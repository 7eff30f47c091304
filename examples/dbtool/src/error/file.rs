//! Errors of files, whatever their content.

use agent_error::{AgentError, exit};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Why a file cannot be read.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = inherit, domain = "FILE")]
pub(crate) enum FileError {
    /// The file does not exist.
    #[error("file {path} does not exist")]
    #[code(
        "FILE_PATH_NOT_FOUND",
        exit = exit::NOT_FOUND,
        suggest = "Check the path; a relative path starts at the working directory"
    )]
    NotFound {
        /// The path as given.
        path: PathBuf,
        source: io::Error,
    },

    /// The path leads to a directory.
    #[error("{path} is a directory")]
    #[code("FILE_PATH_IS_DIRECTORY", exit = exit::ARG_ERROR, suggest = "Name a file, for instance one in {path}")]
    IsDirectory {
        /// The path as given.
        path: PathBuf,
    },

    /// This user may not open the file.
    #[error("{path} may not be opened")]
    #[code(
        "FILE_ACCESS_DENIED",
        exit = exit::PERMISSION_DENIED,
        suggest = "Ask the owner of {path} for access, or run dbtool as a user who has it"
    )]
    AccessDenied {
        /// The path as given.
        path: PathBuf,
        source: io::Error,
    },

    /// The operating system failed to read the file.
    #[error("{path} cannot be read: {source}")]
    #[code(
        "FILE_READ_FAILED",
        exit = exit::sysexits::IOERR,
        suggest = "Check the disk that holds {path}"
    )]
    ReadFailed {
        /// The path as given.
        path: PathBuf,
        source: io::Error,
    },
}

impl FileError {
    /// The code for an error of the operating system when `path` was opened or read.
    pub(crate) fn new(path: &Path, source: io::Error) -> Self {
        let path = path.into();
        match source.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => Self::NotFound { path, source },
            ErrorKind::IsADirectory => Self::IsDirectory { path },
            ErrorKind::PermissionDenied => Self::AccessDenied { path, source },
            _ => Self::ReadFailed { path, source },
        }
    }
}
