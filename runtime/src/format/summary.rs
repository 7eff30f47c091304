//! Summarizes a record for formats with a single explanation, a single piece of advice or single
//! lines, and writes names before a separator, as in `role: …` and `"a, b", c`.

use crate::error::listing::{Listing, VALUES_FROM};
use crate::error::record::ErrorRecord;
use crate::error::value::ContextValue;
use crate::text::contains::{contains, replaced};
use crate::text::sanitize::is_blank;

/// Returns the reason for the failure, for formats that omit the context: the detail, or else the
/// field errors, or else the choices.
pub(super) fn explanation(record: &ErrorRecord) -> Option<String> {
    let fields = record
        .field_errors()
        .into_iter()
        .map(|field| format!("{}: {field}", field.field()));
    let choices = record
        .fields
        .context
        .entries()
        .iter()
        .filter_map(|(name, value)| match value {
            ContextValue::Nearest(similar) => Some(format!("{name}: {}", names(similar))),
            ContextValue::Listing(commands) if name == VALUES_FROM => Some(command_lines(commands)),
            ContextValue::Listing(listing) if listing.is_described() => {
                Some(format!("{name}:\n{listing}"))
            }
            ContextValue::Listing(listing) => Some(format!("{name}: {listing}")),
            ContextValue::Json(_) | ContextValue::FieldErrors(_) => None,
        });
    let joined = |lines: Vec<String>| Some(lines.join("\n")).filter(|_| !lines.is_empty());
    record
        .fields
        .detail
        .clone()
        .or_else(|| joined(fields.collect()))
        .or_else(|| joined(choices.collect()))
}

/// Returns one line for each command that lists valid values.
pub(super) fn command_lines(commands: &Listing) -> String {
    let lines = commands
        .iter()
        .map(|(name, command)| format!("{}: {command}", named(name, ": ")));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns a single piece of advice: the suggestion, or else the fix, the check command, the
/// replacement, or the required condition.
pub(super) fn one_advice(record: &ErrorRecord) -> Option<String> {
    let command = |verb: &str, text: &Option<String>| {
        let text = text.as_deref().filter(|text| !text.is_empty())?;
        Some(format!("{verb} `{text}`"))
    };
    let advice = [
        record.fields.suggestion.clone(),
        command("Run", &record.fields.fix_command),
        command("Check with", &record.fields.check_command),
        command("Use", &record.fields.replacement),
        record.fields.fix_required.clone(),
    ];
    advice
        .into_iter()
        .flatten()
        .find(|advice| !is_blank(advice))
}

/// Puts a string on one line. Line breaks between two words become spaces, and all others are
/// dropped.
pub(super) fn one_line(text: &str) -> String {
    let lines = text
        .split(['\n', '\u{2028}', '\u{2029}'])
        .filter(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ")
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
