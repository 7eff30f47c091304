//! The coded error inside any error.

use crate::by_size::BySize;
use crate::chain;
use crate::def::TypeDef;
use crate::error::AgentError;
use crate::foreign::Accessors;
use crate::hooks::{Cast, Hooks};
use crate::in_context::InContext;
use crate::{own, registry};
use std::collections::HashSet;
use std::error::Error;
use std::io;
use std::sync::OnceLock;

/// The outermost coded error in an error, whatever wraps it.
///
/// Looks through [`Error::source`], `Box`, `Arc`, [`io::Error::other`](std::io::Error::other), and wrappers
/// that [`foreign!`](crate::foreign) describes by [`Foreign::inner`](crate::Foreign::inner). Knows every type
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
    Finder::linked().find(error)
}

/// Finds the coded error of known types.
#[derive(Clone, Debug)]
pub(crate) struct Finder {
    pub(crate) types: BySize<Hooks>,
    /// Those with an unusual alignment, whose size does not tell how large a layer around them is.
    #[cfg(any(feature = "anyhow", feature = "eyre"))]
    pub(crate) aligned: Vec<Hooks>,
    /// Recognise pointers to the types, which have one size.
    pointers: Vec<Cast>,
    pub(crate) accessors: Accessors,
}

impl Finder {
    /// Knows all linked types; built at the first use.
    pub(crate) fn linked() -> &'static Self {
        static LINKED: OnceLock<Finder> = OnceLock::new();
        LINKED.get_or_init(|| Self::of(registry::types().iter().copied()))
    }

    /// Knows these types, those that they nest, and those of this crate.
    pub(crate) fn of(types: impl IntoIterator<Item = &'static TypeDef>) -> Self {
        let mut finder = Self {
            types: BySize::default(),
            #[cfg(any(feature = "anyhow", feature = "eyre"))]
            aligned: Vec::new(),
            pointers: Vec::new(),
            accessors: Accessors::linked(),
        };
        let mut known = HashSet::new();
        for ty in types.into_iter().chain(own::types()) {
            finder.add(ty, &mut known);
        }
        finder
    }

    fn add(&mut self, ty: &'static TypeDef, known: &mut HashSet<(&'static str, &'static str, u32)>) {
        if let Some(hooks) = ty.hooks
            && known.insert((ty.path, ty.file, ty.line))
        {
            self.types.push(hooks.size, hooks);
            #[cfg(any(feature = "anyhow", feature = "eyre"))]
            if hooks.align > crate::layers::PADDING {
                self.aligned.push(hooks);
            }
            self.pointers.push(hooks.cast_pointer);
        }
        for nested in ty.nested {
            self.add(nested, known);
        }
    }

    /// The outermost coded error.
    pub(crate) fn find<'a>(&self, error: &'a (dyn Error + 'static)) -> Option<&'a (dyn AgentError + 'static)> {
        chain::search(error, &self.accessors, &mut |error| self.cast(error))
    }

    /// The outermost coded error, and what the others around it say.
    pub(crate) fn find_in_context<'a>(&self, error: &'a (dyn Error + 'static)) -> Option<InContext<'a>> {
        let mut around = Vec::new();
        let found = chain::search(error, &self.accessors, &mut |error| {
            let found = self.cast(error);
            if found.is_none() {
                around.push(error);
            }
            found
        });
        found.map(|found| InContext::new(found, &around))
    }

    /// The coded error that this one is, or points to.
    pub(crate) fn cast<'a>(&self, error: &'a (dyn Error + 'static)) -> Option<&'a (dyn AgentError + 'static)> {
        let size = size_of_val(error);
        let own = self.types.of(size).iter().find_map(|hooks| (hooks.cast)(error));
        // An I/O error has the size of a pointer, and is the most frequent of all.
        if own.is_some() || size != size_of::<usize>() || error.is::<io::Error>() {
            return own;
        }
        self.pointers.iter().find_map(|cast| cast(error))
    }
}
