//! Files of an export.

/// A file that's part of an export.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExportedFile {
    /// The path relative to the output folder, with forward slashes, such as `src/DB_LOCKED.md`.
    pub path: String,
    /// The content, including a trailing newline.
    pub text: String,
}

/// Converts a program name to a folder name. Replaces characters that are special in file systems or URLs with `-`.
pub(crate) fn folder_name(program: &str) -> String {
    let name: String =
        program.chars().map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '-' }).collect();
    match name.trim_start_matches('.') {
        "" => "program".to_owned(),
        name => name.to_owned(),
    }
}
