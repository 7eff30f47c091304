//! Exit codes for errors.

/// Exit codes and their names. By default, an error with one of these exit codes may have side
/// effects: they're unknown for `IOERR`, and partial for the others.
pub const WITH_EFFECTS: [(u8, &str); 3] = [(3, "PARTIAL_FAILURE"), (10, "TIMEOUT"), (74, "IOERR")];

/// Exit codes whose errors are retryable by default.
pub const RETRYABLE: [u8; 3] = [11, 12, 75];

/// `EX_SOFTWARE` from `sysexits.h`: an internal software error.
pub const SOFTWARE: u8 = 70;

/// `EX_OSERR` from `sysexits.h`: an operating system error.
pub const OSERR: u8 = 71;

/// Describes the valid exit codes in error messages.
pub const RANGE: &str = "1 to 125; 0 means success, and 126 to 255 are reserved for the shell";

/// Whether an exit code is valid for an error. Valid exit codes range from 1 to 125.
pub const fn is_error_code(code: u8) -> bool {
    matches!(code, 1..=125)
}
