//! Reads fleets: directories that contain the catalogs of several programs.

mod diff;
mod error;
mod lint;

pub(crate) use error::FleetError;
pub(crate) use lint::FleetLint;

use crate::error::CliError;
use crate::input_error::InputError;
use crate::source::Source;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Returns the path if the source is a directory, and `None` otherwise.
pub(crate) fn directory(source: &Source) -> Option<&Path> {
    match source {
        Source::File(path) if path.is_dir() => Some(path),
        _ => None,
    }
}

/// Replaces each directory with the catalogs that it contains.
pub(crate) fn expanded(sources: Vec<Source>) -> Result<Vec<Source>, CliError> {
    let mut all = Vec::new();
    for source in sources {
        match directory(&source) {
            Some(directory) => all.extend(catalogs_in(directory)?.into_iter().map(Source::File)),
            None => all.push(source),
        }
    }
    Ok(all)
}

/// Returns the paths of all `.json` files in the directory, sorted. Ignores subdirectories.
fn catalogs_in(directory: &Path) -> Result<Vec<PathBuf>, CliError> {
    let shown = directory.display().to_string();
    let unreadable = |error: io::Error| CliError::Source(InputError::new(shown.clone(), error).into());
    let mut catalogs = Vec::new();
    for entry in fs::read_dir(directory).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == "json") && path.is_file() {
            catalogs.push(path);
        }
    }
    catalogs.sort();
    match catalogs.is_empty() {
        true => Err(FleetError::Empty { directory: shown }.into()),
        false => Ok(catalogs),
    }
}
