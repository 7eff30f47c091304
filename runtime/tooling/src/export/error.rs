//! Errors that occur during an export.

use crate::export::ExportFormat;
use agent_error::error::SystemError;
use agent_error::{AgentError, exit};
use std::fmt;
use std::path::PathBuf;

/// An export failed. Nothing was changed.
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
    /// Two catalogs have the same program name, so their files would overwrite each other.
    #[code(
        "EXPORT_PROGRAM_DUPLICATE",
        exit = exit::ARG_ERROR,
        suggest = "Pass each catalog once; if two programs have the same name, export them to different folders",
        shared
    )]
    DuplicateProgram {
        /// The program name.
        program: String,
    },
    /// A file exists where the export needs a folder, or the other way around.
    #[code(
        "EXPORT_TARGET_OCCUPIED",
        exit = exit::CONFLICT,
        suggest = "Pass another folder with `--out`, or move the existing file",
        shared
    )]
    Occupied {
        /// The existing file or folder.
        path: PathBuf,
        /// What the export needs in its place: `folder` or `file`.
        needed: &'static str,
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
            Self::DuplicateProgram { program } => write!(f, "two catalogs have the same program name `{program}`"),
            Self::Occupied { path, needed } => write!(f, "{} already exists and is not a {needed}", path.display()),
            Self::NotWritten { path, source } => write!(f, "cannot write {}: {source}", path.display()),
        }
    }
}

impl std::error::Error for ExportError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::NotWritten { source, .. } => Some(source),
            Self::FolderMissing { .. } | Self::DuplicateProgram { .. } | Self::Occupied { .. } => None,
        }
    }
}
