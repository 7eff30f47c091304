//! Errors of exporting a catalog.

use crate::export::ExportFormat;
use agent_error::error::SystemError;
use agent_error::{AgentError, exit};
use std::fmt;
use std::path::PathBuf;

/// The catalog could not be exported. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(unlinked)]
#[non_exhaustive]
pub enum ExportError {
    /// An export of several files needs a folder.
    #[code(
        "EXPORT_FOLDER_MISSING",
        exit = exit::ARG_ERROR,
        suggest = "Pass a folder for the files with `--out`; it is created if it does not exist",
        shared
    )]
    FolderMissing {
        /// The requested format.
        #[context(display)]
        format: ExportFormat,
    },
    /// Two catalogs belong to programs of the same name, so their files would replace each other.
    #[code(
        "EXPORT_PROGRAM_DUPLICATE",
        exit = exit::ARG_ERROR,
        suggest = "Pass each catalog once; if two programs have the same name, export them to different folders",
        shared
    )]
    DuplicateProgram {
        /// The name of the programs.
        program: String,
    },
    /// A file is in place of a folder that the export needs, or a folder in place of a file.
    #[code(
        "EXPORT_TARGET_OCCUPIED",
        exit = exit::CONFLICT,
        suggest = "Pass another folder with `--out`, or move the existing file",
        shared
    )]
    Occupied {
        /// The existing file or folder.
        path: PathBuf,
        /// What the export needs there: `folder` or `file`.
        needed: &'static str,
    },
    /// The operating system refuses to write the export.
    #[code(
        "EXPORT_NOT_WRITTEN",
        exit = exit::sysexits::CANTCREAT,
        suggest = "Check whether the disk is full or the folder is write-protected, or pass another folder with `--out`",
        shared
    )]
    NotWritten {
        /// The file or folder that could not be written.
        path: PathBuf,
        /// The error of the operating system.
        source: SystemError,
    },
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FolderMissing { format } => write!(f, "the format `{format}` consists of several files"),
            Self::DuplicateProgram { program } => write!(f, "two catalogs belong to a program named `{program}`"),
            Self::Occupied { path, needed } => write!(f, "{} exists and is not a {needed}", path.display()),
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
