//! Creates and opens knowledge bases.

use super::Store;
use super::failure::failure;
use super::limits::Limits;
use crate::error::{FileError, KbError, StoreError};
use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for a database that another program has locked.
pub(super) const LOCK_WAIT: Duration = Duration::from_secs(2);

/// The application ID in the header of a knowledge base: the letters `kb`.
const APPLICATION_ID: i64 = 0x6b62;
/// The version of the tables.
const VERSION: i64 = 1;

const TABLES: &str = "
CREATE TABLE entries (
    key INTEGER PRIMARY KEY,
    id TEXT UNIQUE NOT NULL,
    type TEXT NOT NULL,
    title TEXT NOT NULL,
    tags TEXT NOT NULL,
    body TEXT NOT NULL,
    metadata TEXT NOT NULL,
    version INTEGER NOT NULL,
    updated TEXT NOT NULL
) STRICT;

CREATE VIRTUAL TABLE words USING fts5 (title, tags, body, content = 'entries', content_rowid = 'key');
CREATE TRIGGER entry_added AFTER INSERT ON entries BEGIN
    INSERT INTO words (rowid, title, tags, body) VALUES (new.key, new.title, new.tags, new.body);
END;
CREATE TRIGGER entry_removed AFTER DELETE ON entries BEGIN
    INSERT INTO words (words, rowid, title, tags, body) VALUES ('delete', old.key, old.title, old.tags, old.body);
END;
CREATE TRIGGER entry_changed AFTER UPDATE ON entries BEGIN
    INSERT INTO words (words, rowid, title, tags, body) VALUES ('delete', old.key, old.title, old.tags, old.body);
    INSERT INTO words (rowid, title, tags, body) VALUES (new.key, new.title, new.tags, new.body);
END;

CREATE TABLE changes (at_ms INTEGER NOT NULL) STRICT;
CREATE INDEX changes_at ON changes (at_ms);

CREATE TABLE limits (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    changes INTEGER NOT NULL,
    window_s INTEGER NOT NULL,
    max_mib INTEGER NOT NULL
) STRICT;
";

impl Store {
    /// Creates the directory, the file and the tables.
    pub(crate) fn create(path: &Path) -> Result<(), KbError> {
        create_file(path)?;
        Self::complete(path)
    }

    /// Creates the tables in an existing database if it has none.
    pub(crate) fn complete(path: &Path) -> Result<(), KbError> {
        let mut store = Self::connect(path)?;
        match store.make_tables() {
            Ok(true) => Ok(()),
            Ok(false) => Ok(store.check_identity()?),
            Err(error) => Err(store.failed(error).into()),
        }
    }

    /// Opens an existing knowledge base.
    pub(crate) fn open(path: &Path) -> Result<Self, KbError> {
        File::open(path).map_err(|error| not_opened(path, error))?;
        let mut store = Self::connect(path)?;
        store.check_identity()?;
        store.max_mib = store.limits()?.max_mib;
        store.cap().map_err(|error| store.failed(error))?;
        Ok(store)
    }

    fn connect(path: &Path) -> Result<Self, KbError> {
        if path.is_dir() {
            let source = io::Error::from(ErrorKind::IsADirectory);
            return Err(FileError::Unreadable { path: path.into(), source }.into());
        }
        let max_mib = Limits::default().max_mib;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = Connection::open_with_flags(path, flags).and_then(|connection| {
            connection.busy_timeout(LOCK_WAIT)?;
            // Committed changes survive a crash of the process. The last ones may be lost if the system crashes.
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            Ok(connection)
        });
        let connection = opened.map_err(|error| failure(path, max_mib, error))?;
        Ok(Self { path: path.to_owned(), connection, max_mib })
    }

    /// Creates the tables. Returns `false` if there already are tables.
    fn make_tables(&mut self) -> rusqlite::Result<bool> {
        if self.has_tables()? {
            return Ok(false);
        }
        self.use_wal()?;
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Another process may have created the tables in the meantime.
        if has_tables(&transaction)? {
            return Ok(false);
        }
        transaction.execute_batch(TABLES)?;
        let Limits { changes, window_s, max_mib } = Limits::default();
        transaction.execute("INSERT INTO limits VALUES (1, ?1, ?2, ?3)", [changes, window_s, max_mib])?;
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
        transaction.commit()?;
        Ok(true)
    }

    /// Enables WAL mode, so that readers and a writer don't block each other. The mode is stored in the file.
    ///
    /// SQLite doesn't wait if another process is also changing the mode, so this retries.
    fn use_wal(&self) -> rusqlite::Result<()> {
        const PAUSE: Duration = Duration::from_millis(10);
        let started = Instant::now();
        loop {
            match self.connection.pragma_update(None, "journal_mode", "WAL") {
                Err(error) if is_busy(&error) && started.elapsed() < LOCK_WAIT => thread::sleep(PAUSE),
                ended => return ended,
            }
        }
    }

    fn has_tables(&self) -> rusqlite::Result<bool> {
        has_tables(&self.connection)
    }

    /// Returns an error unless the file is a knowledge base of the supported version.
    fn check_identity(&self) -> Result<(), StoreError> {
        let number = |name| self.connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        let application_id = number("application_id").map_err(|error| self.failed(error))?;
        let version = number("user_version").map_err(|error| self.failed(error))?;
        if (application_id, version) == (APPLICATION_ID, VERSION) {
            return Ok(());
        }
        let (expected_id, expected_version) = (APPLICATION_ID, VERSION);
        let path = self.path.as_path().into();
        Err(StoreError::Foreign { path, application_id, version, expected_id, expected_version })
    }

    /// Sets the maximum size in SQLite. A file that's already larger doesn't grow any further.
    fn cap(&self) -> rusqlite::Result<()> {
        let page_size: u64 = self.connection.pragma_query_value(None, "page_size", |row| row.get(0))?;
        let pages = u64::from(self.max_mib) * 1024 * 1024 / page_size.max(1);
        self.connection.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(()))
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

fn has_tables(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT count(*) > 0 FROM sqlite_schema", [], |row| row.get(0))
}

fn not_opened(path: &Path, source: io::Error) -> KbError {
    match source.kind() {
        ErrorKind::NotFound => StoreError::Missing { path: path.into(), source }.into(),
        _ => FileError::Unreadable { path: path.into(), source }.into(),
    }
}

fn create_file(path: &Path) -> Result<(), KbError> {
    if path.exists() && !path.is_dir() {
        return Err(StoreError::Exists { path: path.into() }.into());
    }
    let directory = path.parent().filter(|directory| !directory.as_os_str().is_empty());
    if let Some(directory) = directory {
        fs::create_dir_all(directory).map_err(|source| FileError::NotCreated { path: directory.into(), source })?;
    }
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists && !path.is_dir() => {
            Err(StoreError::Exists { path: path.into() }.into())
        }
        Err(source) => Err(FileError::NotCreated { path: path.into(), source }.into()),
    }
}
