//! A file of an export.

/// A document, or one of several that belong together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExportedFile {
    /// Its path in the folder of the export, such as `src/DB_LOCKED.md`: relative, with slashes.
    pub path: String,
    /// Its content, which ends with a newline.
    pub text: String,
}

/// The folder of a program: its name with `-` in place of characters that file systems or URLs treat specially.
pub(crate) fn folder_name(program: &str) -> String {
    let name: String =
        program.chars().map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '-' }).collect();
    match name.trim_start_matches('.') {
        "" => "program".to_owned(),
        name => name.to_owned(),
    }
}
