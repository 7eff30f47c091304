//! Errors that occur during an export.

use crate::export::ExportFormat;
use agent_error::error::SystemError;
use agent_error::{AgentError, exit};
use std::fmt;
use std::path::PathBuf;

/// An export failed.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(unregistered)]
#[non_exhaustive]
pub enum ExportError {
    /// The format consists of several files, but no folder was given.
    #[code(
        "EXPORT_FOLDER_MISSING",
        exit = exit::ARG_ERROR,
        suggest = "Pass an output folder with `--out`; it's created if it doesn't exist",
        shared
    )]
    FolderMissing {
        /// The requested format.
        #[context(display)]
        format: ExportFormat,
    },
    /// A file exists where the export needs a folder.
    #[code(
        "EXPORT_TARGET_OCCUPIED",
        exit = exit::CONFLICT,
        suggest = "Pass another folder with `--out`, or move the existing file",
        shared
    )]
    Occupied {
        /// The output folder.
        path: PathBuf,
    },
    /// The export can't be written.
    #[code(
        "EXPORT_NOT_WRITTEN",
        exit = exit::sysexits::CANTCREAT,
        suggest = "Check whether the disk is full or the folder is read-only, or pass another folder with `--out`",
        shared
    )]
    NotWritten {
        /// The file or folder that can't be written.
        path: PathBuf,
        /// The error from the operating system.
        source: SystemError,
    },
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FolderMissing { format } => write!(f, "the format `{format}` consists of several files"),
            Self::Occupied { path } => write!(f, "{} is not a folder", path.display()),
            Self::NotWritten { path, source } => write!(f, "cannot write {}: {source}", path.display()),
        }
    }
}

impl std::error::Error for ExportError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::NotWritten { source, .. } => Some(source),
            Self::FolderMissing { .. } | Self::Occupied { .. } => None,
        }
    }
}
