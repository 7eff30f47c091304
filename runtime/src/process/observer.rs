//! Functions that observe the program's error.

use crate::error::coded::AgentError;
use std::sync::{Arc, Mutex, PoisonError};

/// A function that receives the program's error.
pub(super) type Observer = fn(&dyn AgentError);

/// The observers of a program.
#[derive(Clone, Debug, Default)]
pub(super) struct Observers(Arc<Mutex<Vec<Observer>>>);

impl Observers {
    /// Adds an observer, unless it was already added.
    pub(super) fn add(&self, observer: Observer) {
        let mut list = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !list.iter().any(|known| std::ptr::fn_addr_eq(*known, observer)) {
            list.push(observer);
        }
    }

    /// Passes the error to all observers.
    pub(super) fn see(&self, error: &dyn AgentError) {
        let list = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for observer in list {
            observer(error);
        }
    }
}
