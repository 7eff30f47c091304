//! The rate limit for changes, and the maximum size of the database.

use super::Store;
use crate::error::{AccessError, KbError, StoreError};
use rusqlite::{Connection, Transaction};
use serde::Serialize;
use std::fmt;
use std::time::{Duration, SystemTime};

/// The limits. They're stored in the database and apply to all processes combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Limits {
    /// The maximum number of changes per window.
    pub(crate) changes: u32,
    /// The length of the window, in seconds.
    pub(crate) window_s: u32,
    /// The maximum size of the database, in MiB.
    pub(crate) max_mib: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { changes: 120, window_s: 60, max_mib: 1024 }
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { changes, window_s, max_mib } = self;
        write!(f, "{changes} changes within {window_s} s, {max_mib} MiB")
    }
}

impl Store {
    pub(crate) fn limits(&self) -> Result<Limits, StoreError> {
        limits(&self.connection).map_err(|error| self.failed(error))
    }

    /// Sets the limits. This doesn't count as a change.
    pub(crate) fn set_limits(&self, limits: Limits) -> Result<(), StoreError> {
        let Limits { changes, window_s, max_mib } = limits;
        let set = "UPDATE limits SET changes = ?1, window_s = ?2, max_mib = ?3";
        let set = self.connection.execute(set, [changes, window_s, max_mib]);
        set.map(|_| ()).map_err(|error| self.failed(error))
    }
}

fn limits(connection: &Connection) -> rusqlite::Result<Limits> {
    connection.query_row("SELECT changes, window_s, max_mib FROM limits", [], |row| {
        Ok(Limits { changes: row.get(0)?, window_s: row.get(1)?, max_mib: row.get(2)? })
    })
}

/// Why a change was rejected.
pub(super) enum Uncounted {
    Limit(AccessError),
    Sqlite(rusqlite::Error),
}

impl From<rusqlite::Error> for Uncounted {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

impl Uncounted {
    pub(super) fn into_error(self, failed: impl FnOnce(rusqlite::Error) -> StoreError) -> KbError {
        match self {
            Self::Limit(error) => error.into(),
            Self::Sqlite(error) => failed(error).into(),
        }
    }
}

/// Counts a change. If the transaction is rolled back, the change isn't counted.
pub(super) fn count(transaction: &Transaction<'_>) -> Result<(), Uncounted> {
    let Limits { changes: limit, window_s, .. } = limits(transaction)?;
    let now = since_1970();
    let window = Duration::from_secs(window_s.into());
    transaction.execute("DELETE FROM changes WHERE at_ms <= ?1", [millis(now.saturating_sub(window))])?;
    let current: u32 = transaction.query_row("SELECT count(*) FROM changes", [], |row| row.get(0))?;
    if current < limit {
        transaction.execute("INSERT INTO changes VALUES (?1)", [millis(now)])?;
        return Ok(());
    }
    // The next change is possible when enough changes have left the window. That's usually the oldest one, but more
    // after the limit was lowered.
    let outlived = current - limit;
    let until = "SELECT at_ms FROM changes ORDER BY at_ms LIMIT 1 OFFSET ?1";
    let at_ms: u64 = transaction.query_row(until, [outlived], |row| row.get(0))?;
    let ends = Duration::from_millis(at_ms) + window;
    // If the clock was set back, don't make the caller wait for longer than a window.
    let wait = ends.saturating_sub(now).min(window);
    let wait_ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX).saturating_add(1);
    let wait = Duration::from_millis(wait_ms);
    Err(Uncounted::Limit(AccessError::LimitExceeded { limit, current, window_s, wait_ms, wait }))
}

/// Returns the system time since 1970. A clock before 1970 counts as 1970.
fn since_1970() -> Duration {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}

fn millis(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
