//! A suggestion of several lines: a list of hints.

const BULLET: &str = "• ";

/// Returns the hints as a list, one per line. Returns `None` if the text isn't a list: it has a single line, or a
/// blank or indented one.
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
