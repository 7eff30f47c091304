//! Formats changes as GitHub Actions annotations.

use crate::contract::{Change, ChangeClass, Changes};

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
