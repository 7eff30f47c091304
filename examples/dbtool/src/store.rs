//! The SQLite database.

use crate::error::{DbError, FileError, StoreError};
use crate::items::Item;
use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, ffi, params};
use serde::Serialize;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

const TABLE: &str = "items";
const SCHEMA: &str = "CREATE TABLE items (
    id INTEGER PRIMARY KEY,
    sku TEXT UNIQUE NOT NULL,
    name TEXT NOT NULL,
    count INTEGER NOT NULL CHECK (count >= 0)
)";

/// How long to wait for a database that another program has locked.
const LOCK_WAIT: Duration = Duration::from_millis(500);

/// How to handle an item whose SKU already exists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum OnConflict {
    /// Fail without changing anything
    #[default]
    Fail,
    /// Keep the existing item
    Skip,
    /// Replace the existing item
    Update,
}

impl OnConflict {
    fn insert(self) -> &'static str {
        match self {
            Self::Fail => "INSERT INTO items (sku, name, count) VALUES (?1, ?2, ?3)",
            Self::Skip => "INSERT INTO items (sku, name, count) VALUES (?1, ?2, ?3) ON CONFLICT (sku) DO NOTHING",
            Self::Update => {
                "INSERT INTO items (sku, name, count) VALUES (?1, ?2, ?3)
                 ON CONFLICT (sku) DO UPDATE SET name = excluded.name, count = excluded.count"
            }
        }
    }
}

/// The numbers of changed items.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Changes {
    pub(crate) added: u64,
    pub(crate) updated: u64,
    pub(crate) skipped: u64,
}

impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "  added    {}\n  updated  {}\n  skipped  {}", self.added, self.updated, self.skipped)
    }
}

/// The size of the database.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Totals {
    /// The number of items.
    pub(crate) items: u64,
    /// The sum of the items' counts.
    pub(crate) pieces: u64,
}

/// An open database.
pub(crate) struct Store {
    path: PathBuf,
    connection: Connection,
}

impl Store {
    /// Creates the database file and its table. The file must not exist.
    pub(crate) fn create(path: &Path) -> Result<(), DbError> {
        create_file(path)?;
        Self::ensure_table(path)
    }

    /// Opens an existing database. Returns an error if it has no items table.
    pub(crate) fn open(path: &Path) -> Result<Self, DbError> {
        File::open(path).map_err(|error| not_opened(path, error))?;
        let store = Self::connect(path)?;
        match store.has_table()? {
            true => Ok(store),
            false => Err(StoreError::TableMissing { path: path.into(), table: TABLE }.into()),
        }
    }

    /// Adds the table to an existing database if it's missing.
    pub(crate) fn ensure_table(path: &Path) -> Result<(), DbError> {
        Self::connect(path)?.create_table()
    }

    fn connect(path: &Path) -> Result<Self, DbError> {
        if path.is_dir() {
            return Err(FileError::IsDirectory { path: path.into() }.into());
        }
        let failed = |error| failure(path, error);
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
        connection.busy_timeout(LOCK_WAIT).map_err(failed)?;
        Ok(Self { path: path.to_owned(), connection })
    }

    /// Creates the table if it doesn't exist.
    fn create_table(&self) -> Result<(), DbError> {
        if self.has_table()? {
            return Ok(());
        }
        self.connection.execute(SCHEMA, []).map_err(|error| failure(&self.path, error))?;
        Ok(())
    }

    fn has_table(&self) -> Result<bool, DbError> {
        let found = self.connection.table_exists(None, TABLE);
        Ok(found.map_err(|error| failure(&self.path, error))?)
    }

    pub(crate) fn totals(&self) -> Result<Totals, DbError> {
        let query = "SELECT count(*), coalesce(sum(count), 0) FROM items";
        let totals = self.connection.query_row(query, [], |row| Ok(Totals { items: row.get(0)?, pieces: row.get(1)? }));
        Ok(totals.map_err(|error| failure(&self.path, error))?)
    }

    pub(crate) fn items(&self) -> Result<Vec<Item>, DbError> {
        let failed = |error| failure(&self.path, error);
        let mut statement =
            self.connection.prepare("SELECT sku, name, count FROM items ORDER BY id").map_err(failed)?;
        let items = statement.query_map([], item_of_row).map_err(failed)?;
        Ok(items.collect::<Result<_, _>>().map_err(failed)?)
    }

    /// Adds all items. If an item fails, adds none of them.
    pub(crate) fn add(&mut self, items: &[Item], on_conflict: OnConflict) -> Result<Changes, DbError> {
        let path = &self.path;
        let failed = |error| failure(path, error);
        let transaction =
            self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate).map_err(failed)?;
        let before = rows(&transaction).map_err(failed)?;
        let mut changed = 0;
        {
            let mut insert = transaction.prepare(on_conflict.insert()).map_err(failed)?;
            for item in items {
                let inserted = insert.execute(params![item.sku, item.name, item.count]);
                changed += inserted.map_err(|error| not_inserted(path, &transaction, item, error))? as u64;
            }
        }
        let added = rows(&transaction).map_err(failed)? - before;
        transaction.commit().map_err(failed)?;
        Ok(Changes { added, updated: changed - added, skipped: items.len() as u64 - changed })
    }
}

fn not_opened(path: &Path, source: io::Error) -> DbError {
    match source.kind() {
        ErrorKind::NotFound => StoreError::FileMissing { path: path.into(), source }.into(),
        _ => FileError::new(path, source).into(),
    }
}

fn create_file(path: &Path) -> Result<(), DbError> {
    let created = OpenOptions::new().write(true).create_new(true).open(path);
    match created {
        Ok(_) => Ok(()),
        Err(_) if path.is_dir() => Err(FileError::IsDirectory { path: path.into() }.into()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            Err(StoreError::FileExists { path: path.into() }.into())
        }
        Err(source) if source.kind() == ErrorKind::NotFound => {
            let directory = path.parent().unwrap_or(path).into();
            Err(StoreError::DirectoryMissing { path: path.into(), directory, source }.into())
        }
        Err(error) => Err(FileError::new(path, error).into()),
    }
}

fn rows(transaction: &Transaction<'_>) -> rusqlite::Result<u64> {
    transaction.query_row("SELECT count(*) FROM items", [], |row| row.get(0))
}

fn item_of_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Item> {
    Ok(Item { sku: row.get(0)?, name: row.get(1)?, count: row.get(2)? })
}

/// Creates the error for an item that SQLite rejected. Includes the conflicting item.
fn not_inserted(path: &Path, transaction: &Transaction<'_>, item: &Item, source: rusqlite::Error) -> StoreError {
    let query = "SELECT sku, name, count FROM items WHERE sku = ?1";
    let stored = transaction.query_row(query, [&item.sku], item_of_row);
    let (Some(column), Ok(stored)) = (unique_column(&source), stored) else {
        return failure(path, source);
    };
    StoreError::ItemDuplicate {
        path: path.into(),
        column: column.to_owned(),
        value: item.value(column),
        stored: Box::new(stored),
        given: Box::new(item.clone()),
        source: Box::new(source),
    }
}

/// Returns the column whose UNIQUE constraint was violated. SQLite only reports it in the message, such as `UNIQUE
/// constraint failed: items.sku`.
fn unique_column(error: &rusqlite::Error) -> Option<&str> {
    let rusqlite::Error::SqliteFailure(ffi::Error { extended_code, .. }, Some(message)) = error else {
        return None;
    };
    if *extended_code != ffi::SQLITE_CONSTRAINT_UNIQUE {
        return None;
    }
    message.rsplit_once('.').map(|(_, column)| column)
}

/// Converts an error of SQLite.
fn failure(path: &Path, source: rusqlite::Error) -> StoreError {
    let path = path.into();
    match source.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            let waited_ms = u64::try_from(LOCK_WAIT.as_millis()).unwrap_or(u64::MAX);
            StoreError::FileLocked { path, waited_ms, source }
        }
        Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => StoreError::FileCorrupt { path, source },
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => StoreError::FileReadonly { path, source },
        _ => StoreError::QueryFailed { path, source },
    }
}
