//! `dbtool process FILE`: imports a CSV file.

use crate::error::DbError;
use crate::items::{self, Items};
use crate::store::{Changes, OnConflict, Store};
use agent_error::Response;
use serde::Serialize;
use std::path::Path;

#[derive(Serialize)]
struct Imported {
    db: String,
    file: String,
    #[serde(flatten)]
    changes: Changes,
}

pub(crate) fn run(db: &Path, file: &Path, on_conflict: OnConflict) -> Result<Response, DbError> {
    let items = items::read(file)?;
    let changes = Store::open(db)?.add(&items.items, on_conflict)?;
    let text = format!("{} -> {}\n{changes}", file.display(), db.display());
    let response =
        Response::new(Imported { db: db.display().to_string(), file: file.display().to_string(), changes }).human(text);
    Ok(warnings(&items).into_iter().fold(response, Response::warning))
}

fn warnings(items: &Items) -> Vec<String> {
    let ignored = items.ignored.iter().map(|column| format!("ignored the column `{column}`"));
    let empty = items.items.is_empty().then(|| "the file contains no items, only a header".to_owned());
    ignored.chain(empty).collect()
}
