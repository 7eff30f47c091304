//! Writes names before a separator, as in `role: …` and `"a, b", c`.

use crate::error::listing::Listing;
use crate::text::contains::{contains, replaced};

/// Returns one line for each command that lists valid values.
pub(super) fn command_lines(commands: &Listing) -> String {
    let lines = commands
        .iter()
        .map(|(name, command)| format!("{}: {command}", named(name, ": ")));
    lines.collect::<Vec<_>>().join("\n")
}

pub(super) const SEPARATOR: &str = ", ";

/// Returns a name for use before a separator. If the name contains the separator, quotes the name,
/// and escapes its quotes and backslashes.
pub(super) fn named(name: &str, separator: &str) -> String {
    match contains(name, separator) || name.starts_with('"') {
        true => quoted(name),
        false => name.to_owned(),
    }
}

pub(super) fn quoted(name: &str) -> String {
    format!(
        "\"{}\"",
        replaced(&replaced(name, '\\', "\\\\"), '"', "\\\"")
    )
}

pub(super) fn names(names: &[String]) -> String {
    names
        .iter()
        .map(|name| named(name, SEPARATOR))
        .collect::<Vec<_>>()
        .join(SEPARATOR)
}
