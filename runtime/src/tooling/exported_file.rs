//! What an export writes.

/// A document, or one of several that belong together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExportedFile {
    /// Its place in the folder of the export, as in `src/DB_LOCKED.md`: relative, with slashes.
    pub path: String,
    /// What it holds; it ends with a newline.
    pub text: String,
}
