//! Facts about a foreign error.

use super::BoxError;
use crate::definition::foreign::Invalid;
use crate::ready::known::finder;
use crate::registry::chain::search;
use std::error::Error;
use std::time::Duration;

/// A foreign error and the facts about it. Functions in `classify(..., with = function)` build a variant from it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Found {
    /// The message of the error that matched the rule.
    pub message: String,
    /// The code assigned by the library.
    pub code: Option<String>,
    /// The HTTP status.
    pub status: Option<u16>,
    /// The delay before a retry.
    pub retry_after: Option<Duration>,
    /// The invalid value.
    pub invalid: Option<Invalid>,
    /// The complete error.
    pub error: BoxError,
}

/// Like [`Found`], but without the error.
#[derive(Clone, Debug)]
pub struct Known {
    /// The message of the error that matched the rule.
    pub message: String,
    /// The code assigned by the library.
    pub code: Option<String>,
    /// The HTTP status.
    pub status: Option<u16>,
    /// The delay before a retry.
    pub retry_after: Option<Duration>,
    /// The invalid value.
    pub invalid: Option<Invalid>,
}

impl Known {
    /// Adds the error.
    #[must_use]
    pub fn with(self, error: BoxError) -> Found {
        let Self { message, code, status, retry_after, invalid } = self;
        Found { message, code, status, retry_after, invalid, error }
    }

    /// Returns the name of the invalid field.
    pub fn field(&self) -> Option<String> {
        self.invalid.as_ref().map(|invalid| invalid.field.clone())
    }

    /// Returns why the value is invalid.
    pub fn reason(&self) -> Option<String> {
        self.invalid.as_ref().map(|invalid| invalid.reason.clone())
    }
}

impl Found {
    /// Returns the outermost error of a type. Searches the error and its sources.
    pub fn find<T: Error + 'static>(&self) -> Option<&T> {
        search(&*self.error, &finder().accessors, &mut |error| error.downcast_ref::<T>())
    }

    /// Splits this into the facts and the error.
    #[must_use]
    pub fn split(self) -> (Known, BoxError) {
        let Self { message, code, status, retry_after, invalid, error } = self;
        (Known { message, code, status, retry_after, invalid }, error)
    }
}
