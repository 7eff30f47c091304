//! Finds the coded error inside any other error.

use super::builtin;
use crate::definition::def::TypeDef;
use crate::error::coded::AgentError;
use crate::registry::linked;
use crate::registry::search::Finder;
use std::error::Error;
use std::sync::OnceLock;

/// Returns the outermost coded error inside an error.
///
/// Searches the chain of [`Error::source`], and looks inside `Box`, `Arc` and
/// [`io::Error::other`](std::io::Error::other). Also looks inside your own wrappers if you declare
/// them with [`foreign!`](crate::foreign) and
/// [`Foreign::inner`](crate::Foreign::inner).
///
/// Finds every linked type that derives [`AgentError`]. A generic or `unregistered` type is only
/// found if it's nested in a linked type.
///
/// To also search the contexts of an `anyhow` or `eyre` error, use the `find` function in the
/// module of the same name.
///
/// ```
/// use agent_error::{AgentError, ErrorRecord, find};
/// use std::io;
///
/// let error = io::Error::other(ErrorRecord::new("USER_NOT_FOUND", "no such user"));
/// assert_eq!(find(&error).unwrap().code(), "USER_NOT_FOUND");
/// ```
#[inline]
pub fn find<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a (dyn AgentError + 'static)> {
    finder().find(error)
}

/// Returns the finder for all linked types and this crate's own errors. Created on first use.
pub(crate) fn finder() -> &'static Finder {
    static FINDER: OnceLock<Finder> = OnceLock::new();
    FINDER.get_or_init(|| finder_of(&[]))
}

/// Creates a finder for these types, all linked types, their nested types and this crate's own
/// errors, except errors that [announce](crate::registry::search::announce) their types.
#[inline]
pub(crate) fn finder_of(types: &[&'static TypeDef]) -> Finder {
    let mut finder = Finder::default();
    for ty in [types, linked::types(), &builtin::CAUGHT]
        .into_iter()
        .flatten()
    {
        finder.add(ty);
    }
    finder
}
