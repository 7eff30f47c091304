//! `dbtool process FILE`: imports a CSV file.

use crate::error::DbError;
use crate::items;
use crate::path::FilePath;
use crate::store::{Changes, OnConflict, Store};
use agent_error::Response;
use serde::Serialize;
use std::path::Path;

#[derive(Serialize)]
struct Imported {
    db: FilePath,
    file: FilePath,
    #[serde(flatten)]
    changes: Changes,
}

pub(crate) fn run(db: &Path, file: &Path, on_conflict: OnConflict) -> Result<Response, DbError> {
    let items = items::read(file)?;
    let changes = Store::open(db)?.add(&items.items, on_conflict)?;
    let text = format!("{} -> {}\n{changes}", file.display(), db.display());
    let response = Response::new(Imported { db: db.into(), file: file.into(), changes }).human(text);
    let warnings = items.ignored.iter().map(|column| format!("the column `{column}` was ignored"));
    Ok(warnings.fold(response, Response::warning))
}
