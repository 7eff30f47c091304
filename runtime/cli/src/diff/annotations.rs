//! Formats changes as GitHub Actions annotations.

use agent_error_tooling::{Change, ChangeClass, Changes, Document};

/// Formats each change as a workflow command. Breaking changes become errors, and all other changes
/// become notices.
///
/// The location is that of the code's declaration. If it's unknown, for example because the code
/// was removed, it's the first line of the older file that mentions the code.
pub(super) fn github(changes: &Changes, path: &str, old: &str, new: &str) -> String {
    let document = new.parse::<Document>().ok();
    let line = |change: &Change| {
        let declared = document
            .as_ref()
            .and_then(|document| document.source(&change.code));
        let (file, line) = declared.map_or_else(
            || (path, line_of(&change.code, old)),
            |(file, line)| (file, line as usize),
        );
        let level = if change.class == ChangeClass::Breaking {
            "error"
        } else {
            "notice"
        };
        let title = format!("{} change of {}", change.class, change.code);
        let (file, title) = (escaped_property(file), escaped_property(&title));
        format!(
            "::{level} file={file},line={line},title={title}::{}\n",
            escaped(&change.to_string())
        )
    };
    changes.iter().map(line).collect()
}

/// Returns the first line that contains the code, or the name of the command or tool.
fn line_of(code: &str, text: &str) -> usize {
    let name = code
        .trim_start_matches("command ")
        .trim_start_matches("tool ")
        .trim_matches('`');
    text.lines()
        .position(|line| line.contains(&format!("\"{name}\"")))
        .unwrap_or_default()
        + 1
}

fn escaped(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn escaped_property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}
