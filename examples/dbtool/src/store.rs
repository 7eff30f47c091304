//! Stores the counts of the items in a JSON file. Each change replaces the file.

use crate::error::DbError;
use serde_json::json;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;
use std::process;

/// Creates an empty database and its directory. Returns an error if it already exists.
pub(crate) fn create(path: &Path) -> Result<(), DbError> {
    if let Some(directory) = path.parent().filter(|directory| !directory.exists()) {
        fs::create_dir_all(directory).map_err(|source| access_failed(path, source))?;
    }
    write_new(path, "{}").map_err(|source| match source.kind() {
        ErrorKind::AlreadyExists if path.is_file() => DbError::FileExists { path: path.into() },
        _ => access_failed(path, source),
    })
}

/// Returns the counts by SKU.
pub(crate) fn load(path: &Path) -> Result<BTreeMap<String, u32>, DbError> {
    let json = fs::read_to_string(path).map_err(|source| match source.kind() {
        ErrorKind::NotFound => DbError::FileMissing {
            path: path.into(),
            source,
        },
        _ => DbError::unreadable(path, source),
    })?;
    serde_json::from_str(&json).map_err(|source| DbError::FileCorrupt {
        path: path.into(),
        source,
    })
}

/// Adds items, or none of them if there's an error.
pub(crate) fn add(path: &Path, items: BTreeMap<String, u32>) -> Result<(), DbError> {
    let mut stored = load(path)?;
    let skus: Vec<String> = items
        .keys()
        .filter(|sku| stored.contains_key(*sku))
        .cloned()
        .collect();
    if !skus.is_empty() {
        return Err(DbError::Duplicate {
            path: path.into(),
            skus,
        });
    }
    stored.extend(items);
    // Replaces the file at once, so that a failed or interrupted change leaves the old database.
    let mut draft = path.as_os_str().to_owned();
    draft.push(format!(".{}", process::id()));
    let draft = Path::new(&draft);
    let written = write_new(draft, &json!(stored).to_string())
        .and_then(|()| fs::rename(draft, path).inspect_err(|_| drop(fs::remove_file(draft))));
    written.map_err(|source| access_failed(path, source))
}

fn access_failed(path: &Path, source: io::Error) -> DbError {
    let path = path.into();
    DbError::AccessFailed { path, source }
}

/// Writes a file that doesn't exist yet, so that nothing is overwritten. If writing fails, removes
/// the file.
fn write_new(path: &Path, text: &str) -> io::Result<()> {
    File::create_new(path)?
        .write_all(text.as_bytes())
        .inspect_err(|_| drop(fs::remove_file(path)))
}
