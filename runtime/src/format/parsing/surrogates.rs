//! Repairs lone surrogates in JSON. JavaScript can write them, but they aren't valid Unicode.

use std::borrow::Cow;

/// Replaces each lone surrogate escape in a JSON document with `\ufffd`, the replacement character.
///
/// Programs that truncate strings by UTF-16 code units, as JavaScript does, may write `\ud83d` without its other half.
/// Parsers such as `serde_json` then reject the whole document.
pub(super) fn replace_lone_surrogates(json: &str) -> Cow<'_, str> {
    let mut replaced = String::new();
    let mut kept = 0;
    let mut at = 0;
    while let Some(backslash) = json[at..].find('\\').map(|found| at + found) {
        let half = code_unit(&json[backslash..]);
        at = match half {
            Some(0xd800..=0xdbff) if matches!(code_unit(&json[backslash + 6..]), Some(0xdc00..=0xdfff)) => {
                backslash + 12
            }
            Some(0xd800..=0xdfff) => {
                replaced.push_str(&json[kept..backslash]);
                replaced.push_str("\\ufffd");
                kept = backslash + 6;
                kept
            }
            // Skip the escaped character, because an escaped backslash doesn't start another escape.
            _ => backslash + 1 + json[backslash + 1..].chars().next().map_or(0, char::len_utf8),
        };
    }
    if kept == 0 { Cow::Borrowed(json) } else { Cow::Owned(replaced + &json[kept..]) }
}

/// Parses an escape such as `\ud83e` at the start of the text. Returns a UTF-16 code unit, which can be half of a character.
fn code_unit(json: &str) -> Option<u16> {
    let digits = json.strip_prefix("\\u")?.get(..4)?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::replace_lone_surrogates;
    use std::borrow::Cow;

    #[test]
    fn halves_are_replaced_and_pairs_are_kept() {
        assert_eq!(replace_lone_surrogates(r#""a\ud83d""#), r#""a\ufffd""#);
        assert_eq!(replace_lone_surrogates(r#""\ud83d\ud83e\udd80\udd80x""#), r#""\ufffd\ud83e\udd80\ufffdx""#);
        assert!(matches!(replace_lone_surrogates(r#""\ud83e\udd80 \\ud83d é\n""#), Cow::Borrowed(_)));
        assert!(matches!(replace_lone_surrogates(r#""\ud8"#), Cow::Borrowed(_)));
        assert!(matches!(replace_lone_surrogates("\\"), Cow::Borrowed(_)));
    }
}
