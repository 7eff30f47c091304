//! Converts a catalog to a catalog document.
#![allow(clippy::unwrap_used, reason = "only tests call these functions")]

use agent_error::Catalog;
use agent_error_tooling::Document;

pub(crate) fn document_of(catalog: &Catalog) -> Document {
    catalog.document().parse().unwrap()
}
