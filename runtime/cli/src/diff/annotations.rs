//! Formats changes as GitHub Actions annotations.

use agent_error::format::clean;
use agent_error_tooling::{Change, ChangeClass, Changes, Document};

/// Formats each change as a workflow command. Breaking changes become errors, and all other changes
/// become notices.
///
/// The location is that of the code's declaration. If it's unknown, for example because the code
/// was removed, it's the first line of the older file that mentions the code.
pub(super) fn github(changes: &Changes, path: &str, old: &str, new: &str) -> String {
    let document = new.parse::<Document>().ok();
    let mut commands = String::new();
    for change in changes.iter() {
        let source = match &document {
            Some(document) => document.source(&change.code),
            None => None,
        };
        let (file, line) = match source {
            Some((file, line)) => (file, line as usize),
            None => (path, line_of(&change.code, old)),
        };
        commands += &command(change, file, line);
    }
    commands
}

fn command(change: &Change, file: &str, line: usize) -> String {
    let level = if change.class == ChangeClass::Breaking {
        "error"
    } else {
        "notice"
    };
    let file = escaped_property(file);
    let title = format!("{} change of {}", change.class, change.code);
    let title = escaped_property(&title);
    let message = escaped(&change.to_string());
    format!("::{level} file={file},line={line},title={title}::{message}\n")
}

/// Returns the first line that contains the code, or the name of the command or tool.
fn line_of(code: &str, text: &str) -> usize {
    let name = code
        .trim_start_matches("command ")
        .trim_start_matches("tool ")
        .trim_matches('`');
    let quoted = format!("\"{name}\"");
    let index = text.lines().position(|line| line.contains(&quoted));
    index.unwrap_or_default() + 1
}

/// Removes control characters, which a code of another program may contain, and escapes the rest.
fn escaped(text: &str) -> String {
    clean(&text)
        .replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn escaped_property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}
