//! `dbtool init`: creates the database.

use crate::error::{DbError, StoreError};
use crate::store::Store;
use agent_error::Response;
use serde::Serialize;
use std::path::Path;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Succeed if the database already exists, and add its table if it's missing
    #[arg(long)]
    if_missing: bool,
}

#[derive(Serialize)]
struct Created {
    path: String,
    created: bool,
}

pub(crate) fn run(path: &Path, args: &Args) -> Result<Response, DbError> {
    let created = match Store::create(path) {
        Ok(()) => true,
        Err(DbError::Store(StoreError::FileExists { .. })) if args.if_missing => {
            Store::ensure_table(path)?;
            false
        }
        Err(error) => return Err(error),
    };
    let text = text(path, created);
    Ok(Response::new(Created { path: path.display().to_string(), created }).human(text))
}

fn text(path: &Path, created: bool) -> String {
    let path = path.display();
    match created {
        true => format!("Created {path}.\nTo add items, run `dbtool process FILE.csv`."),
        false => format!("{path} already exists and is ready."),
    }
}
