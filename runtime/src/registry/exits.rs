//! What exit codes mean in the program that runs.

use super::linked;
use crate::vocabulary::exit::{ExitCodeEntry, entry};

/// What an exit code means in this program: as [`exit_codes!`](crate::exit_codes) says, else as of [`entry`].
pub fn meaning(code: u8) -> Option<&'static ExitCodeEntry> {
    let own = linked::exits().iter().flat_map(|entries| entries.iter());
    own.into_iter().find(|entry| entry.code == code).or_else(|| entry(code))
}

/// States what exit codes mean in this program, where it does not keep to the standard table: in the views of the
/// catalog, and so to its users. Takes an array of [`ExitCodeEntry`]s.
///
/// What a variant leaves unsaid about retrying still follows from the standard table: a program with a table of its
/// own says it.
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
