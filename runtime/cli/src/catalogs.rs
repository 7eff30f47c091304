//! Catalogs and proofs, read and parsed.

use crate::arguments::CatalogArgs;
use crate::error::CliError;
use crate::source::{DocumentKind, Source};
use agent_error_tooling::{DiffError, Document};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Reads every catalog of the command line, in order.
pub(crate) fn read(catalogs: &CatalogArgs) -> Result<Vec<Document>, CliError> {
    let sources = catalogs.sources()?;
    sources.iter().map(|source| document(source, catalogs.timeout())).collect()
}

/// Reads one catalog.
fn document(source: &Source, timeout: Duration) -> Result<Document, CliError> {
    let text = source.read_document(&[DocumentKind::Catalog], timeout)?;
    text.parse().map_err(|error| invalid(source, &error).into())
}

/// The error for a source with an invalid document.
pub(crate) fn invalid(source: &Source, problem: &impl ToString) -> DiffError {
    DiffError::Invalid { path: PathBuf::from(source.to_string()), problem: problem.to_string() }
}

/// Adds the proven advice to the catalog of its program. One file of proofs belongs to one catalog.
pub(crate) fn with_proofs(documents: Vec<Document>, path: &Path) -> Result<Vec<Document>, CliError> {
    let text = text_of(path)?;
    let with_proofs = |document: Document| {
        let invalid =
            |error| DiffError::Invalid { path: path.to_owned(), problem: format!("not a file of proofs: {error}") };
        Ok(document.with_proofs(&text).map_err(invalid)?)
    };
    documents.into_iter().map(with_proofs).collect()
}

/// Reads a file with proofs or accepted findings.
pub(crate) fn text_of(path: &Path) -> Result<String, DiffError> {
    fs::read_to_string(path).map_err(|error| DiffError::Unreadable { path: path.to_owned(), source: error.into() })
}
