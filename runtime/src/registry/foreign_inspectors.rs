//! Functions that inspect foreign error types, from the registry or from a classifier.

use super::by_size::BySize;
use super::linked;
use crate::definition::foreign::{ForeignError, Knowledge};
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// The functions that inspect one foreign type.
#[derive(Clone)]
enum ForeignInspector {
    Linked(&'static dyn ForeignError),
    Added(Arc<dyn ForeignError>),
}

/// The functions for all foreign types, indexed by size. Few foreign types are declared, so comparing sizes rules out
/// most errors.
#[derive(Clone, Default)]
pub(crate) struct ForeignInspectors {
    known: BySize<ForeignInspector>,
}

impl fmt::Debug for ForeignInspectors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ForeignInspectors({})", self.known.len())
    }
}

impl ForeignInspectors {
    /// Returns the functions from the registry.
    pub(crate) fn linked() -> Self {
        let mut accessors = Self::default();
        for foreign in linked::foreign() {
            accessors.insert(foreign.size(), ForeignInspector::Linked(*foreign));
        }
        accessors
    }

    /// Adds a type. Its functions take precedence over those in the registry.
    pub(crate) fn add(&mut self, foreign: impl ForeignError + 'static) {
        self.insert(foreign.size(), ForeignInspector::Added(Arc::new(foreign)));
    }

    fn insert(&mut self, size: usize, accessor: ForeignInspector) {
        if size != size_of::<usize>() {
            self.known.push(size, accessor.clone());
        }
        self.known.push(size_of::<usize>(), accessor);
    }

    fn of(&self, error: &(dyn Error + 'static)) -> impl Iterator<Item = &dyn ForeignError> {
        // The last added type takes precedence.
        self.known.of(size_of_val(error)).iter().rev().map(|accessor| match accessor {
            ForeignInspector::Linked(foreign) => *foreign,
            ForeignInspector::Added(foreign) => &**foreign,
        })
    }

    /// Inspects an error. Returns the default if its type isn't declared.
    pub(crate) fn read(&self, error: &(dyn Error + 'static)) -> Knowledge {
        self.of(error).find_map(|foreign| foreign.read(error)).unwrap_or_default()
    }

    /// Returns the message of an error.
    pub(crate) fn message(&self, error: &(dyn Error + 'static)) -> String {
        self.of(error).find_map(|foreign| foreign.message(error)).unwrap_or_else(|| error.to_string())
    }

    /// Collects the errors that replace this error's source.
    pub(crate) fn inner<'a>(&self, error: &'a (dyn Error + 'static), found: &mut Vec<&'a (dyn Error + 'static)>) {
        let before = found.len();
        for foreign in self.of(error) {
            foreign.inner(error, found);
            if found.len() > before {
                return;
            }
        }
    }
}
