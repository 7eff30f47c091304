//! Determines whether an error is recoverable.

use crate::exit::{OSERR, SOFTWARE};

/// Whether the caller can recover from an error. Recoverable errors should have advice.
///
/// An error is unrecoverable if its severity is `critical`, if its exit code is `EX_SOFTWARE` (70) or `EX_OSERR` (71),
/// or if its code contains the word `internal`. Only a developer or an administrator can fix the cause of such an
/// error.
pub fn is_recoverable(code: &str, exit_code: Option<i32>, is_critical: bool) -> bool {
    let by_exit = [SOFTWARE, OSERR].into_iter().any(|exit| exit_code == Some(exit.into()));
    let mut words = code.split(|c: char| !c.is_ascii_alphanumeric());
    !by_exit && !is_critical && !words.any(|word| word.eq_ignore_ascii_case("internal"))
}

#[cfg(test)]
mod tests {
    use super::is_recoverable;

    #[test]
    fn a_caller_cannot_repair_the_program_or_the_system() {
        for (code, exit, is_critical, expected) in [
            ("NOT_FOUND", Some(5), false, true),
            ("NOT_FOUND", Some(5), true, false),
            ("BUG", Some(70), false, false),
            ("SYSTEM", Some(71), false, false),
            ("INTERNAL", Some(1), false, false),
            ("db.internal.error", None, false, false),
            ("INTERNALS_UNREADABLE", None, false, true),
            ("_", None, false, true),
        ] {
            assert_eq!(is_recoverable(code, exit, is_critical), expected, "{code} {exit:?} {is_critical}");
        }
    }
}
