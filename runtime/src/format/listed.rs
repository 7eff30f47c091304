//! Context values that `Brief` and `Human` show in a form of their own: nearest names, listings, and the commands that
//! list values.

use super::name::Name;
use crate::error::json_value::strings_of;
use crate::error::listing::Listing;
pub(super) use crate::error::listing::VALUES_FROM;
use crate::error::to_json::{ToJson, compact_of};
use crate::text::limit::Limit;
use std::fmt::{self, Display};

/// What separates two names.
const SEPARATOR: &str = ", ";

/// The names of a list, on one line.
pub(super) struct Names<'a> {
    pub(super) names: &'a dyn ToJson,
    /// How much of each name is shown.
    pub(super) limit: Limit,
}

impl Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // To parse any JSON would add fifty kilobytes to a small program.
        for (index, name) in strings_of(&compact_of(self.names)).iter().enumerate() {
            let separator = if index > 0 { SEPARATOR } else { "" };
            let name = self.limit.truncated(name);
            write!(f, "{separator}{}", Name::new(&name, SEPARATOR))?;
        }
        Ok(())
    }
}

/// One line per command: `image: cloudctl images list`.
pub(super) struct Commands<'a> {
    pub(super) commands: &'a Listing,
    /// How much of each command is shown.
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
