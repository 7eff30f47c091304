//! I/O errors of files, regardless of their content.

use agent_error::{AgentError, exit, nearest};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Why a file can't be read.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, domain = "FILE")]
pub(crate) enum FileError {
    /// The file doesn't exist.
    #[error("file {path} does not exist")]
    #[code(
        "FILE_PATH_NOT_FOUND",
        exit = exit::NOT_FOUND,
        suggest = "Check the path; relative paths are resolved against the working directory"
    )]
    NotFound {
        /// The path, as passed.
        path: PathBuf,
        /// Files with similar names in the same directory, the nearest first.
        #[context(nearest)]
        nearest: Vec<String>,
        source: io::Error,
    },

    /// The path is a directory.
    #[error("{path} is a directory")]
    #[code("FILE_PATH_IS_DIRECTORY", exit = exit::ARG_ERROR, suggest = "Pass a file, such as one in {path}")]
    IsDirectory {
        /// The path, as passed.
        path: PathBuf,
    },

    /// The current user doesn't have permission to open the file.
    #[error("cannot open {path}: permission denied")]
    #[code(
        "FILE_ACCESS_DENIED",
        exit = exit::PERMISSION_DENIED,
        suggest = "Ask the owner of {path} for access, or run dbtool as another user"
    )]
    AccessDenied {
        /// The path, as passed.
        path: PathBuf,
        source: io::Error,
    },

    /// The file can't be read.
    #[error("cannot read {path}: {source}")]
    #[code(
        "FILE_READ_FAILED",
        exit = exit::sysexits::IOERR,
        side_effects = none,
        suggest = "Check the disk that {path} is on"
    )]
    ReadFailed {
        /// The path, as passed.
        path: PathBuf,
        source: io::Error,
    },
}

impl FileError {
    /// Creates the error for an I/O error while opening or reading `path`.
    pub(crate) fn new(path: &Path, source: io::Error) -> Self {
        let path: PathBuf = path.into();
        match source.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => {
                Self::NotFound { nearest: similar_files(&path), path, source }
            }
            ErrorKind::IsADirectory => Self::IsDirectory { path },
            ErrorKind::PermissionDenied => Self::AccessDenied { path, source },
            _ => Self::ReadFailed { path, source },
        }
    }
}

/// Returns the names of similar files in the same directory, or none if the directory can't be read.
fn similar_files(path: &Path) -> Vec<String> {
    const MOST: usize = 3;
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return Vec::new() };
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    let near = nearest(name, names.iter().map(String::as_str)).into_iter().take(MOST);
    near.map(|name| path.with_file_name(name).display().to_string()).collect()
}
