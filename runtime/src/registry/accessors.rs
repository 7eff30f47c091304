//! What is known about foreign error types: by the linker, or by one classifier.

use super::by_size::BySize;
use super::linked;
use crate::definition::foreign::{ForeignError, Knowledge};
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// A type that is known at link time, or to one classifier.
#[derive(Clone)]
enum Accessor {
    Linked(&'static dyn ForeignError),
    Added(Arc<dyn ForeignError>),
}

/// What is known about foreign types, by their size: a program knows few, and most errors are none of them.
#[derive(Clone, Default)]
pub(crate) struct Accessors {
    known: BySize<Accessor>,
}

impl fmt::Debug for Accessors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Accessors({})", self.known.len())
    }
}

impl Accessors {
    /// Those that the linker collected.
    pub(crate) fn linked() -> Self {
        let mut accessors = Self::default();
        for foreign in linked::foreign() {
            accessors.insert(foreign.size(), Accessor::Linked(*foreign));
        }
        accessors
    }

    /// Adds a type; what it knows counts before what is linked.
    pub(crate) fn add(&mut self, foreign: impl ForeignError + 'static) {
        self.insert(foreign.size(), Accessor::Added(Arc::new(foreign)));
    }

    fn insert(&mut self, size: usize, accessor: Accessor) {
        if size != size_of::<usize>() {
            self.known.push(size, accessor.clone());
        }
        self.known.push(size_of::<usize>(), accessor);
    }

    fn of(&self, error: &(dyn Error + 'static)) -> impl Iterator<Item = &dyn ForeignError> {
        // What was added last counts.
        self.known.of(size_of_val(error)).iter().rev().map(|accessor| match accessor {
            Accessor::Linked(foreign) => *foreign,
            Accessor::Added(foreign) => &**foreign,
        })
    }

    /// What an error knows; nothing if its type is not known.
    pub(crate) fn read(&self, error: &(dyn Error + 'static)) -> Knowledge {
        self.of(error).find_map(|foreign| foreign.read(error)).unwrap_or_default()
    }

    /// The message of an error.
    pub(crate) fn message(&self, error: &(dyn Error + 'static)) -> String {
        self.of(error).find_map(|foreign| foreign.message(error)).unwrap_or_else(|| error.to_string())
    }

    /// The errors that stand for the source of this one.
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
