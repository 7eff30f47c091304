//! Determines whether an error is recoverable.

use crate::exit::{OSERR, SOFTWARE};

/// Whether the caller can recover from an error. Recoverable errors should have advice.
///
/// An error is unrecoverable if its severity is `critical`, if its exit code is `EX_SOFTWARE` (70) or `EX_OSERR` (71),
/// or if its code contains the word `internal`. Only a developer or an administrator can fix the cause of such an
/// error.
pub const fn is_recoverable(code: &str, exit_code: Option<i32>, is_critical: bool) -> bool {
    let by_exit = match exit_code {
        Some(exit_code) => exit_code == SOFTWARE as i32 || exit_code == OSERR as i32,
        None => false,
    };
    !by_exit && !is_critical && !has_word(code, "internal")
}

/// Whether a string contains a word, ignoring ASCII case. Words consist of ASCII letters and digits.
const fn has_word(text: &str, word: &str) -> bool {
    let (text, word) = (text.as_bytes(), word.as_bytes());
    let mut start = 0;
    let mut index = 0;
    while index <= text.len() {
        if index == text.len() || !text[index].is_ascii_alphanumeric() {
            if is_word(text, start, index, word) {
                return true;
            }
            start = index + 1;
        }
        index += 1;
    }
    false
}

const fn is_word(text: &[u8], start: usize, end: usize, word: &[u8]) -> bool {
    if end - start != word.len() {
        return false;
    }
    let mut index = 0;
    while index < word.len() {
        if !text[start + index].eq_ignore_ascii_case(&word[index]) {
            return false;
        }
        index += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::is_recoverable;

    #[test]
    fn a_caller_cannot_repair_the_program_or_the_system() {
        for (code, exit, is_critical, expected) in [
            ("NOT_FOUND", Some(5), false, true),
            ("NOT_FOUND", None, false, true),
            ("NOT_FOUND", Some(5), true, false),
            ("BUG", Some(70), false, false),
            ("SYSTEM", Some(71), false, false),
            ("INTERNAL", Some(1), false, false),
            ("db.internal.error", None, false, false),
            ("internal", None, false, false),
            ("INTERNALS_UNREADABLE", None, false, true),
            ("", None, false, true),
            ("_", None, false, true),
        ] {
            assert_eq!(is_recoverable(code, exit, is_critical), expected, "{code} {exit:?} {is_critical}");
        }
    }
}
