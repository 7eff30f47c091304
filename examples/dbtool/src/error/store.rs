//! What can go wrong with the database.

use crate::items::Item;
use agent_error::{AgentError, exit};
use std::io;
use std::path::PathBuf;

/// Why the database cannot do what was asked. Every command is one transaction, so nothing was changed.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = inherit, domain = "DB", integrate(schemars))]
pub(crate) enum StoreError {
    /// The database does not exist yet.
    #[error("database {path} does not exist")]
    #[code(
        "DB_FILE_MISSING",
        exit = exit::PRECONDITION,
        suggest = "Create it, or name an existing one with `--db`",
        fix = "dbtool init --if-missing --db={path}"
    )]
    FileMissing {
        /// The database file.
        path: PathBuf,
        source: io::Error,
    },

    /// The database exists already.
    #[error("{path} exists already")]
    #[code(
        "DB_FILE_EXISTS",
        exit = exit::CONFLICT,
        suggest = "Use the database as it is, as `dbtool init --if-missing` does, or create another one with `--db`"
    )]
    FileExists {
        /// The database file.
        path: PathBuf,
    },

    /// The directory for the database does not exist.
    #[error("directory {directory} for the database does not exist")]
    #[code(
        "DB_DIRECTORY_MISSING",
        exit = exit::PRECONDITION,
        suggest = "Create the directory, or name a database elsewhere with `--db`",
        fix = "mkdir -p -- {directory}"
    )]
    DirectoryMissing {
        /// The database file that was to be created.
        path: PathBuf,
        /// The directory that does not exist.
        directory: PathBuf,
        source: io::Error,
    },

    /// The file is not a SQLite database, or is damaged.
    #[error("{path} is not a SQLite database, or is damaged")]
    #[code(
        "DB_FILE_CORRUPT",
        exit = exit::sysexits::DATAERR,
        suggest = "Name the right file, or restore {path} from a backup"
    )]
    FileCorrupt {
        /// The database file.
        path: PathBuf,
        source: rusqlite::Error,
    },

    /// The database has no table of items.
    ///
    /// It was made by another program, or its creation was interrupted.
    #[error("{path} has no table `{table}`")]
    #[code(
        "DB_TABLE_MISSING",
        exit = exit::PRECONDITION,
        suggest = "Check that {path} is the right file; if it is, add the table to it",
        fix = "dbtool init --if-missing --db={path}"
    )]
    TableMissing {
        /// The database file.
        path: PathBuf,
        /// The table that dbtool needs.
        table: &'static str,
    },

    /// Another program is writing to the database.
    #[error("{path} is in use by another program")]
    #[code(
        "DB_FILE_LOCKED",
        exit = exit::UNAVAILABLE,
        retry_after = "1s",
        retry = exponential,
        suggest = "Wait until the other program has finished, then repeat the call"
    )]
    FileLocked {
        /// The database file.
        path: PathBuf,
        /// How long dbtool waited for the other program, in milliseconds.
        waited_ms: u64,
        source: rusqlite::Error,
    },

    /// This user may read the database but not write to it.
    #[error("{path} may not be written to")]
    #[code(
        "DB_FILE_READONLY",
        exit = exit::PERMISSION_DENIED,
        suggest = "Ask the owner of {path} and of its directory for write access, or name another database with `--db`"
    )]
    FileReadonly {
        /// The database file.
        path: PathBuf,
        source: rusqlite::Error,
    },

    /// An item that must be unique is stored already.
    ///
    /// The context shows both, the stored item and the new one. Nothing was changed.
    #[error("{path} already holds an item with the {column} {value:?}")]
    #[code(
        "DB_ITEM_DUPLICATE",
        exit = exit::CONFLICT,
        detail = "stored is {stored}; new is {given}",
        suggest = "Repeat the call with `--on-conflict skip` to keep stored items, or with `--on-conflict update` to replace them"
    )]
    ItemDuplicate {
        /// The database file.
        path: PathBuf,
        /// The column that must be unique.
        column: String,
        /// The value that both items have in it.
        value: String,
        /// The item in the database.
        stored: Box<Item>,
        /// The item that was to be added.
        given: Box<Item>,
        source: Box<rusqlite::Error>,
    },

    /// SQLite failed for a reason that has no code of its own.
    #[error("the database {path} failed: {source}")]
    #[code(
        "DB_QUERY_FAILED",
        exit = exit::GENERAL_ERROR,
        suggest = "Check the disk that holds {path}"
    )]
    QueryFailed {
        /// The database file.
        path: PathBuf,
        source: rusqlite::Error,
    },
}
