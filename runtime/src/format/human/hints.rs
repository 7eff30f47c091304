//! Formats a multi-line suggestion as a bulleted list.

const BULLET: &str = "• ";

/// Returns the hints as a bulleted list, or `None` if there is only one line or if any line is blank or indented.
pub(super) fn listed(text: &str) -> Option<String> {
    let is_list =
        text.contains('\n') && text.split('\n').all(|hint| !hint.is_empty() && !hint.starts_with(char::is_whitespace));
    is_list.then(|| format!("{BULLET}{}", text.replace('\n', "\n• ")))
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn lines_become_a_bulleted_list() {
        assert_eq!(listed("a\nb").as_deref(), Some("• a\n• b"));
        for text in ["", "a", "a\n\nb", "a\n", "a\n \nb", "a:\n  b"] {
            assert_eq!(listed(text), None, "{text:?}");
        }
    }
}
