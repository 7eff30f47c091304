//! Writes names that are followed by a separator: `role: …`, `"a, b", c`.

use crate::text::contains::contains;

/// The separator between two names.
pub(super) const SEPARATOR: &str = ", ";

/// Returns a name that the separator can follow. A name that contains the separator is quoted, and its quotes and
/// backslashes are escaped.
pub(super) fn named(name: &str, separator: &str) -> String {
    match contains(name, separator) || name.starts_with('"') {
        true => quoted(name),
        false => name.to_owned(),
    }
}

pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Returns names on a single line.
pub(super) fn names(names: &[String]) -> String {
    names.iter().map(|name| named(name, SEPARATOR)).collect::<Vec<_>>().join(SEPARATOR)
}
