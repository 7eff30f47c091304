//! Checks that generated code runs at compile time, because the macro can't evaluate an exit code.

use super::error_def::ErrorDef;
use crate::vocabulary::exit;

/// Validates an exit code.
///
/// # Panics
///
/// Panics if `exit` is 0 or greater than 125. In a const context, this is a compile error.
#[must_use]
#[track_caller]
pub const fn error_exit(exit: u8) -> u8 {
    assert!(
        exit::is_error_code(exit),
        "invalid exit code; expected 1 to 125; 0 means success, and 126 to 255 are reserved for the shell"
    );
    exit
}

/// Validates the exit code of an error that has a `fix`.
///
/// # Panics
///
/// Panics if the exit code is invalid or implies that the error is retryable. In a const context, this is a compile
/// error.
#[must_use]
#[track_caller]
pub const fn error_exit_with_fix(exit: u8) -> u8 {
    assert!(
        !ErrorDef { exit, ..ErrorDef::EMPTY }.is_retryable(),
        "`fix` conflicts with the retry that this exit code implies; remove `fix`, or add `retryable = false`"
    );
    error_exit(exit)
}
