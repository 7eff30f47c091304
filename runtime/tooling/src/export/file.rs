//! Writes exports to files.

use super::{ExportError, ExportFormat};
use crate::document::Document;
use serde::Serialize;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::fs;

/// A file that's part of an export.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExportedFile {
    /// The file name, such as `DB_LOCKED.md`.
    pub path: String,
    /// The content, including a trailing newline.
    pub text: String,
}

/// The result of an export to a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ExportReport {
    /// The output folder.
    pub folder: PathBuf,
    /// The names of all exported files, sorted.
    pub files: Vec<String>,
}

impl Document {
    /// Exports the catalog to a folder. Creates the folder if it doesn't exist.
    ///
    /// Replaces each file atomically. Doesn't remove files of earlier exports.
    ///
    /// # Errors
    ///
    /// Returns [`ExportError::Occupied`] or [`ExportError::NotWritten`]. Some files may have been written before the
    /// error.
    pub fn export_to(&self, format: ExportFormat, folder: impl AsRef<Path>) -> Result<ExportReport, ExportError> {
        let folder = folder.as_ref();
        let failed = |path: &Path, source: io::Error| match source.kind() {
            ErrorKind::AlreadyExists | ErrorKind::NotADirectory => ExportError::Occupied { path: folder.to_owned() },
            _ => ExportError::NotWritten { path: path.to_owned(), source: source.into() },
        };
        fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
        let mut files = Vec::new();
        for file in self.export(format) {
            let path = folder.join(&file.path);
            write_file(&path, &file.text).map_err(|error| failed(&path, error))?;
            files.push(file.path);
        }
        Ok(ExportReport { folder: folder.to_owned(), files })
    }
}

/// Writes a file atomically. Creates missing parent folders. If the path is a symbolic link, writes to its target.
///
/// # Errors
///
/// Returns an error if a folder can't be created or the file can't be written.
pub fn write_file(path: &Path, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    // By default, only the owner can read temporary files.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.persist(path)?;
    Ok(())
}
