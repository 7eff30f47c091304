//! Reads catalogs and baselines.

use crate::error::CliError;
use crate::source::{DocumentKind, Source};
use agent_error_tooling::{DiffError, Document};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Reads the catalogs from these sources.
pub(crate) fn read_sources(sources: &[Source], timeout: Duration) -> Result<Vec<Document>, CliError> {
    sources.iter().map(|source| document(source, timeout)).collect()
}

/// Reads and parses a catalog.
pub(crate) fn document(source: &Source, timeout: Duration) -> Result<Document, CliError> {
    let text = source.read_document(&[DocumentKind::Catalog], timeout)?;
    text.parse().map_err(|error| invalid(source, &error).into())
}

/// Creates the error for a source that contains an invalid document.
pub(crate) fn invalid(source: &Source, problem: &impl ToString) -> DiffError {
    DiffError::Invalid { path: PathBuf::from(source.to_string()), problem: problem.to_string() }
}

/// Reads a baseline.
pub(crate) fn text_of(path: &Path) -> Result<String, DiffError> {
    fs::read_to_string(path).map_err(|error| DiffError::Unreadable { path: path.to_owned(), source: error.into() })
}
