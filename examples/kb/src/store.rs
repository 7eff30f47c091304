//! The SQLite database: one file, used by many processes at once.

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
    /// The largest size of the file, in MiB.
    max_mib: u32,
}

impl Store {
    /// The code for an error of SQLite.
    fn failed(&self, source: rusqlite::Error) -> StoreError {
        failure::failure(&self.path, self.max_mib, source)
    }
}
