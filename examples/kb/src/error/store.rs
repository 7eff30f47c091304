//! Errors of the database.

use agent_error::{AgentError, exit};
use std::io;
use std::path::PathBuf;

/// Why the database cannot do what was asked. Every change is one transaction, so nothing was changed.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = inherit, case = "snake")]
pub(crate) enum StoreError {
    /// The knowledge base does not exist yet.
    #[error("knowledge base {path} does not exist")]
    #[code(
        "database_missing",
        exit = exit::PRECONDITION,
        status = 503,
        suggest = "Create it with `kb init`, or name an existing one with `--db`",
        fix = "kb init --if-missing --db={path}"
    )]
    Missing {
        /// The file that was looked for.
        path: PathBuf,
        source: io::Error,
    },

    /// The knowledge base that was to be created exists.
    #[error("knowledge base {path} already exists")]
    #[code(
        "database_exists",
        exit = exit::CONFLICT,
        suggest = "Use the knowledge base as it is, as `kb init --if-missing` does, or create another one with `--db`"
    )]
    Exists {
        /// The file.
        path: PathBuf,
    },

    /// The file is a database, but none of this version of kb.
    #[error("{path} is not a knowledge base that this version of kb knows")]
    #[code(
        "database_foreign",
        exit = exit::sysexits::DATAERR,
        detail = "its application id is {application_id} and its version {version}; those of a knowledge base are {expected_id} and {expected_version}",
        suggest = "Name the right file with `--db`, or update kb"
    )]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The number by which the file states its program.
        application_id: i64,
        /// The version of its tables.
        version: i64,
        /// The application id of a knowledge base.
        expected_id: i64,
        /// The version of the tables that this version of kb knows.
        expected_version: i64,
    },

    /// The file is not a SQLite database, or is damaged.
    #[error("{path} is not a SQLite database, or is damaged")]
    #[code(
        "database_corrupt",
        exit = exit::sysexits::DATAERR,
        suggest = "Name the right file with `--db`, or restore {path} from a backup, as `kb import` does from what `kb export` wrote"
    )]
    Corrupt {
        /// The file.
        path: PathBuf,
        source: rusqlite::Error,
    },

    /// Another program is writing to the database and takes its time.
    #[error("{path} is in use by another program")]
    #[code(
        "database_locked",
        exit = exit::UNAVAILABLE,
        retry_after = "1s",
        retry = exponential,
        suggest = "Wait until the other program has finished, then repeat the call"
    )]
    Locked {
        /// The file.
        path: PathBuf,
        /// How long kb waited for the other program, in milliseconds.
        waited_ms: u64,
        source: rusqlite::Error,
    },

    /// This user may not write to the database, or not even open it.
    ///
    /// To read, too, SQLite keeps files beside the database: its directory must be writable unless they exist.
    #[error("{path} may not be written to")]
    #[code(
        "database_readonly",
        exit = exit::PERMISSION_DENIED,
        suggest = "Ask the owner of {path} and of its directory for write access, or name another knowledge base with `--db`"
    )]
    Readonly {
        /// The file.
        path: PathBuf,
        source: rusqlite::Error,
    },

    /// The database has reached its limit, or the disk is full.
    #[error("{path} is full")]
    #[code(
        "database_full",
        exit = exit::sysexits::IOERR,
        side_effects = none,
        status = 507,
        detail = "it may grow to {limit_mib} MiB",
        suggest = "Free space on the disk, or allow the knowledge base more with `kb limits --max-mib MIB`"
    )]
    Full {
        /// The file.
        path: PathBuf,
        /// The most that the file may hold, in MiB.
        limit_mib: u32,
        source: rusqlite::Error,
    },

    /// SQLite failed for a reason that has no code of its own.
    #[error("the knowledge base {path} failed: {reason}")]
    #[code(
        "database_failed",
        exit = exit::GENERAL_ERROR,
        suggest = "Check the disk that holds {path}, and whether another program changes the file"
    )]
    Failed {
        /// The file.
        path: PathBuf,
        /// The message of SQLite.
        reason: String,
        source: rusqlite::Error,
    },
}
