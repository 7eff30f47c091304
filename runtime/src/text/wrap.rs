//! Measures and wraps text in columns.

/// Returns the width of a string in columns. With the `terminal` feature, wide characters count as two columns.
#[cfg(feature = "terminal")]
pub(crate) fn columns(text: &str) -> usize {
    textwrap::core::display_width(text)
}

/// Returns the width of a string in columns. Without the `terminal` feature, every character counts as one column.
#[cfg(not(feature = "terminal"))]
pub(crate) fn columns(text: &str) -> usize {
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
