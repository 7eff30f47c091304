//! Finds coded errors within other errors.

use super::by_size::BySize;
use super::casts::{Cast, Casts};
use super::chain;
use super::foreign_inspectors::ForeignInspectors;
use super::in_context::InContext;
use crate::definition::def::TypeDef;
#[cfg(any(feature = "anyhow", feature = "eyre"))]
use crate::definition::hooks::Hooks;
use crate::error::coded::AgentError;
use std::collections::HashSet;
use std::error::Error;
use std::io;

/// The functions for one type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Known {
    casts: &'static Casts,
    #[cfg(any(feature = "anyhow", feature = "eyre"))]
    pub(crate) hooks: Hooks,
}

/// Finds coded errors of known types.
#[derive(Clone, Debug)]
pub(crate) struct Finder {
    pub(crate) types: BySize<Known>,
    /// Types with a large alignment. The size of a context layer around such a type can't be predicted.
    #[cfg(any(feature = "anyhow", feature = "eyre"))]
    pub(crate) aligned: Vec<Known>,
    /// Functions that downcast to a `Box` or an `Arc`. All of these pointers have the same size.
    pointers: Vec<Cast>,
    pub(crate) accessors: ForeignInspectors,
}

impl Finder {
    /// The maximum padding between a context and the error after it, in bytes. Types with a larger alignment are in
    /// `aligned`.
    #[cfg(any(feature = "anyhow", feature = "eyre"))]
    pub(crate) const PADDING: usize = 16;

    /// Creates a finder for these types and their nested types.
    pub(crate) fn of(types: impl IntoIterator<Item = &'static TypeDef>) -> Self {
        let mut finder = Self {
            types: BySize::default(),
            #[cfg(any(feature = "anyhow", feature = "eyre"))]
            aligned: Vec::new(),
            pointers: Vec::new(),
            accessors: ForeignInspectors::linked(),
        };
        let mut known = HashSet::new();
        for ty in types {
            finder.add(ty, &mut known);
        }
        finder
    }

    fn add(&mut self, ty: &'static TypeDef, known: &mut HashSet<(&'static str, &'static str, u32)>) {
        if let Some(casts) = ty.hooks.get::<Casts>()
            && known.insert((ty.path, ty.file, ty.line))
        {
            let known = Known {
                casts,
                #[cfg(any(feature = "anyhow", feature = "eyre"))]
                hooks: ty.hooks,
            };
            self.types.push(casts.size, known);
            #[cfg(any(feature = "anyhow", feature = "eyre"))]
            if casts.align > Self::PADDING {
                self.aligned.push(known);
            }
            self.pointers.push(casts.cast_pointer);
        }
        for nested in ty.nested {
            self.add(nested, known);
        }
    }

    /// Returns the outermost coded error.
    pub(crate) fn find<'a>(&self, error: &'a (dyn Error + 'static)) -> Option<&'a (dyn AgentError + 'static)> {
        chain::search(error, &self.accessors, &mut |error| self.cast(error))
    }

    /// Returns the outermost coded error, with the messages of the errors that wrap it.
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

    /// Downcasts to a coded error, directly or behind a pointer.
    pub(crate) fn cast<'a>(&self, error: &'a (dyn Error + 'static)) -> Option<&'a (dyn AgentError + 'static)> {
        let size = size_of_val(error);
        let own = self.types.of(size).iter().find_map(|known| (known.casts.cast)(error));
        // I/O errors are pointer-sized and the most common errors, so skip them.
        if own.is_some() || size != size_of::<usize>() || error.is::<io::Error>() {
            return own;
        }
        self.pointers.iter().find_map(|cast| cast(error))
    }
}
