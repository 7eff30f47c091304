//! The catalog as one JSON document.

use super::ExportedFile;
use crate::catalog::{Catalog, Filter};

/// Written as `errors list` lists it.
pub(super) fn document(catalog: &Catalog) -> ExportedFile {
    let mut text = serde_json::to_string_pretty(&catalog.list(&Filter::default())).unwrap_or_default();
    text.push('\n');
    ExportedFile { path: "errors.json".to_owned(), text }
}
