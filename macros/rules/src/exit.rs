//! Which exit codes an error may have.

/// `EX_SOFTWARE` of `sysexits.h`: the program has a bug.
pub const SOFTWARE: u8 = 70;

/// `EX_OSERR` of `sysexits.h`: the operating system refused a basic service.
pub const OSERR: u8 = 71;

/// The range in words, for messages.
pub const RANGE: &str = "1 to 125; 0 is success and 126 to 255 belong to the shell";

/// Whether an error may end a process with this code: 1 to 125.
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
