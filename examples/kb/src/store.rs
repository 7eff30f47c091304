//! The SQLite database: a single file that several processes can use at the same time.

mod change;
mod failure;
mod limits;
mod open;
mod read;
mod row;

pub(crate) use change::{Imported, OnConflict, Removed};
pub(crate) use limits::Limits;
pub(crate) use read::{Filter, Found, Hits, Listed, Page, Unreadable};

use crate::error::StoreError;
use rusqlite::Connection;
use std::path::PathBuf;

/// An open knowledge base.
pub(crate) struct Store {
    path: PathBuf,
    connection: Connection,
    /// The maximum size of the database, in MiB.
    max_mib: u32,
}

impl Store {
    /// Converts an error of SQLite.
    fn failed(&self, source: rusqlite::Error) -> StoreError {
        failure::failure(&self.path, self.max_mib, source)
    }
}
