//! Errors in documents, and where they are.

use serde::de::DeserializeOwned;

/// The error for an invalid catalog document or lock file.
///
/// ```
/// use agent_error_tooling::{Document, DocumentError};
///
/// let error = "[]".parse::<Document>().unwrap_err();
/// assert_eq!(error, DocumentError::NotACatalog);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DocumentError {
    /// The input contains git conflict markers.
    #[error("line {line} is a merge conflict marker")]
    MergeConflict {
        /// The line of the first marker, starting at 1.
        line: usize,
    },
    /// The input is empty.
    #[error("it is empty")]
    Empty,
    /// The input isn't valid JSON.
    #[error("invalid JSON: {problem}")]
    NotJson {
        /// The parser's message, including the line and column.
        problem: String,
    },
    /// The input is JSON, but neither a catalog document nor a lock file.
    #[error("neither a lock file nor a catalog document as printed by `errors catalog`")]
    NotACatalog,
    /// The input is a lock file of an older version of agent-error.
    #[error(
        "this lock file has the form of an older version of agent-error, which this version doesn't read"
    )]
    OutdatedLock,
    /// The input has an unknown format version.
    #[error("unknown version {found}; this version of agent-error reads version {known}")]
    UnknownVersion {
        /// The format version of the input.
        found: String,
        /// The supported format version.
        known: String,
    },
    /// A value is missing or invalid.
    #[error("{}{problem}", if place == "." { String::new() } else { format!("`{place}`: ") })]
    Invalid {
        /// The path of the value, such as `errors[3].context`. `.` is the whole document.
        place: String,
        /// What is missing or invalid, with the line and column.
        problem: String,
    },
}

/// Parses JSON. Ignores a byte order mark, and detects git conflict markers.
pub(crate) fn parsed<T: DeserializeOwned>(text: &str) -> Result<T, DocumentError> {
    // Some editors and shells add a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim().is_empty() {
        return Err(DocumentError::Empty);
    }
    // Report conflict markers as such, because a JSON syntax error would be less helpful.
    if let Some(index) = text.lines().position(is_conflict_marker) {
        return Err(DocumentError::MergeConflict { line: index + 1 });
    }
    let mut json = serde_json::Deserializer::from_str(text);
    let value = match serde_path_to_error::deserialize(&mut json) {
        Ok(value) => value,
        Err(error) => return Err(invalid(&error)),
    };
    json.end().map_err(|error| not_json(&error))?;
    Ok(value)
}

fn is_conflict_marker(line: &str) -> bool {
    line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ")
}

fn invalid(error: &serde_path_to_error::Error<serde_json::Error>) -> DocumentError {
    if error.inner().is_data() {
        DocumentError::Invalid {
            place: error.path().to_string(),
            problem: error.inner().to_string(),
        }
    } else {
        not_json(error.inner())
    }
}

fn not_json(error: &serde_json::Error) -> DocumentError {
    DocumentError::NotJson {
        problem: error.to_string(),
    }
}

/// Checks that the major version is known. Minor versions only add members.
pub(crate) fn check_version(found: &str, known: &str) -> Result<(), DocumentError> {
    if found.split('.').next() == known.split('.').next() {
        return Ok(());
    }
    Err(DocumentError::UnknownVersion {
        found: found.to_owned(),
        known: known.to_owned(),
    })
}
