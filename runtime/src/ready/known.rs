//! Finds the coded error inside any error of the program.

use super::own;
use crate::definition::def::TypeDef;
use crate::error::coded::AgentError;
use crate::registry::finder::Finder;
use crate::registry::linked;
use std::error::Error;
use std::sync::OnceLock;

/// The outermost coded error inside an error.
///
/// Searches [`Error::source`], `Box`, `Arc`, [`io::Error::other`](std::io::Error::other), and wrappers with
/// [`Foreign::inner`](crate::definition::Foreign::inner) in their [`foreign!`](crate::foreign). Finds every linked type
/// that derives [`AgentError`]; a type with type parameters, or one that is `unlinked`, must be nested in a linked
/// type. The modules `anyhow` and `eyre` also search the contexts of their errors.
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

/// Finds all linked types and those of this crate; built at the first use.
pub(crate) fn finder() -> &'static Finder {
    static FINDER: OnceLock<Finder> = OnceLock::new();
    FINDER.get_or_init(|| finder_of(linked::types().iter().copied()))
}

/// Finds these types, those nested in them, and those of this crate.
pub(crate) fn finder_of(types: impl IntoIterator<Item = &'static TypeDef>) -> Finder {
    Finder::of(types.into_iter().chain(own::types()))
}
