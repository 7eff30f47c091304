//! A foreign error and what is known about it.

use super::BoxError;
use crate::definition::foreign::Invalid;
use crate::ready::known::finder;
use crate::registry::chain::search;
use std::error::Error;
use std::time::Duration;

/// A foreign error and what is known about it: what `classify(..., with = function)` builds a variant from.
#[derive(Debug)]
#[non_exhaustive]
pub struct Found {
    /// The message of the error that met the rule.
    pub message: String,
    /// The code that its library gives it.
    pub code: Option<String>,
    /// The HTTP status.
    pub status: Option<u16>,
    /// How long to wait before the next call.
    pub retry_after: Option<Duration>,
    /// The value that was refused.
    pub invalid: Option<Invalid>,
    /// The whole error.
    pub error: BoxError,
}

/// [`Found`] without the error.
#[derive(Clone, Debug)]
pub struct Known {
    /// The message of the error that met the rule.
    pub message: String,
    /// The code that its library gives it.
    pub code: Option<String>,
    /// The HTTP status.
    pub status: Option<u16>,
    /// How long to wait before the next call.
    pub retry_after: Option<Duration>,
    /// The value that was refused.
    pub invalid: Option<Invalid>,
}

impl Known {
    /// Together with the error itself.
    #[must_use]
    pub fn with(self, error: BoxError) -> Found {
        let Self { message, code, status, retry_after, invalid } = self;
        Found { message, code, status, retry_after, invalid, error }
    }

    /// The field that was refused.
    pub fn field(&self) -> Option<String> {
        self.invalid.as_ref().map(|invalid| invalid.field.clone())
    }

    /// Why it was refused.
    pub fn reason(&self) -> Option<String> {
        self.invalid.as_ref().map(|invalid| invalid.reason.clone())
    }
}

impl Found {
    /// The outermost error of a type among the error and all that it holds.
    pub fn find<T: Error + 'static>(&self) -> Option<&T> {
        search(&*self.error, &finder().accessors, &mut |error| error.downcast_ref::<T>())
    }

    /// The error, and what is known about it.
    #[must_use]
    pub fn split(self) -> (Known, BoxError) {
        let Self { message, code, status, retry_after, invalid, error } = self;
        (Known { message, code, status, retry_after, invalid }, error)
    }
}
