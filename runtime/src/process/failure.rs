//! The program's error, for custom output.

use crate::error::coded::AgentError;
use crate::registry::search::search;
use std::error::Error;
use std::fmt;
use std::io::{self, Write};

/// A function that writes an error for people. See [`Program::human`](super::Program::human).
pub type HumanText = fn(&Failure<'_>, &mut dyn Write) -> io::Result<()>;

/// An error that a program returned, together with its coded form.
///
/// `{}` and `{:?}` format the error as the program returned it. For an `anyhow::Error`, `{:?}`
/// includes all contexts and causes.
#[derive(Clone, Copy)]
pub struct Failure<'a> {
    coded: &'a dyn AgentError,
    error: &'a (dyn Error + 'static),
    /// `None` if the program returned `error` itself.
    returned: Option<&'a dyn Returned>,
    /// Whether this crate raised the error.
    pub(super) is_own: bool,
}

/// The value that the program returned. Its output may contain more than the error inside it.
pub(crate) trait Returned: fmt::Display + fmt::Debug {}

impl<T: fmt::Display + fmt::Debug> Returned for T {}

impl<'a> Failure<'a> {
    pub(crate) fn of<E: AgentError + 'static>(error: &'a E) -> Self {
        Self {
            is_own: false,
            ..Self::own(error)
        }
    }

    pub(super) fn own(error: &'a (dyn AgentError + 'static)) -> Self {
        Self {
            coded: error,
            error,
            returned: None,
            is_own: true,
        }
    }

    pub(crate) fn new(
        coded: &'a dyn AgentError,
        error: &'a (dyn Error + 'static),
        returned: &'a dyn Returned,
    ) -> Self {
        Self {
            coded,
            error,
            returned: Some(returned),
            is_own: false,
        }
    }

    /// Returns the coded error, with its code, exit code and advice.
    pub fn coded(&self) -> &'a dyn AgentError {
        self.coded
    }

    /// Returns the original error. Its sources are the causes.
    pub fn error(&self) -> &'a (dyn Error + 'static) {
        self.error
    }

    /// Returns the outermost error of this type: the returned error or one of its sources.
    pub fn downcast_ref<E: Error + 'static>(&self) -> Option<&'a E> {
        search(self.error, &mut |error| error.downcast_ref())
    }
}

impl fmt::Display for Failure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.returned {
            Some(returned) => fmt::Display::fmt(returned, f),
            None => fmt::Display::fmt(self.error, f),
        }
    }
}

impl fmt::Debug for Failure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.returned {
            Some(returned) => fmt::Debug::fmt(returned, f),
            None => fmt::Debug::fmt(self.error, f),
        }
    }
}
