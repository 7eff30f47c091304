//! The meanings of exit codes in the running program.

use super::linked;
use crate::vocabulary::exit::{ExitCodeEntry, entry};

/// Returns the meaning of an exit code in this program. Looks in [`exit_codes!`](crate::exit_codes) first, then in the
/// standard table ([`entry`]).
pub fn meaning(code: u8) -> Option<&'static ExitCodeEntry> {
    let own = linked::AGENT_ERROR_EXITS_0_1_0.iter().flat_map(|entries| entries.iter());
    own.into_iter().find(|entry| entry.code == code).or_else(|| entry(code))
}

/// Declares exit codes whose meaning differs from the standard table. The catalog then shows these meanings. Pass an
/// array of [`ExitCodeEntry`] values.
///
/// The retry facts of a variant still default to those in the standard table. If your table implies other retry facts,
/// declare the facts on each variant.
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
///     advice: "Log in, then retry.",
/// }]);
///
/// assert_eq!(meaning(3).unwrap().name, "AUTH_ERROR");
/// assert_eq!(meaning(5).unwrap().name, "NOT_FOUND");
/// ```
#[macro_export]
macro_rules! exit_codes {
    ($entries:expr $(,)?) => {
        const _: () = {
    $crate::__agent_error_link!(AGENT_ERROR_EXITS_0_1_0: &'static [$crate::exit::ExitCodeEntry] = &$entries);
        };
    };
}
