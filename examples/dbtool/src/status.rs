//! `dbtool status`: shows the size of the database.

use crate::error::DbError;
use crate::store::{Store, Totals};
use agent_error::Response;
use serde::Serialize;
use std::path::Path;

#[derive(Serialize)]
struct Status {
    path: String,
    #[serde(flatten)]
    totals: Totals,
}

pub(crate) fn run(path: &Path) -> Result<Response, DbError> {
    let totals = Store::open(path)?.totals()?;
    let text = format!("{}\n  items   {}\n  pieces  {}", path.display(), totals.items, totals.pieces);
    Ok(Response::new(Status { path: path.display().to_string(), totals }).human(text))
}
