//! The error that a program ends with, for the program's own text.

use crate::error::coded::AgentError;
use std::error::Error;
use std::fmt;
use std::io::{self, Write};

/// Writes an error for people; see [`Program::human`](super::Program::human).
pub type HumanText = fn(&Failure<'_>, &mut dyn Write) -> io::Result<()>;

/// The error that a program ends with, as returned and as a coded one.
///
/// `{}` and `{:?}` show the error as the program returned it; the `{:?}` of an `anyhow::Error` has the contexts and the
/// causes.
#[derive(Clone, Copy)]
pub struct Failure<'a> {
    coded: &'a dyn AgentError,
    error: &'a (dyn Error + 'static),
    returned: &'a dyn Returned,
}

/// The output of an error's type, which may have more than the error inside.
pub(crate) trait Returned: fmt::Display + fmt::Debug {}

impl<T: fmt::Display + fmt::Debug> Returned for T {}

impl<'a> Failure<'a> {
    /// A coded error that the program returned directly.
    pub(crate) fn of<E: AgentError + 'static>(error: &'a E) -> Self {
        Self { coded: error, error, returned: error }
    }

    /// Any other error: as a coded one, as an error, and as returned.
    pub(crate) fn new(coded: &'a dyn AgentError, error: &'a (dyn Error + 'static), returned: &'a dyn Returned) -> Self {
        Self { coded, error, returned }
    }

    /// The error as a coded one: its code, its exit code, its advice.
    pub fn coded(&self) -> &'a dyn AgentError {
        self.coded
    }

    /// The error that the program returned; its causes are its sources.
    pub fn error(&self) -> &'a (dyn Error + 'static) {
        self.error
    }

    /// The outermost error of this type: the returned one, or one of its sources.
    pub fn downcast_ref<E: Error + 'static>(&self) -> Option<&'a E> {
        let mut sources = std::iter::successors(Some(self.error), |error| <dyn Error>::source(*error)).take(MOST);
        sources.find_map(|error| error.downcast_ref())
    }
}

/// The limit ensures that an error that is its own source does not hang its reader.
const MOST: usize = 1024;

impl fmt::Display for Failure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.returned, f)
    }
}

impl fmt::Debug for Failure<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.returned, f)
    }
}
