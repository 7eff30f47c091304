//! The error for a panic. The panic message goes to standard error, and never into the error.

use crate::definition::running_settings::PANIC_CODE;
use crate::vocabulary::exit;
use agent_error_macros::AgentError;
use std::fmt;

/// The program has a bug and stopped midway.
///
/// Work that was done before the panic isn't undone.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(
    "INTERNAL",
    exit = exit::sysexits::SOFTWARE,
    status = 500,
    severity = critical,
    side_effects = partial,
    shared,
    suggest = "Report this as a bug in the program"
)]
#[non_exhaustive]
pub struct Panicked {
    /// The source location, such as `src/main.rs:3:5`.
    // `None` if the program has replaced the panic hook, and in servers, whose clients don't have the source.
    pub(crate) location: Option<String>,
}

const _: () = assert!(matches!(PANIC_CODE.as_bytes(), b"INTERNAL"));

impl fmt::Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the program has a bug and stopped midway")
    }
}
