//! Displays the context values that `Brief` and `Human` format specially: nearest names, listings, and commands that
//! list valid values.

use super::name::Name;
use crate::error::json_value::strings_of;
use crate::error::listing::Listing;
pub(super) use crate::error::listing::VALUES_FROM;
use crate::error::to_json::{ToJson, compact_of};
use crate::text::limit::Limit;
use std::fmt::{self, Display};

/// The separator between two names.
const SEPARATOR: &str = ", ";

/// Displays the names of a JSON list on a single line.
pub(super) struct Names<'a> {
    pub(super) names: &'a dyn ToJson,
    /// The cap on each name.
    pub(super) limit: Limit,
}

impl Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A full JSON parser would add 50 kB to a small program.
        for (index, name) in strings_of(&compact_of(self.names)).iter().enumerate() {
            let separator = if index > 0 { SEPARATOR } else { "" };
            let name = self.limit.truncated(name);
            write!(f, "{separator}{}", Name::new(&name, SEPARATOR))?;
        }
        Ok(())
    }
}

/// Displays one command per line, such as `image: cloudctl images list`.
pub(super) struct Commands<'a> {
    pub(super) commands: &'a Listing,
    /// The cap on each command.
    pub(super) limit: Limit,
}

impl Display for Commands<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, command)) in self.commands.iter().enumerate() {
            let start = if index > 0 { "\n" } else { "" };
            let (name, command) = (self.limit.of_names().truncated(&name), self.limit.truncated(&command));
            write!(f, "{start}{}: {command}", Name::new(&name, ": "))?;
        }
        Ok(())
    }
}
