//! The catalog document of a catalog, as tools read it.
#![allow(clippy::unwrap_used, reason = "the functions that the tests share are tests, too")]

use agent_error::Catalog;
use agent_error_tooling::Document;

pub(crate) fn document_of(catalog: &Catalog) -> Document {
    catalog.document().parse().unwrap()
}
