//! Errors of the database.

use crate::items::Item;
use agent_error::{AgentError, exit};
use std::io;
use std::path::PathBuf;

/// Errors of the database. Each command is a single transaction, so an error means that nothing was changed.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, domain = "DB", integrate(schemars))]
pub(crate) enum StoreError {
    /// The database doesn't exist yet.
    #[error("database {path} does not exist")]
    #[code(
        "DB_FILE_MISSING",
        exit = exit::PRECONDITION,
        suggest = "Create the database, or pass an existing one with `--db`",
        fix = "dbtool init --if-missing --db={path}"
    )]
    FileMissing {
        /// The database file.
        path: PathBuf,
        source: io::Error,
    },

    /// The database already exists.
    #[error("{path} already exists")]
    #[code(
        "DB_FILE_EXISTS",
        exit = exit::CONFLICT,
        suggest = "To keep the database, run `dbtool init --if-missing`; to create another one, pass its path with `--db`"
    )]
    FileExists {
        /// The database file.
        path: PathBuf,
    },

    /// The database's directory doesn't exist.
    #[error("directory {directory} does not exist")]
    #[code(
        "DB_DIRECTORY_MISSING",
        exit = exit::PRECONDITION,
        suggest = "Create the directory, or pass a path in another directory with `--db`",
        fix = "mkdir -p -- {directory}"
    )]
    DirectoryMissing {
        /// The path of the new database.
        path: PathBuf,
        /// The missing directory.
        directory: PathBuf,
        source: io::Error,
    },

    /// The file is damaged or isn't a SQLite database.
    #[error("{path} is damaged or not a SQLite database")]
    #[code(
        "DB_FILE_CORRUPT",
        exit = exit::sysexits::DATAERR,
        suggest = "Pass the correct file, or restore {path} from a backup"
    )]
    FileCorrupt {
        /// The database file.
        path: PathBuf,
        source: rusqlite::Error,
    },

    /// The database has no items table.
    ///
    /// It was created by another program, or its creation was interrupted.
    #[error("{path} has no table `{table}`")]
    #[code(
        "DB_TABLE_MISSING",
        exit = exit::PRECONDITION,
        suggest = "Check that {path} is the correct file; if so, add the table",
        fix = "dbtool init --if-missing --db={path}"
    )]
    TableMissing {
        /// The database file.
        path: PathBuf,
        /// The missing table.
        table: &'static str,
    },

    /// The database is locked by another program.
    #[error("{path} is locked by another program")]
    #[code(
        "DB_FILE_LOCKED",
        exit = exit::UNAVAILABLE,
        retry_after = "1s",
        retry = exponential,
        suggest = "Wait for the other program to finish, then try again"
    )]
    FileLocked {
        /// The database file.
        path: PathBuf,
        /// How long dbtool waited for the lock, in milliseconds.
        waited_ms: u64,
        source: rusqlite::Error,
    },

    /// The current user can read the database but not write to it.
    #[error("cannot write to {path}: permission denied")]
    #[code(
        "DB_FILE_READONLY",
        exit = exit::PERMISSION_DENIED,
        suggest = "Ask the owner of {path} for write access to the file and its directory, or pass another database with `--db`"
    )]
    FileReadonly {
        /// The database file.
        path: PathBuf,
        source: rusqlite::Error,
    },

    /// An item with this unique value already exists.
    ///
    /// The context contains both items. Nothing was changed.
    #[error("{path} already has an item with the {column} {value:?}")]
    #[code(
        "DB_ITEM_DUPLICATE",
        exit = exit::CONFLICT,
        detail = "existing item: {stored}; new item: {given}",
        suggest = "Pass `--on-conflict skip` to keep existing items, or `--on-conflict update` to replace them"
    )]
    ItemDuplicate {
        /// The database file.
        path: PathBuf,
        /// The unique column.
        column: String,
        /// The value of both items in this column.
        value: String,
        /// The existing item in the database.
        stored: Box<Item>,
        /// The new item.
        given: Box<Item>,
        source: Box<rusqlite::Error>,
    },

    /// SQLite failed for a reason that no other code covers.
    #[error("database error in {path}: {source}")]
    #[code(
        "DB_QUERY_FAILED",
        exit = exit::GENERAL_ERROR,
        suggest = "Check the disk that {path} is on"
    )]
    QueryFailed {
        /// The database file.
        path: PathBuf,
        source: rusqlite::Error,
    },
}
