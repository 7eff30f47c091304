//! Exit codes: the standard table, BSD's sysexits, and the facts implied by each. The guide to exit
//! codes lists all ranges.

use crate::vocabulary::terms::SideEffects;

/// An exit code with its name and meaning.
///
/// ```
/// use agent_error::exit;
///
/// let meaning = exit::meaning(exit::RATE_LIMITED).unwrap();
/// assert_eq!((meaning.code, meaning.name), (11, "RATE_LIMITED"));
/// assert!(meaning.retryable);
/// assert_eq!(meaning.advice, "Wait as long as the error says, then retry.");
/// ```
///
/// To give exit codes other meanings in your program, use [`exit_codes!`](crate::exit_codes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meaning {
    /// The exit code.
    pub code: u8,
    /// The name of the constant, such as `NOT_FOUND`.
    pub name: &'static str,
    /// When a program exits with this code.
    pub description: &'static str,
    /// Whether it's safe to retry the identical call.
    pub retryable: bool,
    /// What the call has already changed.
    pub side_effects: SideEffects,
    /// What an agent should do next.
    pub advice: &'static str,
}

macro_rules! declare {
    (
        $(#[$table_doc:meta])* $table:ident:
        $($name:ident = $code:literal, $retryable:literal, $effects:ident, $description:literal, $advice:literal;)*
    ) => {
        $(#[doc = $description] pub const $name: u8 = $code;)*

        $(#[$table_doc])*
        #[doc(hidden)]
        pub const $table: &[Meaning] = &[$(Meaning {
            code: $code,
            name: stringify!($name),
            description: $description,
            retryable: $retryable,
            side_effects: SideEffects::$effects,
            advice: $advice,
        }),*];

        /// Returns whether errors with the exit code are retryable, and their side effects. Links
        /// no text of the table.
        pub(crate) const fn defaults(code: u8) -> (bool, SideEffects) {
            match code {
                $($code => ($retryable, SideEffects::$effects),)*
                _ => (false, SideEffects::None),
            }
        }
    };
}

declare! {
    /// The standard table, sorted by code.
    TABLE:
    SUCCESS = 0, false, None, "The operation succeeded.", "Read the data on stdout.";
    GENERAL_ERROR = 1, false, None, "The operation failed for another reason.", "Read the message; show it to the user.";
    ARG_ERROR = 2, false, None, "The input is invalid; nothing was done.", "Correct the input, then retry.";
    PARTIAL_FAILURE = 3, false, Partial, "The operation started but did not finish.", "Check the state before the next call.";
    PRECONDITION = 4, false, None, "A precondition is not met; nothing was done.", "Meet the precondition, then retry.";
    NOT_FOUND = 5, false, None, "The requested resource does not exist.", "Check the identifier, or list what exists.";
    CONFLICT = 6, false, None, "The resource already exists or has changed.", "Check the current state, then decide.";
    PERMISSION_DENIED = 7, false, None, "The caller is authenticated but not authorized.", "Do not retry; ask for permission or stop.";
    AUTH_REQUIRED = 8, false, None, "Credentials are missing, invalid or expired.", "Log in, then retry.";
    PAYMENT_REQUIRED = 9, false, None, "Payment is required.", "Pay if you are authorized to, then retry.";
    TIMEOUT = 10, false, Partial, "The operation timed out; the state may have changed.", "Check the state, then decide whether to retry.";
    RATE_LIMITED = 11, true, None, "Too many requests; nothing was done.", "Wait as long as the error says, then retry.";
    UNAVAILABLE = 12, true, None, "The service is temporarily unavailable; nothing was done.", "Retry with exponential backoff.";
    REDIRECTED = 13, false, None, "The command or flag has moved.", "Use the replacement stated in the error.";
}

/// The exit codes of `sysexits.h`, for programs whose users expect them.
pub mod sysexits {
    use super::{Meaning, SideEffects};

    declare! {
        /// The codes of `sysexits.h`, sorted by code.
        TABLE:
        USAGE = 64, false, None, "The command line is invalid.", "Correct the command line, then retry.";
        DATAERR = 65, false, None, "The input data is malformed.", "Correct the data, then retry.";
        NOINPUT = 66, false, None, "An input file is missing or unreadable.", "Check the input path.";
        NOUSER = 67, false, None, "The user does not exist.", "Check the user name.";
        NOHOST = 68, false, None, "The host does not exist.", "Check the host name.";
        UNAVAILABLE = 69, false, None, "A required file or service is unavailable.", "Read the message; provide what is missing.";
        SOFTWARE = 70, false, None, "The program has a bug.", "Report it; do not retry.";
        OSERR = 71, false, None, "An operating system error occurred.", "Read the message; free up resources.";
        OSFILE = 72, false, None, "A system file is missing or invalid.", "Repair the system file.";
        CANTCREAT = 73, false, None, "An output file cannot be created.", "Choose another path or fix its permissions.";
        IOERR = 74, false, Unknown, "An I/O error occurred.", "Check the output, then decide.";
        TEMPFAIL = 75, true, None, "The failure is temporary.", "Retry later.";
        PROTOCOL = 76, false, None, "The remote system violated the protocol.", "Check the versions on both sides.";
        NOPERM = 77, false, None, "The caller lacks the required permissions.", "Do not retry; ask for permission or stop.";
        CONFIG = 78, false, None, "The configuration is invalid.", "Correct the configuration, then retry.";
    }
}

/// Returns the entry for an exit code in [`TABLE`] or [`sysexits::TABLE`].
#[doc(hidden)]
pub const fn entry(code: u8) -> Option<&'static Meaning> {
    let (table, first) = if code < sysexits::USAGE {
        (TABLE, SUCCESS)
    } else {
        (sysexits::TABLE, sysexits::USAGE)
    };
    let index = (code - first) as usize;
    if index < table.len() {
        Some(&table[index])
    } else {
        None
    }
}

/// Returns the HTTP status for an exit code. Defaults to 500.
///
/// On a server, malformed data, a missing input file and an unmet precondition are usually the
/// server's own faults, so their status is 500. If the client can correct the error, declare a
/// status, such as `status = 422`.
#[doc(hidden)]
pub const fn http_status(code: u8) -> u16 {
    match code {
        ARG_ERROR | sysexits::USAGE => 400,
        NOT_FOUND | sysexits::NOUSER => 404,
        CONFLICT => 409,
        PERMISSION_DENIED | sysexits::NOPERM => 403,
        AUTH_REQUIRED => 401,
        PAYMENT_REQUIRED => 402,
        TIMEOUT => 504,
        RATE_LIMITED => 429,
        UNAVAILABLE | sysexits::UNAVAILABLE | sysexits::TEMPFAIL => 503,
        REDIRECTED => 410,
        _ => 500,
    }
}

#[doc(hidden)]
pub use agent_error_rules::exit::is_error_code;

#[test]
fn the_derive_knows_the_defaults_of_exit_codes() {
    let mut retryable = Vec::new();
    let mut with_effects = Vec::new();
    for known in TABLE.iter().chain(sysexits::TABLE) {
        if known.retryable {
            retryable.push(known.code);
        }
        if known.side_effects != SideEffects::None {
            with_effects.push(known.code);
        }
    }
    assert_eq!(retryable, agent_error_rules::exit::RETRYABLE);
    let expected = agent_error_rules::exit::WITH_EFFECTS.map(|(code, _)| code);
    assert_eq!(with_effects, expected);
}
