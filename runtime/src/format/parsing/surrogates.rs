//! Lone surrogates in JSON, which JavaScript writes and Unicode does not have.

/// The text with every lone surrogate escape replaced, or `None` if it has none.
///
/// A string may contain `\ud83d` without its second half if another program has cut a text by UTF-16 units.
pub(crate) fn repaired(text: &str) -> Option<String> {
    let mut repaired = String::new();
    let mut kept = 0;
    let mut at = 0;
    while let Some(backslash) = text[at..].find('\\').map(|found| at + found) {
        let half = unit(&text[backslash..]);
        at = match half {
            Some(0xd800..=0xdbff) if matches!(unit(&text[backslash + 6..]), Some(0xdc00..=0xdfff)) => backslash + 12,
            Some(0xd800..=0xdfff) => {
                repaired.push_str(&text[kept..backslash]);
                repaired.push_str("\\ufffd");
                kept = backslash + 6;
                kept
            }
            // At least two bytes, so that an escaped backslash does not begin an escape.
            _ => backslash + 1 + text[backslash + 1..].chars().next().map_or(0, char::len_utf8),
        };
    }
    (kept > 0).then(|| repaired + &text[kept..])
}

/// The UTF-16 unit of the escape that the text starts with.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::repaired;

    #[test]
    fn halves_are_replaced_and_pairs_are_kept() {
        assert_eq!(repaired(r#""a\ud83d""#).unwrap(), r#""a\ufffd""#);
        assert_eq!(repaired(r#""\ud83d\ud83e\udd80\udd80x""#).unwrap(), r#""\ufffd\ud83e\udd80\ufffdx""#);
        assert_eq!(repaired(r#""\ud83e\udd80 \\ud83d é\n""#), None);
        assert_eq!(repaired(r#""\ud8"#), None);
        assert_eq!(repaired("\\"), None);
    }
}
