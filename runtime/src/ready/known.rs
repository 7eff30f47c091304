//! The coded error inside any error of the program.

use super::own;
use crate::definition::def::TypeDef;
use crate::error::coded::AgentError;
use crate::registry::finder::Finder;
use crate::registry::linked;
use std::error::Error;
use std::sync::OnceLock;

/// The outermost coded error in an error, whatever wraps it.
///
/// Looks through [`Error::source`], `Box`, `Arc`, [`io::Error::other`](std::io::Error::other), and wrappers
/// that [`foreign!`](crate::foreign) describes by [`Foreign::inner`](crate::definition::Foreign::inner). Knows every type
/// that derives [`AgentError`] and is linked: it must have no type parameters and not be `unlinked`, unless
/// a linked type nests it. The modules `anyhow` and `eyre` search their errors' contexts, too.
///
/// ```
/// use agent_error::AgentError;
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// #[error("no such user")]
/// #[code("USER_NOT_FOUND", exit = 5)]
/// struct NoUser;
///
/// #[derive(Debug, thiserror::Error)]
/// #[error("cannot send the mail")]
/// struct MailFailed(#[source] std::io::Error);
///
/// let error = MailFailed(std::io::Error::other(NoUser));
/// assert_eq!(agent_error::find(&error).unwrap().code(), "USER_NOT_FOUND");
/// ```
pub fn find<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a (dyn AgentError + 'static)> {
    finder().find(error)
}

/// Knows all linked types and those of this crate; built at the first use.
pub(crate) fn finder() -> &'static Finder {
    static FINDER: OnceLock<Finder> = OnceLock::new();
    FINDER.get_or_init(|| finder_of(linked::types().iter().copied()))
}

/// Knows these types, those that they nest, and those of this crate.
pub(crate) fn finder_of(types: impl IntoIterator<Item = &'static TypeDef>) -> Finder {
    Finder::of(types.into_iter().chain(own::types()))
}
