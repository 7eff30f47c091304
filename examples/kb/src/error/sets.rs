//! Which errors the commands and the tools may end with.

use super::{AccessError, EntryError, FileError, ServeError, StoreError};
use agent_error::{ErrorSet, error_set};

/// What creating a knowledge base may end with.
pub(crate) const CREATE: ErrorSet = error_set![
    FileError,
    "database_exists" | "database_foreign" | "database_corrupt" | "database_locked" | "database_readonly" in StoreError,
    "database_full" | "database_failed" in StoreError,
    "permission_denied" in AccessError,
];

/// What opening a knowledge base to read it may end with.
pub(crate) const OPEN: ErrorSet = error_set![
    "database_missing" | "database_foreign" | "database_corrupt" | "database_locked" | "database_readonly" in StoreError,
    "database_failed" in StoreError,
    "file_unreadable" in FileError,
];

/// What reading one entry may end with, beside [`OPEN`].
pub(crate) const GET: ErrorSet = error_set!["not_found" | "serialization_error" in EntryError];

/// What reading all entries may end with, beside [`OPEN`].
pub(crate) const EXPORT: ErrorSet = error_set!["serialization_error" in EntryError];

/// What looking for words may end with, beside [`OPEN`].
pub(crate) const SEARCH: ErrorSet = error_set!["validation_failed" in EntryError];

/// What any change may end with, beside [`OPEN`].
pub(crate) const CHANGE: ErrorSet = error_set![AccessError, "database_full" in StoreError];

/// What adding an entry may end with, beside [`OPEN`] and [`CHANGE`].
pub(crate) const ADD: ErrorSet = error_set![
    "validation_failed" | "schema_violation" | "entry_exists" | "size_exceeded" | "serialization_error" in EntryError,
];

/// What changing an entry may end with, beside [`OPEN`] and [`CHANGE`].
pub(crate) const UPDATE: ErrorSet = error_set![
    "validation_failed" | "schema_violation" | "not_found" | "conflict" | "size_exceeded" in EntryError,
    "serialization_error" in EntryError,
];

/// What removing an entry may end with, beside [`OPEN`] and [`CHANGE`].
pub(crate) const REMOVE: ErrorSet = error_set!["not_found" | "conflict" | "serialization_error" in EntryError];

/// What setting limits may end with, beside [`OPEN`].
pub(crate) const LIMITS: ErrorSet = error_set!["permission_denied" in AccessError, "database_full" in StoreError];

/// What reading a text for an entry, or entries, from a file may end with.
pub(crate) const TEXT: ErrorSet =
    error_set!["file_unreadable" in FileError, "validation_failed" | "size_exceeded" in EntryError];

/// What the server may end with; its tools answer their errors.
pub(crate) const SERVE: ErrorSet = error_set![ServeError];

/// What a change may end with.
pub(crate) fn changing(set: &ErrorSet) -> ErrorSet {
    OPEN.and(&CHANGE).and(set)
}
