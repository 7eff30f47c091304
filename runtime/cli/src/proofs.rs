//! `--proofs FILE`: what tests have proven of the advice.

use crate::catalog::Catalog;
use crate::error::system_error::SystemError;
use crate::ready::diff_error::DiffError;
use clap::{Arg, ArgMatches};
use std::fs;
use std::path::{Path, PathBuf};

pub(super) const PROOFS: &str = "agent_error::proofs";

pub(super) fn arg() -> Arg {
    Arg::new(PROOFS)
        .value_name("FILE")
        .value_parser(clap::value_parser!(PathBuf))
        .help("The file with the proofs of the advice, as in \"errors.proofs.json\"")
}

pub(super) fn read(matches: &ArgMatches) -> Option<PathBuf> {
    matches.get_one(PROOFS).cloned()
}

/// The catalog with what the file proves.
pub(super) fn known(catalog: Catalog, path: Option<&Path>) -> Result<Catalog, DiffError> {
    match path {
        Some(path) => catalog.with_proofs(&text(path)?).map_err(|error| invalid(path, &error)),
        None => Ok(catalog),
    }
}

pub(super) fn text(path: &Path) -> Result<String, DiffError> {
    let unreadable = |error| DiffError::Unreadable { path: path.to_owned(), source: SystemError::from(error) };
    fs::read_to_string(path).map_err(unreadable)
}

pub(super) fn invalid(path: &Path, error: &serde_json::Error) -> DiffError {
    DiffError::Invalid { path: path.to_owned(), problem: format!("not a file of proofs: {error}") }
}
