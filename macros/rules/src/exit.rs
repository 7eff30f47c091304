//! Valid exit codes for errors.

/// The addressed resource does not exist.
pub const NOT_FOUND: u8 = 5;

/// The exit codes whose side effects are partial unless an error states them, with their names.
pub const WITH_PARTIAL_EFFECTS: [(u8, &str); 3] = [(3, "PARTIAL_FAILURE"), (10, "TIMEOUT"), (74, "IOERR")];

/// `EX_SOFTWARE` from `sysexits.h`: an internal error in the program.
pub const SOFTWARE: u8 = 70;

/// `EX_OSERR` from `sysexits.h`: an operating system error.
pub const OSERR: u8 = 71;

/// The valid range, for messages.
pub const RANGE: &str = "1 to 125; 0 means success, and 126 to 255 are reserved for the shell";

/// Whether a code is valid for errors: 1 to 125.
pub const fn is_error_code(code: u8) -> bool {
    matches!(code, 1..=125)
}

#[cfg(test)]
mod tests {
    use super::is_error_code;

    #[test]
    fn success_and_the_codes_of_the_shell_are_refused() {
        for (code, expected) in [(0, false), (1, true), (125, true), (126, false), (255, false)] {
            assert_eq!(is_error_code(code), expected, "{code}");
        }
    }
}
