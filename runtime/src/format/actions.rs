//! Formats actions for the formats that put all actions on a single line.

use super::name::Name;
use super::object::ErrorObject;
use crate::text::sanitize::is_empty;
use std::fmt::{self, Display};

/// The separator between two actions.
pub(super) const SEPARATOR: &str = ", ";

/// Displays an error's actions on a single line. Each action is truncated, and empty actions are omitted.
pub(super) struct Actions<'a>(pub(super) &'a ErrorObject<'a>);

impl Display for Actions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut separator, mut written) = ("", Ok(()));
        self.0.visit_actions(&mut |name| {
            if !is_empty(&format_args!("{name}")) {
                let name = self.0.limit().truncated(&name);
                let name = Name::new(&name, SEPARATOR);
                written = written.and_then(|()| write!(f, "{}{name}", std::mem::replace(&mut separator, SEPARATOR)));
            }
        });
        written
    }
}
