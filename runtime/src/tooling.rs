//! What maintainers and their CI make of a catalog: exports, schemas, pages, the contract, the lint.

pub(crate) mod contract;
pub(crate) mod docs;
pub(crate) mod export;
pub(crate) mod exported_file;
pub(crate) mod lint;
pub(crate) mod pretty;
pub(crate) mod schema;
