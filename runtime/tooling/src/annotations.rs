//! Formats changes as GitHub Actions annotations or as a SARIF 2.1.0 log.

use super::pretty::pretty;
use crate::contract::{Change, ChangeClass, Changes};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// A source location: a file and a line.
pub type SourceLocation = (String, u32);

/// Formats each change as a GitHub Actions workflow command. Breaking changes become errors, and all other changes
/// become notices.
pub fn github(changes: &Changes, place: impl Fn(&Change) -> SourceLocation) -> String {
    let line = |change: &Change| {
        let (file, line) = place(change);
        let level = if change.class == ChangeClass::Breaking { "error" } else { "notice" };
        let title = format!("{} change of {}", change.class, change.code);
        let (file, title) = (escaped_property(&file), escaped_property(&title));
        format!("::{level} file={file},line={line},title={title}::{}\n", escaped(&change.to_string()))
    };
    changes.iter().map(line).collect()
}

fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn escaped_property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}

/// Formats the changes as a SARIF log. Breaking changes become errors, and all other changes become notes.
pub fn sarif(changes: &Changes, place: impl Fn(&Change) -> SourceLocation) -> String {
    let rules = ChangeClass::WORDS.iter().map(|class| {
        let about = format!("A {class} change to a program's error codes.");
        json!({"id": class, "shortDescription": {"text": about}})
    });
    let results = changes.iter().map(|change| {
        let (file, line) = place(change);
        let level = if change.class == ChangeClass::Breaking { "error" } else { "note" };
        let location = json!({"artifactLocation": {"uri": uri(&file)}, "region": {"startLine": line.max(1)}});
        json!({
            "ruleId": change.class,
            "level": level,
            "message": {"text": change.to_string()},
            "locations": [{"physicalLocation": location}],
        })
    });
    let driver = json!({
        "name": "agent-error",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules.collect::<Vec<Value>>(),
    });
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results.collect::<Vec<Value>>()}],
    });
    pretty(&log, 4)
}

/// Converts a path to a relative URI reference: uses forward slashes and percent-encodes reserved characters.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'_' | b'-' | b'~' => uri.push(byte.into()),
            // Writing to a string can't fail.
            other => drop(write!(uri, "%{other:02X}")),
        }
    }
    uri
}
