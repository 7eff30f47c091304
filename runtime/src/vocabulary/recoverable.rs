//! Which errors a caller can do something about: the one definition, for the lint, the derive and the rubric.

use crate::vocabulary::exit::sysexits::{OSERR, SOFTWARE};
use crate::vocabulary::terms::Severity;

/// Whether a caller can do something about an error, and so needs to be told what.
///
/// Not if its severity is `critical`, if it ends the process with `EX_SOFTWARE` (70) or `EX_OSERR` (71), or if its code
/// has the word `internal`: somebody has to mend the program or the system then.
pub(crate) const fn is_recoverable(code: &str, exit_code: Option<i32>, severity: Severity) -> bool {
    let by_exit = match exit_code {
        Some(exit_code) => exit_code == SOFTWARE as i32 || exit_code == OSERR as i32,
        None => false,
    };
    !by_exit && !matches!(severity, Severity::Critical) && !has_word(code, "internal")
}

/// Whether a text has a word, in any case. A word is what stands between characters other than ASCII letters and digits.
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
    use crate::vocabulary::terms::Severity::{Critical, Error, Warning};

    #[test]
    fn a_caller_cannot_mend_the_program_or_the_system() {
        for (code, exit, severity, expected) in [
            ("NOT_FOUND", Some(5), Error, true),
            ("NOT_FOUND", None, Warning, true),
            ("NOT_FOUND", Some(5), Critical, false),
            ("BUG", Some(70), Error, false),
            ("SYSTEM", Some(71), Error, false),
            ("INTERNAL", Some(1), Error, false),
            ("db.internal.error", None, Error, false),
            ("internal", None, Error, false),
            ("INTERNALS_UNREADABLE", None, Error, true),
            ("", None, Error, true),
            ("_", None, Error, true),
        ] {
            assert_eq!(is_recoverable(code, exit, severity), expected, "{code} {exit:?} {severity}");
        }
    }
}
