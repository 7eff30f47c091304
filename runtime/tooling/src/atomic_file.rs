//! Writes files atomically.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

/// Returns a unique name for a temporary file.
pub(crate) fn unique(prefix: &str) -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!("{prefix}.{}.{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// Writes a file atomically. Creates missing parent folders. If the path is a symbolic link, writes to its target.
///
/// # Errors
///
/// Returns an error if a folder can't be created or the file can't be written.
pub fn write_file(path: &Path, text: &str) -> io::Result<()> {
    let path = &linked(path);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let written = path.with_file_name(unique(&format!(".{name}")));
    fs::write(&written, text).and_then(|()| fs::rename(&written, path)).inspect_err(|_| {
        // Ignore errors: the caller needs the original error.
        let _ = fs::remove_file(&written);
    })
}

/// Follows symbolic links and returns the final target, even if the target doesn't exist yet.
pub(crate) fn linked(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..40 {
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().map_or(target.clone(), |parent| parent.join(target)),
            Err(_) => break,
        }
    }
    path
}
