//! Exit codes: the standard table, BSD's sysexits, and the facts that each implies.
//!
//! Codes 0 to 13 mean the same in every program that uses this table; 14 to 63 are reserved for extensions of it, 64 to
//! 78 are those of `sysexits.h`, and 79 to 125 are free for a program's own use. 126 to 255 belong to the shell and are
//! never used: the shell reports a program that ends on a signal as 128 plus the number of the signal.

use crate::vocabulary::terms::SideEffects;
use serde::ser::{Serialize, SerializeMap, Serializer};

/// The facts about one exit code, the same in every program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExitCodeEntry {
    /// The exit status of the process.
    pub code: u8,
    /// The name of the constant, such as `NOT_FOUND`.
    pub name: &'static str,
    /// When a program ends with it, in the present tense.
    pub description: &'static str,
    /// Whether the identical call may succeed later.
    pub retryable: bool,
    /// What the call has already changed.
    pub side_effects: SideEffects,
    /// The next step of an agent.
    pub advice: &'static str,
}

/// Declares constants and the table that describes them.
macro_rules! declare {
    (
        $(#[$table_doc:meta])* $table:ident:
        $($name:ident = $code:literal, $retryable:literal, $effects:ident, $description:literal, $advice:literal;)*
    ) => {
        $(#[doc = $description] pub const $name: u8 = $code;)*

        $(#[$table_doc])*
        pub const $table: &[ExitCodeEntry] = &[$(ExitCodeEntry {
            code: $code,
            name: stringify!($name),
            description: $description,
            retryable: $retryable,
            side_effects: SideEffects::$effects,
            advice: $advice,
        }),*];
    };
}

declare! {
    /// The standard table, sorted by code.
    TABLE:
    SUCCESS = 0, false, None, "The operation is complete.", "Read the data on stdout.";
    GENERAL_ERROR = 1, false, None, "The operation failed and no other code fits.", "Read the message; show it to the user.";
    ARG_ERROR = 2, false, None, "The input is invalid; nothing was done.", "Correct the input, then call again.";
    PARTIAL_FAILURE = 3, false, Partial, "The operation began but did not finish.", "Inspect the state before any other call.";
    PRECONDITION = 4, false, None, "A precondition does not hold; nothing was done.", "Establish the precondition, then call again.";
    NOT_FOUND = 5, false, None, "The addressed resource does not exist.", "Check the identifier; list what exists.";
    CONFLICT = 6, false, None, "The resource exists already or was changed meanwhile.", "Read the current state, then decide.";
    PERMISSION_DENIED = 7, false, None, "The caller is known but may not do this.", "Do not repeat; ask for permission or stop.";
    AUTH_REQUIRED = 8, false, None, "Credentials are missing, invalid or expired.", "Log in, then call again.";
    PAYMENT_REQUIRED = 9, false, None, "A payment is needed first.", "Pay if you are allowed to, then call again.";
    TIMEOUT = 10, false, Partial, "The time limit passed; the state may have changed.", "Inspect the state, then decide whether to repeat.";
    RATE_LIMITED = 11, true, None, "Too many calls; nothing was done.", "Wait as long as the error says, then repeat.";
    UNAVAILABLE = 12, true, None, "The service does not answer for now; nothing was done.", "Repeat with growing pauses.";
    REDIRECTED = 13, false, None, "The command or flag has moved.", "Use the replacement that the error names.";
}

/// The exit codes of `sysexits.h`, for programs whose users expect them.
pub mod sysexits {
    use super::{ExitCodeEntry, SideEffects};

    declare! {
        /// The codes of `sysexits.h`, sorted by code.
        TABLE:
        USAGE = 64, false, None, "The command line is wrong.", "Correct the command line, then call again.";
        DATAERR = 65, false, None, "The input data is malformed.", "Correct the data, then call again.";
        NOINPUT = 66, false, None, "An input file is missing or unreadable.", "Check the path of the input.";
        NOUSER = 67, false, None, "The user does not exist.", "Check the name of the user.";
        NOHOST = 68, false, None, "The host does not exist.", "Check the name of the host.";
        UNAVAILABLE = 69, false, None, "Something that the program needs is missing.", "Read the message; provide what is missing.";
        SOFTWARE = 70, false, None, "The program has a bug.", "Report it; do not repeat.";
        OSERR = 71, false, None, "The operating system refused a basic service.", "Read the message; free resources.";
        OSFILE = 72, false, None, "A system file is missing or broken.", "Repair the system file.";
        CANTCREAT = 73, false, None, "An output file cannot be created.", "Choose another path or fix its permissions.";
        IOERR = 74, false, Partial, "Reading or writing failed midway.", "Inspect the output, then decide.";
        TEMPFAIL = 75, true, None, "The failure is temporary.", "Call again later.";
        PROTOCOL = 76, false, None, "The other side broke the protocol.", "Check versions on both sides.";
        NOPERM = 77, false, None, "The permissions do not suffice.", "Do not repeat; ask for permission or stop.";
        CONFIG = 78, false, None, "The configuration is wrong.", "Correct the configuration, then call again.";
    }
}

/// The entry of an exit code in [`TABLE`] or [`sysexits::TABLE`].
pub const fn entry(code: u8) -> Option<&'static ExitCodeEntry> {
    const SYSEXITS: u8 = sysexits::USAGE;
    if (code as usize) < TABLE.len() {
        return Some(&TABLE[code as usize]);
    }
    if code >= SYSEXITS && ((code - SYSEXITS) as usize) < sysexits::TABLE.len() {
        return Some(&sysexits::TABLE[(code - SYSEXITS) as usize]);
    }
    None
}

/// The HTTP status that corresponds to an exit code; 500 if none is closer.
pub const fn http_status(code: u8) -> u16 {
    match code {
        ARG_ERROR | sysexits::USAGE => 400,
        PRECONDITION => 412,
        NOT_FOUND | sysexits::NOINPUT | sysexits::NOUSER => 404,
        CONFLICT => 409,
        PERMISSION_DENIED | sysexits::NOPERM => 403,
        AUTH_REQUIRED => 401,
        PAYMENT_REQUIRED => 402,
        TIMEOUT => 504,
        RATE_LIMITED => 429,
        UNAVAILABLE | sysexits::UNAVAILABLE | sysexits::TEMPFAIL => 503,
        REDIRECTED => 410,
        sysexits::DATAERR => 422,
        _ => 500,
    }
}

pub use agent_error_rules::exit::is_error_code;

impl Serialize for ExitCodeEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(6))?;
        map.serialize_entry("exit", &self.code)?;
        map.serialize_entry("name", self.name)?;
        map.serialize_entry("description", self.description)?;
        map.serialize_entry("retryable", &self.retryable)?;
        map.serialize_entry("side_effects", &self.side_effects)?;
        map.serialize_entry("advice", self.advice)?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::{TABLE, entry, http_status, sysexits};
    use crate::vocabulary::terms::SideEffects;

    #[test]
    fn both_tables_are_sorted_and_found_by_code() {
        for known in TABLE.iter().chain(sysexits::TABLE) {
            assert_eq!(entry(known.code), Some(known));
        }
        assert_eq!(entry(14), None);
        assert_eq!(entry(79), None);
        assert_eq!((TABLE.len(), sysexits::TABLE.len()), (14, 15));
    }

    #[test]
    fn every_exit_code_has_a_status() {
        let statuses =
            |table: &[super::ExitCodeEntry]| table.iter().map(|known| http_status(known.code)).collect::<Vec<_>>();
        assert_eq!(statuses(TABLE), [500, 500, 400, 500, 412, 404, 409, 403, 401, 402, 504, 429, 503, 410]);
        assert_eq!(
            statuses(sysexits::TABLE),
            [400, 422, 404, 404, 500, 503, 500, 500, 500, 500, 500, 503, 500, 403, 500]
        );
        assert_eq!(http_status(99), 500);
    }

    #[test]
    fn what_may_be_repeated_has_changed_nothing() {
        for known in TABLE.iter().chain(sysexits::TABLE).filter(|known| known.retryable) {
            assert_eq!(known.side_effects, SideEffects::None, "{}", known.name);
        }
    }
}
