//! Snapshots of errors and catalogs, in files next to the tests. `SNAPSHOTS=overwrite` updates the files.
#![allow(clippy::unwrap_used, reason = "only tests call these functions")]

use agent_error::{AgentError, Catalog, ErrorRecord};
use serde_json::Value;

/// Asserts that a text is the same as the snapshot.
#[track_caller]
pub(crate) fn same(text: impl Into<String>, snapshot: snapbox::Data) {
    snapbox::assert_data_eq!(text.into(), snapshot.raw());
}

/// Returns the record of each error as a line of JSON.
pub(crate) fn records<'e>(errors: impl IntoIterator<Item = &'e dyn AgentError>) -> String {
    errors.into_iter().map(|error| serde_json::to_string(&ErrorRecord::of(error)).unwrap() + "\n").collect()
}

/// Returns each code of a catalog as a line of JSON, as in the catalog document but without its declaration's place.
pub(crate) fn codes(catalog: &Catalog) -> String {
    let mut document: Value = serde_json::from_str(&catalog.document()).unwrap();
    let mut lines = String::new();
    for code in document["errors"].as_array_mut().unwrap() {
        for place in ["declared_by", "origin", "source", "variant"] {
            code.as_object_mut().unwrap().remove(place);
        }
        lines += &format!("{code}\n");
    }
    lines
}
