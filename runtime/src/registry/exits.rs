//! The meaning of exit codes in the running program.

use super::linked;
use crate::vocabulary::exit::{ExitCodeEntry, entry};

/// The meaning of an exit code in this program: from [`exit_codes!`](crate::exit_codes), otherwise from [`entry`].
pub fn meaning(code: u8) -> Option<&'static ExitCodeEntry> {
    let own = linked::exits().iter().flat_map(|entries| entries.iter());
    own.into_iter().find(|entry| entry.code == code).or_else(|| entry(code))
}

/// Declares what exit codes mean in this program where it differs from the standard table. The views of the catalog
/// show it. Takes an array of [`ExitCodeEntry`]s.
///
/// The retry facts that a variant does not state still follow from the standard table, so a program with its own table
/// states them.
///
/// ```
/// use agent_error::vocabulary::SideEffects;
/// use agent_error::exit::{ExitCodeEntry, meaning};
///
/// agent_error::exit_codes!([ExitCodeEntry {
///     code: 3,
///     name: "AUTH_ERROR",
///     description: "The credentials do not suffice.",
///     retryable: false,
///     side_effects: SideEffects::None,
///     advice: "Log in, then call again.",
/// }]);
///
/// assert_eq!(meaning(3).unwrap().name, "AUTH_ERROR");
/// assert_eq!(meaning(5).unwrap().name, "NOT_FOUND");
/// ```
#[macro_export]
macro_rules! exit_codes {
    ($entries:expr $(,)?) => {
        const _: () = {
            $crate::__private::register_exits!($entries);
        };
    };
}
