//! Functions that inspect foreign error types, from the registry or from a classifier.

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

/// The functions for all foreign types. The last one takes precedence.
#[derive(Clone)]
pub(crate) struct ForeignInspectors(Vec<ForeignInspector>);

impl fmt::Debug for ForeignInspectors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ForeignInspectors({})", self.0.len())
    }
}

impl ForeignInspectors {
    /// Returns the functions from the registry.
    pub(crate) fn linked() -> Self {
        Self(linked::foreign().iter().map(|foreign| ForeignInspector::Linked(*foreign)).collect())
    }

    /// Adds a type. Its functions take precedence over those in the registry.
    pub(crate) fn add(&mut self, foreign: impl ForeignError + 'static) {
        self.0.push(ForeignInspector::Added(Arc::new(foreign)));
    }

    fn iter(&self) -> impl Iterator<Item = &dyn ForeignError> {
        self.0.iter().rev().map(|accessor| match accessor {
            ForeignInspector::Linked(foreign) => *foreign,
            ForeignInspector::Added(foreign) => &**foreign,
        })
    }

    /// Inspects an error. Returns the default if its type isn't declared.
    pub(crate) fn read(&self, error: &(dyn Error + 'static)) -> Knowledge {
        self.iter().find_map(|foreign| foreign.read(error)).unwrap_or_default()
    }

    pub(crate) fn message(&self, error: &(dyn Error + 'static)) -> String {
        self.read(error).message.unwrap_or_else(|| error.to_string())
    }

    /// Collects the errors that replace this error's source.
    pub(crate) fn inner<'a>(&self, error: &'a (dyn Error + 'static), found: &mut Vec<&'a (dyn Error + 'static)>) {
        let before = found.len();
        for foreign in self.iter() {
            foreign.inner(error, found);
            if found.len() > before {
                return;
            }
        }
    }
}
