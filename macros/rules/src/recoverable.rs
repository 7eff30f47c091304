//! Determines whether an error is recoverable.

use crate::exit::{OSERR, SOFTWARE};

/// Whether the caller can recover from an error. Recoverable errors should have advice.
///
/// An error is unrecoverable if its severity is `critical`, if its exit code is `EX_SOFTWARE` (70)
/// or `EX_OSERR` (71), or if its code contains the word `internal`. Only a developer or an
/// administrator can fix the cause of such an error.
pub fn is_recoverable(code: &str, exit_code: Option<i32>, is_critical: bool) -> bool {
    let by_exit = [SOFTWARE, OSERR]
        .into_iter()
        .any(|exit| exit_code == Some(exit.into()));
    let mut words = code.split(|c: char| !c.is_ascii_alphanumeric());
    !by_exit && !is_critical && !words.any(|word| word.eq_ignore_ascii_case("internal"))
}
