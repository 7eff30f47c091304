//! Replaces files.

use std::fs;
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;
use tempfile::TempPath;

/// Writes a file atomically. Creates missing parent directories. If the path is a symbolic link,
/// writes to its target.
///
/// # Errors
///
/// Returns an error if a directory can't be created or the file can't be written.
pub fn write_file(path: &Path, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    fs::create_dir_all(folder_of(&path))?;
    Ok(staged_file(&path, text)?.persist(path)?)
}

fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| *folder != Path::new(""))
        .unwrap_or(Path::new("."))
}

/// Writes a temporary file next to `path`. If you persist it, it replaces the file at `path`. The
/// temporary file has the permissions of a new file.
///
/// # Errors
///
/// Returns an error if `path` is a directory, or if the temporary file can't be written.
pub fn staged_file(path: &Path, text: &str) -> io::Result<TempPath> {
    if path.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    let mut builder = tempfile::Builder::new();
    set_default_permissions(&mut builder);
    let mut file = builder.tempfile_in(folder_of(path))?;
    file.write_all(text.as_bytes())?;
    // Closes the file. An export may have more files than a process can have open.
    Ok(file.into_temp_path())
}

/// Lets others read the file, unless the user's mask forbids it. By default, only the owner can read
/// temporary files.
#[cfg(unix)]
fn set_default_permissions(builder: &mut tempfile::Builder<'_, '_>) {
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
}

#[cfg(not(unix))]
fn set_default_permissions(_: &mut tempfile::Builder<'_, '_>) {}
