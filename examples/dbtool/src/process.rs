//! `dbtool process FILE`: imports a CSV file.

use crate::error::DbError;
use crate::items::{self, Items};
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
    Ok(warnings(&items).into_iter().fold(response, Response::warning))
}

fn warnings(items: &Items) -> Vec<String> {
    let ignored = items.ignored.iter().map(|column| format!("the column `{column}` was ignored"));
    let empty = items.items.is_empty().then(|| "the file holds no items, only a header".to_owned());
    ignored.chain(empty).collect()
}
