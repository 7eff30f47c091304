//! The database: a JSON file of items. A change replaces the whole file.

use crate::error::DbError;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{ErrorKind, Write as _};
use std::path::Path;

#[derive(Serialize, Deserialize)]
pub(crate) struct Item {
    pub(crate) name: String,
    pub(crate) count: u32,
}

/// How to handle an item whose SKU already exists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum OnConflict {
    /// Fail without changing anything
    #[default]
    Fail,
    /// Keep the existing item
    Skip,
    /// Replace the existing item
    Update,
}

/// Creates an empty database. Returns an error if it already exists.
pub(crate) fn create(path: &Path) -> Result<(), DbError> {
    let created =
        File::create_new(path).and_then(|mut file| file.write_all(b"{}").inspect_err(|_| drop(fs::remove_file(path))));
    created.map_err(|source| match source.kind() {
        ErrorKind::AlreadyExists => DbError::FileExists { path: path.into() },
        _ => DbError::AccessFailed { path: path.into(), source },
    })
}

/// Returns the items by SKU.
pub(crate) fn load(path: &Path) -> Result<BTreeMap<String, Item>, DbError> {
    let json = fs::read_to_string(path).map_err(|source| match source.kind() {
        ErrorKind::NotFound => DbError::FileMissing { path: path.into(), source },
        _ => DbError::unreadable(path, source),
    })?;
    serde_json::from_str(&json).map_err(|source| DbError::FileCorrupt { path: path.into(), source })
}

/// Adds items, or none of them if there's an error. Returns the number of items that were added or replaced.
pub(crate) fn add(path: &Path, mut items: BTreeMap<String, Item>, on_conflict: OnConflict) -> Result<usize, DbError> {
    let mut stored = load(path)?;
    let skus: Vec<String> = items.keys().filter(|sku| stored.contains_key(*sku)).cloned().collect();
    match on_conflict {
        OnConflict::Fail if skus.is_empty() => {}
        OnConflict::Fail => return Err(DbError::Duplicate { path: path.into(), skus }),
        OnConflict::Skip => items.retain(|sku, _| !stored.contains_key(sku)),
        OnConflict::Update => {}
    }
    let changed = items.len();
    stored.extend(items);
    // Replaces the file at once, so that a failed or interrupted change leaves the old database.
    let new = path.with_extension("new");
    let written = fs::write(&new, json!(stored).to_string()).and_then(|()| fs::rename(&new, path));
    let written = written.inspect_err(|_| drop(fs::remove_file(&new)));
    written.map_err(|source| DbError::AccessFailed { path: path.into(), source })?;
    Ok(changed)
}
