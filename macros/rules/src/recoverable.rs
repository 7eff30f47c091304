//! Determines whether an error is recoverable.

use crate::exit::{OSERR, SOFTWARE};

/// Whether the caller can recover from an error. Recoverable errors should have advice.
///
/// An error is unrecoverable if its severity is `critical`, if its exit code is `EX_SOFTWARE` (70)
/// or `EX_OSERR` (71), or if its code contains the word `internal`. Only a developer or an
/// administrator can fix the cause of such an error.
pub fn is_recoverable(code: &str, exit_code: Option<i32>, is_critical: bool) -> bool {
    if is_critical {
        return false;
    }
    if exit_code == Some(SOFTWARE.into()) || exit_code == Some(OSERR.into()) {
        return false;
    }
    let mut words = code.split(|c: char| !c.is_ascii_alphanumeric());
    !words.any(|word| word.eq_ignore_ascii_case("internal"))
}
