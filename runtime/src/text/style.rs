//! Colors, widths and wrapping of text for people.

use crate::vocabulary::terms::Severity;

/// The width and color support of a terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terminal {
    /// The column at which text wraps, or `None` to disable wrapping.
    pub width: Option<usize>,
    /// Whether to use colors.
    pub color: bool,
}

#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "terminal"), allow(dead_code, reason = "unused without colors"))]
pub(crate) enum Role {
    /// A header such as `error[CODE]`.
    Severity(Severity),
    /// A message or a heading.
    Title,
    /// A label at the start of a line, such as `help:`.
    Label,
    /// A command or a code that people may copy.
    Literal,
}

impl Terminal {
    /// Applies the color of a role. Colors require the `terminal` feature.
    pub(crate) fn paint(self, role: Role, text: &str) -> String {
        if self.color { painted(role, text) } else { text.to_owned() }
    }
}

#[cfg(feature = "terminal")]
fn painted(role: Role, text: &str) -> String {
    use anstyle::{AnsiColor, Style};
    let style = match role {
        Role::Severity(Severity::Warning) => AnsiColor::Yellow.on_default().bold(),
        Role::Severity(Severity::Error) => AnsiColor::Red.on_default().bold(),
        Role::Severity(Severity::Critical) => AnsiColor::Red.on_default().bold().invert(),
        Role::Title => Style::new().bold(),
        Role::Label => AnsiColor::Cyan.on_default(),
        Role::Literal => AnsiColor::Green.on_default(),
    };
    format!("{style}{text}{style:#}")
}

#[cfg(not(feature = "terminal"))]
fn painted(_: Role, text: &str) -> String {
    text.to_owned()
}

/// Returns the width of a string in columns. Without the `terminal` feature, every character counts as one column.
pub(crate) fn columns(text: &str) -> usize {
    #[cfg(feature = "terminal")]
    {
        textwrap::core::display_width(text)
    }
    #[cfg(not(feature = "terminal"))]
    text.chars().count()
}

/// Wraps a string at spaces to lines of at most `width` columns. A longer word gets its own line.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            let room = columns(&line) + 1 + columns(word) <= width;
            if !line.is_empty() && !room {
                lines.push(std::mem::take(&mut line));
            } else if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn lines_break_at_spaces_only() {
        assert_eq!(wrapped("a bc def", 4), ["a bc", "def"]);
        assert_eq!(wrapped("abcdef gh", 4), ["abcdef", "gh"]);
        assert_eq!(wrapped("a\nb", 4), ["a", "b"]);
        assert_eq!(wrapped("", 4), [""]);
    }
}
