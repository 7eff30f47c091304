//! A foreign error and the facts about it.

use super::BoxError;
use crate::definition::foreign::Invalid;
use crate::ready::known::finder;
use crate::registry::chain::search;
use std::error::Error;
use std::time::Duration;

/// A foreign error and the facts about it, from which `classify(..., with = function)` builds a variant.
#[derive(Debug)]
#[non_exhaustive]
pub struct Found {
    /// The message of the error that matched the rule.
    pub message: String,
    /// The code from its library.
    pub code: Option<String>,
    /// The HTTP status.
    pub status: Option<u16>,
    /// How long to wait before the next call.
    pub retry_after: Option<Duration>,
    /// The value that was rejected.
    pub invalid: Option<Invalid>,
    /// The whole error.
    pub error: BoxError,
}

/// [`Found`] without the error.
#[derive(Clone, Debug)]
pub struct Known {
    /// The message of the error that matched the rule.
    pub message: String,
    /// The code from its library.
    pub code: Option<String>,
    /// The HTTP status.
    pub status: Option<u16>,
    /// How long to wait before the next call.
    pub retry_after: Option<Duration>,
    /// The value that was rejected.
    pub invalid: Option<Invalid>,
}

impl Known {
    /// Adds the error itself.
    #[must_use]
    pub fn with(self, error: BoxError) -> Found {
        let Self { message, code, status, retry_after, invalid } = self;
        Found { message, code, status, retry_after, invalid, error }
    }

    /// The field that was rejected.
    pub fn field(&self) -> Option<String> {
        self.invalid.as_ref().map(|invalid| invalid.field.clone())
    }

    /// Why it was rejected.
    pub fn reason(&self) -> Option<String> {
        self.invalid.as_ref().map(|invalid| invalid.reason.clone())
    }
}

impl Found {
    /// The outermost error of a type, among the error and those inside of it.
    pub fn find<T: Error + 'static>(&self) -> Option<&T> {
        search(&*self.error, &finder().accessors, &mut |error| error.downcast_ref::<T>())
    }

    /// The error, with the facts about it.
    #[must_use]
    pub fn split(self) -> (Known, BoxError) {
        let Self { message, code, status, retry_after, invalid, error } = self;
        (Known { message, code, status, retry_after, invalid }, error)
    }
}
