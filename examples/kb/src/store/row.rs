//! Converts database rows to entries. Another program may have written invalid rows.

use crate::entry::{Entry, Kind};
use crate::error::EntryError;
use rusqlite::Row;
use rusqlite::types::ValueRef;
use serde::de::DeserializeOwned;

/// The columns of an entry.
pub(super) const COLUMNS: &str = "id, type, title, tags, body, metadata, version, updated";

/// Converts a row with the columns [`COLUMNS`] to an entry.
///
/// # Errors
///
/// Returns [`EntryError::Serialization`] if a column has an invalid value.
pub(super) fn entry(row: &Row<'_>) -> Result<Entry, EntryError> {
    Ok(Entry {
        id: text(row, "id")?,
        kind: kind(row)?,
        title: text(row, "title")?,
        tags: json(row, "tags")?,
        body: text(row, "body")?,
        metadata: json(row, "metadata")?,
        version: version(row)?,
        updated: text(row, "updated")?,
    })
}

pub(super) fn kind(row: &Row<'_>) -> Result<Kind, EntryError> {
    let name = text(row, "type")?;
    Kind::named(&name).ok_or_else(|| unreadable(row, "type", format!("has the unknown value {name:?}")))
}

pub(super) fn version(row: &Row<'_>) -> Result<u64, EntryError> {
    row.get("version").map_err(|error| unreadable(row, "version", format!("is not a number: {error}")))
}

pub(super) fn text(row: &Row<'_>, column: &'static str) -> Result<String, EntryError> {
    match row.get_ref(column) {
        Ok(ValueRef::Text(bytes)) => String::from_utf8(bytes.to_vec())
            .map_err(|error| unreadable(row, column, format!("is not valid UTF-8: {}", error.utf8_error()))),
        Ok(other) => Err(unreadable(row, column, format!("has the type {} instead of text", other.data_type()))),
        Err(error) => Err(unreadable(row, column, format!("is missing: {error}"))),
    }
}

pub(super) fn json<T: DeserializeOwned>(row: &Row<'_>, column: &'static str) -> Result<T, EntryError> {
    let text = text(row, column)?;
    serde_json::from_str(&text)
        .map_err(|error| unreadable(row, column, format!("is not valid JSON for an entry: {error}")))
}

fn unreadable(row: &Row<'_>, field: &'static str, problem: String) -> EntryError {
    let id = match row.get_ref("id") {
        Ok(ValueRef::Text(bytes)) => String::from_utf8_lossy(bytes).into_owned(),
        _ => String::new(),
    };
    EntryError::Serialization { id, field, problem }
}
