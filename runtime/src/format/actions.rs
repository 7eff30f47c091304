//! Actions in the formats that write them in one line.

use super::name::Name;
use super::object::ErrorObject;
use crate::text::clean::is_empty;
use std::fmt::{self, Display};

/// What separates two actions.
pub(super) const SEPARATOR: &str = ", ";

/// The actions of an error, each truncated, without the empty ones.
pub(super) struct Actions<'a>(pub(super) &'a ErrorObject<'a>);

impl Display for Actions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut separator, mut written) = ("", Ok(()));
        self.0.visit_actions(&mut |name| {
            if !is_empty(&format_args!("{name}")) {
                let name = self.0.shown().truncated(&name);
                let name = Name::new(&name, SEPARATOR);
                written = written.and_then(|()| write!(f, "{}{name}", std::mem::replace(&mut separator, SEPARATOR)));
            }
        });
        written
    }
}
