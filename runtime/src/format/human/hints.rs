//! A suggestion of several lines: a list of hints.

const BULLET: &str = "• ";

/// Returns the hints as a list, one per line. Returns `None` if the text isn't a list: it has a single line, or a
/// blank or indented one.
pub(super) fn listed(text: &str) -> Option<String> {
    let is_list =
        text.contains('\n') && text.split('\n').all(|hint| !hint.is_empty() && !hint.starts_with(char::is_whitespace));
    is_list.then(|| format!("{BULLET}{}", text.replace('\n', "\n• ")))
}

/// Returns the text of a list that [`listed`] returned, or `None` if the text isn't one.
#[cfg(feature = "parse")]
pub(in crate::format) fn unlisted(text: &str) -> Option<String> {
    let hints = text.split('\n').map(|line| line.strip_prefix(BULLET)).collect::<Option<Vec<_>>>()?;
    (hints.len() > 1).then(|| hints.join("\n"))
}

#[cfg(all(test, feature = "parse"))]
mod tests {
    use super::{listed, unlisted};

    #[test]
    fn a_list_is_read_back() {
        for text in ["a\nb", "a\nb\nc", "• a\n• b"] {
            let list = listed(text);
            assert!(list.as_deref().is_some_and(|list| list.lines().all(|line| line.starts_with("• "))), "{text:?}");
            assert_eq!(list.as_deref().and_then(unlisted).as_deref(), Some(text));
        }
    }

    #[test]
    fn other_text_is_no_list() {
        for text in ["", "a", "• a", "a\n\nb", "a\n", "a\n \nb", "a:\n  b", "• a\n\n• b"] {
            assert_eq!((listed(text), unlisted(text)), (None, None), "{text:?}");
        }
    }
}
