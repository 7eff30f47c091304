//! `dbtool sync SOURCE`: copies the items of another database.

use crate::error::{DbError, FileError, StoreError};
use crate::store::{Changes, OnConflict, Store};
use agent_error::Response;
use serde::Serialize;
use std::path::Path;

#[derive(Serialize)]
struct Synced {
    db: String,
    source: String,
    #[serde(flatten)]
    changes: Changes,
}

pub(crate) fn run(db: &Path, source: &Path, on_conflict: OnConflict) -> Result<Response, DbError> {
    let items = open_source(source)?.items()?;
    let changes = Store::open(db)?.add(&items, on_conflict)?;
    let text = format!("{} -> {}\n{changes}", source.display(), db.display());
    Ok(Response::new(Synced { db: db.display().to_string(), source: source.display().to_string(), changes })
        .human(text))
}

/// Opens the source. If it's missing, the path is probably wrong, so the advice to create a database, as for `--db`,
/// wouldn't help.
fn open_source(path: &Path) -> Result<Store, DbError> {
    Store::open(path).map_err(|error| match error {
        DbError::Store(StoreError::FileMissing { source, .. }) => FileError::new(path, source).into(),
        other => other,
    })
}
