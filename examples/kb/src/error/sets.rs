//! The errors of each command and tool.

use super::{AccessError, EntryError, FileError, ServeError, StoreError};
use agent_error::{ErrorSet, error_set};

/// The errors of creating a knowledge base.
pub(crate) const CREATE: ErrorSet = error_set![
    FileError,
    "database_exists" | "database_foreign" | "database_corrupt" | "database_locked" | "database_readonly" in StoreError,
    "database_full" | "database_failed" in StoreError,
    "permission_denied" in AccessError,
];

/// The errors of opening a knowledge base for reading.
pub(crate) const OPEN: ErrorSet = error_set![
    "database_missing" | "database_foreign" | "database_corrupt" | "database_locked" | "database_readonly" in StoreError,
    "database_failed" in StoreError,
    "file_unreadable" in FileError,
];

/// The errors of reading one entry, in addition to [`OPEN`].
pub(crate) const GET: ErrorSet = error_set!["not_found" | "serialization_error" in EntryError];

/// The errors of reading all entries, in addition to [`OPEN`].
pub(crate) const EXPORT: ErrorSet = error_set!["serialization_error" in EntryError];

/// The errors of searching, in addition to [`OPEN`].
pub(crate) const SEARCH: ErrorSet = error_set!["validation_failed" in EntryError];

/// The errors of every change, in addition to [`OPEN`].
pub(crate) const CHANGE: ErrorSet = error_set![AccessError, "database_full" in StoreError];

/// The errors of adding an entry, in addition to [`OPEN`] and [`CHANGE`].
pub(crate) const ADD: ErrorSet = error_set![
    "validation_failed" | "schema_violation" | "entry_exists" | "size_exceeded" | "serialization_error" in EntryError,
];

/// The errors of updating an entry, in addition to [`OPEN`] and [`CHANGE`].
pub(crate) const UPDATE: ErrorSet = error_set![
    "validation_failed" | "schema_violation" | "not_found" | "conflict" | "size_exceeded" in EntryError,
    "serialization_error" in EntryError,
];

/// The errors of removing an entry, in addition to [`OPEN`] and [`CHANGE`].
pub(crate) const REMOVE: ErrorSet = error_set!["not_found" | "conflict" | "serialization_error" in EntryError];

/// The errors of setting limits, in addition to [`OPEN`].
pub(crate) const LIMITS: ErrorSet = error_set!["permission_denied" in AccessError, "database_full" in StoreError];

/// The errors of reading a body or entries from a file.
pub(crate) const TEXT: ErrorSet =
    error_set!["file_unreadable" in FileError, "validation_failed" | "size_exceeded" in EntryError];

/// The errors of the MCP server. Its tools return their own errors.
pub(crate) const SERVE: ErrorSet = error_set![ServeError];

/// Returns the errors of a change.
pub(crate) fn changing(set: &ErrorSet) -> ErrorSet {
    OPEN.and(&CHANGE).and(set)
}
