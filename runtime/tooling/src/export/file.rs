//! Writes exports to files.

use super::{ExportError, ExportFormat};
use crate::document::Document;
use serde::Serialize;
use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use tempfile::TempPath;

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
    /// Writes all files under temporary names first, and then replaces the existing files one by one. Doesn't remove
    /// files of earlier exports.
    ///
    /// # Errors
    ///
    /// Returns [`ExportError::Occupied`] or [`ExportError::NotWritten`]. In both cases, no file in the folder has
    /// changed, unless the last step fails.
    pub fn export_to(&self, format: ExportFormat, folder: impl AsRef<Path>) -> Result<ExportReport, ExportError> {
        let folder = folder.as_ref();
        let failed = |path: &Path, source: io::Error| match source.kind() {
            ErrorKind::AlreadyExists | ErrorKind::NotADirectory => ExportError::Occupied { path: folder.to_owned() },
            _ => ExportError::NotWritten { path: path.to_owned(), source: source.into() },
        };
        fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
        let files = self.export(format);
        let stage = |file: &ExportedFile| {
            let path = folder.join(&file.path);
            let staged = staged(&path, &file.text).map_err(|error| failed(&path, error))?;
            Ok((staged, path))
        };
        for (file, path) in files.iter().map(stage).collect::<Result<Vec<_>, _>>()? {
            file.persist(&path).map_err(|error| failed(&path, error.error))?;
        }
        Ok(ExportReport { folder: folder.to_owned(), files: files.into_iter().map(|file| file.path).collect() })
    }
}

/// Writes a file atomically. Creates missing parent folders. If the path is a symbolic link, writes to its target.
///
/// # Errors
///
/// Returns an error if a folder can't be created or the file can't be written.
pub fn write_file(path: &Path, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    fs::create_dir_all(folder_of(&path))?;
    Ok(staged(&path, text)?.persist(path)?)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Writes a temporary file next to `path`. Its permissions are those of a new file.
fn staged(path: &Path, text: &str) -> io::Result<TempPath> {
    if path.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    let mut builder = tempfile::Builder::new();
    // By default, only the owner can read temporary files.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder_of(path))?;
    file.write_all(text.as_bytes())?;
    // Closes the file. An export may have more files than a process can have open.
    Ok(file.into_temp_path())
}
