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
    if contains(name, separator) || name.starts_with('"') {
        quoted(name)
    } else {
        name.to_owned()
    }
}

pub(super) fn quoted(name: &str) -> String {
    let escaped = replaced(name, '\\', "\\\\");
    let escaped = replaced(&escaped, '"', "\\\"");
    format!("\"{escaped}\"")
}

pub(super) fn names(names: &[String]) -> String {
    let names = names.iter().map(|name| named(name, SEPARATOR));
    names.collect::<Vec<_>>().join(SEPARATOR)
}
