//! Excerpts of other programs' output for error messages.

use agent_error::AgentError as _;
use agent_error::format::{clean, without_secrets};

/// The maximum number of lines in an excerpt.
const MAX_LINES: usize = 10;

/// The maximum number of characters in an excerpt.
const MAX_CHARS: usize = 2_000;

/// The maximum number of characters in an inline excerpt.
const MAX_CHARS_INLINE: usize = 60;

/// Returns the reason for a program's failure.
///
/// If standard output contains a coded error, returns its code and message. Otherwise, returns the first lines of
/// standard error, or of standard output if standard error is empty.
pub(super) fn reason(stdout: &[u8], stderr: &[u8]) -> String {
    let [stdout, stderr] = [stdout, stderr].map(|bytes| readable(&String::from_utf8_lossy(bytes)));
    let coded = agent_error::parse(stdout.trim()).ok().filter(|record| !record.code().is_empty());
    let text = match coded {
        Some(record) => format!("{}: {}", record.code, record.message),
        None if !stderr.trim().is_empty() => stderr,
        None => stdout,
    };
    match text.trim() {
        "" => "The program wrote no output.".to_owned(),
        text => lines(text),
    }
}

/// Returns the beginning of the output on a single line.
pub(super) fn inline(text: &str) -> String {
    let beginning: String = text.chars().take(4 * MAX_CHARS_INLINE).collect();
    let line = readable(&beginning).split_whitespace().collect::<Vec<_>>().join(" ");
    truncated(&line, MAX_CHARS_INLINE)
}

/// Redacts secrets and removes control characters.
fn readable(text: &str) -> String {
    clean(&without_secrets(text))
}

/// Returns the first lines of the output.
fn lines(text: &str) -> String {
    let mut lines = text.lines();
    let first = lines.by_ref().take(MAX_LINES).map(str::trim_end).collect::<Vec<_>>().join("\n");
    let more = if lines.next().is_some() { "\n…" } else { "" };
    truncated(&first, MAX_CHARS) + more
}

fn truncated(text: &str, max: usize) -> String {
    match text.char_indices().nth(max) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_CHARS, inline, reason};

    #[test]
    fn a_coded_error_on_standard_output_is_the_reason() {
        let envelope = br#"{"ok":false,"data":null,"error":{"code":"UNKNOWN_COMMAND","message":"no `catalog`"}}"#;
        assert_eq!(reason(envelope, b"warning: old"), "UNKNOWN_COMMAND: no `catalog`");
    }

    #[test]
    fn the_first_lines_of_standard_error_are_the_reason() {
        let long = (1..=20).map(|line| format!("line {line}")).collect::<Vec<_>>().join("\n");
        let shown = reason(b"ignored", long.as_bytes());
        assert!(shown.starts_with("line 1\nline 2\n") && shown.ends_with("line 10\n…"), "{shown}");
        assert_eq!(reason(b"on standard output\n", b" \n"), "on standard output");
        assert_eq!(reason(b"", b""), "The program wrote no output.");
    }

    #[test]
    fn an_excerpt_is_truncated_redacted_and_free_of_control_characters() {
        let shown = reason(b"", format!("{}\n", "é".repeat(5_000)).as_bytes());
        assert_eq!(shown.chars().count(), MAX_CHARS + 1);
        assert_eq!(reason(b"", b"\x1b[31mno\x1b[0m --password hunter2 \xff"), "no --password [REDACTED] \u{fffd}");
        assert_eq!(inline("a\n b\tc"), "a b c");
        assert_eq!(inline(&"x".repeat(100)).chars().count(), 61);
    }
}
