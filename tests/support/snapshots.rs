//! Snapshots in files next to the tests. `cargo overwrite` updates the files.

/// Asserts that a text is the same as the snapshot.
#[track_caller]
pub(crate) fn same(text: impl Into<String>, snapshot: snapbox::Data) {
    snapbox::assert_data_eq!(text.into(), snapshot.raw());
}
