//! The errors of each command.

use super::{FileError, StoreError};
use agent_error::{ErrorSet, error_set};

/// The errors of reading a database.
pub(crate) const READ: ErrorSet = error_set![
    FileError,
    "DB_FILE_MISSING" | "DB_TABLE_MISSING" | "DB_FILE_CORRUPT" | "DB_FILE_LOCKED" | "DB_QUERY_FAILED" in StoreError,
];

/// The errors of adding items to a database.
pub(crate) const ADD: ErrorSet = error_set![
    FileError,
    "DB_FILE_MISSING" | "DB_TABLE_MISSING" | "DB_FILE_CORRUPT" | "DB_FILE_LOCKED" | "DB_QUERY_FAILED" in StoreError,
    "DB_FILE_READONLY" | "DB_ITEM_DUPLICATE" in StoreError,
];

/// The errors of creating a database.
pub(crate) const CREATE: ErrorSet = error_set![
    FileError,
    "DB_FILE_EXISTS" | "DB_DIRECTORY_MISSING" | "DB_FILE_CORRUPT" | "DB_FILE_LOCKED" in StoreError,
    "DB_FILE_READONLY" | "DB_QUERY_FAILED" in StoreError,
];
