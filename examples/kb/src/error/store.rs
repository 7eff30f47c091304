//! Errors of the database.

use agent_error::{AgentError, exit};
use std::io;
use std::path::PathBuf;

/// Errors of the database. Each change is a single transaction, so an error means that nothing was changed.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict)]
pub(crate) enum StoreError {
    /// The knowledge base doesn't exist yet.
    #[error("knowledge base {path} does not exist")]
    #[code(
        "database_missing",
        exit = exit::PRECONDITION,
        status = 503,
        suggest = "Create the knowledge base with `kb init`, or pass an existing one with `--db`",
        fix = "kb init --if-missing --db={path}"
    )]
    Missing {
        /// The database file.
        path: PathBuf,
        source: io::Error,
    },

    /// The knowledge base already exists.
    #[error("knowledge base {path} already exists")]
    #[code(
        "database_exists",
        exit = exit::CONFLICT,
        suggest = "To keep the knowledge base, run `kb init --if-missing`; to create another one, pass its path with `--db`"
    )]
    Exists {
        /// The database file.
        path: PathBuf,
    },

    /// The file is a database, but isn't a knowledge base of a supported version.
    #[error("{path} is not a knowledge base of a supported version")]
    #[code(
        "database_foreign",
        exit = exit::sysexits::DATAERR,
        detail = "application ID {application_id}, version {version}; expected application ID {expected_id}, version {expected_version}",
        suggest = "Pass the correct file with `--db`, or update kb"
    )]
    Foreign {
        /// The database file.
        path: PathBuf,
        /// The application ID in the file's header.
        application_id: i64,
        /// The version of the file's tables.
        version: i64,
        /// The application ID of knowledge bases.
        expected_id: i64,
        /// The supported version of the tables.
        expected_version: i64,
    },

    /// The file is damaged or isn't a SQLite database.
    #[error("{path} is damaged or not a SQLite database")]
    #[code(
        "database_corrupt",
        exit = exit::sysexits::DATAERR,
        suggest = "Pass the correct file with `--db`, or restore {path} from a backup, such as with `kb import` from the output of `kb export`"
    )]
    Corrupt {
        /// The database file.
        path: PathBuf,
        source: rusqlite::Error,
    },

    /// The database is locked by another program.
    #[error("{path} is locked by another program")]
    #[code(
        "database_locked",
        exit = exit::UNAVAILABLE,
        retry_after = "1s",
        retry = exponential,
        suggest = "Wait for the other program to finish, then try again"
    )]
    Locked {
        /// The database file.
        path: PathBuf,
        /// How long kb waited for the lock, in milliseconds.
        waited_ms: u64,
        source: rusqlite::Error,
    },

    /// The current user doesn't have permission to write to the database or to open it.
    ///
    /// Reading also requires write access to the directory, because SQLite stores additional files there, unless they
    /// already exist.
    #[error("cannot write to {path}: permission denied")]
    #[code(
        "database_readonly",
        exit = exit::PERMISSION_DENIED,
        suggest = "Ask the owner of {path} for write access to the file and its directory, or pass another knowledge base with `--db`"
    )]
    Readonly {
        /// The database file.
        path: PathBuf,
        source: rusqlite::Error,
    },

    /// The database has reached its maximum size, or the disk is full.
    #[error("no space left in {path}")]
    #[code(
        "database_full",
        exit = exit::sysexits::IOERR,
        side_effects = none,
        status = 507,
        detail = "the maximum size is {limit_mib} MiB",
        suggest = "Free up disk space, or increase the maximum size with `kb limits --max-mib MIB`"
    )]
    Full {
        /// The database file.
        path: PathBuf,
        /// The maximum size of the database, in MiB.
        limit_mib: u32,
        source: rusqlite::Error,
    },

    /// SQLite failed for a reason that no other code covers.
    #[error("database error in {path}: {reason}")]
    #[code(
        "database_failed",
        exit = exit::GENERAL_ERROR,
        suggest = "Check the disk that {path} is on, and whether another program is changing the file"
    )]
    Failed {
        /// The database file.
        path: PathBuf,
        /// The message from SQLite.
        reason: String,
        source: rusqlite::Error,
    },
}
