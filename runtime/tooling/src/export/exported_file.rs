//! A file of an export.

/// An exported file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExportedFile {
    /// The relative path in the output folder, with forward slashes, such as `src/DB_LOCKED.md`.
    pub path: String,
    /// The content. Ends with a newline.
    pub text: String,
}

/// Returns the folder name for a program. Replaces characters that are special in file systems or URLs by `-`.
pub(crate) fn folder_name(program: &str) -> String {
    let name: String =
        program.chars().map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '-' }).collect();
    match name.trim_start_matches('.') {
        "" => "program".to_owned(),
        name => name.to_owned(),
    }
}
