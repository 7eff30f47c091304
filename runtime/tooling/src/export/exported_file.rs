//! A file of an export.

/// A document, or one of several that belong together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExportedFile {
    /// Its path in the folder of the export, such as `src/DB_LOCKED.md`: relative, with slashes.
    pub path: String,
    /// Its content, which ends with a newline.
    pub text: String,
}
