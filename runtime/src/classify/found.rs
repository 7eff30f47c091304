//! Data extracted from a foreign error.

use super::BoxError;
use crate::definition::foreign::Invalid;
use crate::ready::find::finder;
use crate::registry::chain::search;
use std::error::Error;
use std::time::Duration;

/// A foreign error and the data extracted from it. Passed to the function in `classify(..., with = function)`, which
/// builds a variant from it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Found {
    /// The message of the error that matched the rule.
    pub message: String,
    /// The code that the error's library assigned.
    pub code: Option<String>,
    /// The HTTP status.
    pub status: Option<u16>,
    /// The delay before the next attempt.
    pub retry_after: Option<Duration>,
    /// The invalid value and the reason.
    pub invalid: Option<Invalid>,
    /// The complete error, including everything that wraps the matching error.
    pub error: BoxError,
}

/// The data in [`Found`], without the error itself.
#[derive(Clone, Debug)]
pub struct Known {
    /// The message of the error that matched the rule.
    pub message: String,
    /// The code that the error's library assigned.
    pub code: Option<String>,
    /// The HTTP status.
    pub status: Option<u16>,
    /// The delay before the next attempt.
    pub retry_after: Option<Duration>,
    /// The invalid value and the reason.
    pub invalid: Option<Invalid>,
}

impl Known {
    /// Combines this data with the error that it describes.
    #[must_use]
    pub fn with(self, error: BoxError) -> Found {
        let Self { message, code, status, retry_after, invalid } = self;
        Found { message, code, status, retry_after, invalid, error }
    }

    /// Returns the name of the invalid field, if any.
    pub fn field(&self) -> Option<String> {
        self.invalid.as_ref().map(|invalid| invalid.field.clone())
    }

    /// Returns why the value is invalid, if it is.
    pub fn reason(&self) -> Option<String> {
        self.invalid.as_ref().map(|invalid| invalid.reason.clone())
    }
}

impl Found {
    /// Returns the outermost error of type `T` in the source chain.
    pub fn find<T: Error + 'static>(&self) -> Option<&T> {
        search(&*self.error, &finder().accessors, &mut |error| error.downcast_ref::<T>())
    }

    /// Splits this into the extracted data and the error.
    #[must_use]
    pub fn split(self) -> (Known, BoxError) {
        let Self { message, code, status, retry_after, invalid, error } = self;
        (Known { message, code, status, retry_after, invalid }, error)
    }
}
