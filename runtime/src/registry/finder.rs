//! Finds coded errors within other errors.

use super::announced;
use super::casts::Casts;
use super::chain;
use super::foreign_inspectors::ForeignInspectors;
use super::in_context::InContext;
use crate::definition::def::TypeDef;
use crate::error::coded::AgentError;
use std::error::Error;

/// Finds coded errors of known types.
#[derive(Clone, Debug)]
pub(crate) struct Finder {
    pub(crate) types: Vec<Casts>,
    pub(crate) accessors: ForeignInspectors,
}

impl Finder {
    /// Creates a finder for these types and their nested types.
    pub(crate) fn of(types: impl IntoIterator<Item = &'static TypeDef>) -> Self {
        let types = types.into_iter().flat_map(|ty| ty.with_nested(None)).flat_map(|(ty, _)| ty.casts).copied();
        let mut finder = Self { types: types.collect(), accessors: ForeignInspectors::linked() };
        // Most nested types are also registered themselves.
        finder.types.sort_by_key(|casts| casts.cast as usize);
        finder.types.dedup_by_key(|casts| casts.cast as usize);
        finder
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
        let known = self.types.iter().find_map(|casts| (casts.cast)(error));
        known.or_else(|| announced::casts(error).into_iter().find_map(|casts| (casts.cast)(error)))
    }
}
