//! Converts errors of SQLite.

use super::open::LOCK_WAIT;
use crate::error::StoreError;
use rusqlite::ErrorCode;
use std::path::Path;

/// Converts an error of SQLite for the database at this path.
pub(super) fn failure(path: &Path, limit_mib: u32, source: rusqlite::Error) -> StoreError {
    let path = path.into();
    match source.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            let waited_ms = u64::try_from(LOCK_WAIT.as_millis()).unwrap_or(u64::MAX);
            StoreError::Locked { path, waited_ms, source }
        }
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => StoreError::Corrupt { path, source },
        // A database in WAL mode can't be opened if its additional files are missing and can't be created.
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied | ErrorCode::CannotOpen) => {
            StoreError::Readonly { path, source }
        }
        Some(ErrorCode::DiskFull) => StoreError::Full { path, limit_mib, source },
        _ => StoreError::Failed { path, reason: source.to_string(), source },
    }
}

#[cfg(test)]
mod tests {
    use super::failure;
    use agent_error::AgentError as _;
    use rusqlite::ffi;
    use std::path::Path;

    #[test]
    fn every_sqlite_error_has_a_code() {
        for (answer, code) in [
            (ffi::SQLITE_BUSY, "database_locked"),
            (ffi::SQLITE_LOCKED, "database_locked"),
            (ffi::SQLITE_BUSY_SNAPSHOT, "database_locked"),
            (ffi::SQLITE_NOTADB, "database_corrupt"),
            (ffi::SQLITE_CORRUPT, "database_corrupt"),
            (ffi::SQLITE_READONLY, "database_readonly"),
            (ffi::SQLITE_PERM, "database_readonly"),
            (ffi::SQLITE_CANTOPEN, "database_readonly"),
            (ffi::SQLITE_FULL, "database_full"),
            (ffi::SQLITE_IOERR, "database_failed"),
            (ffi::SQLITE_NOMEM, "database_failed"),
        ] {
            let source = rusqlite::Error::SqliteFailure(ffi::Error::new(answer), None);
            assert_eq!(failure(Path::new("kb.db"), 1, source).code(), code, "{answer}");
        }
    }
}
