//! The program's error, for custom output.

use crate::definition::error_def::Caller;
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use crate::ready::builtin::own_record;
use crate::ready::find::finder;
use crate::registry::search::search;
use std::error::Error;
use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;

/// A function that writes an error for people. See [`Program::human`](super::Program::human).
pub(crate) type HumanText =
    Arc<dyn Fn(&Failure<'_>, &mut dyn Write) -> io::Result<()> + Send + Sync>;

/// An error that a program returned, together with its record.
///
/// `{}` and `{:?}` format the error as the program returned it. For an `anyhow::Error`, `{:?}`
/// includes all contexts and causes.
///
/// A function passed to [`Program::human`](super::Program::human) receives it:
///
/// ```
/// use agent_error::Program;
/// use agent_error::process::Failure;
/// use std::io::{self, Write};
///
/// fn write(failure: &Failure<'_>, out: &mut dyn Write) -> io::Result<()> {
///     writeln!(out, "tool: {failure}")?;
///     if let Some(suggestion) = failure.record().suggestion() {
///         writeln!(out, "tool: {suggestion}")?;
///     }
///     Ok(())
/// }
///
/// let program = Program::new("tool").human(write);
/// ```
pub struct Failure<'a> {
    record: ErrorRecord,
    error: &'a (dyn Error + 'static),
    /// `None` if the program returned `error` itself.
    returned: Option<&'a dyn Returned>,
}

/// The value that the program returned. Its output may contain more than the error inside it.
pub(crate) trait Returned: fmt::Display + fmt::Debug {}

impl<T: fmt::Display + fmt::Debug> Returned for T {}

impl<'a> Failure<'a> {
    pub(crate) fn of<E: AgentError + 'static>(error: &'a E) -> Self {
        Self {
            record: ErrorRecord::of(error),
            error,
            returned: None,
        }
    }

    /// Wraps an error of any linked type. Its documentation URL may come from a type that nests it.
    #[inline]
    pub(super) fn reported(error: &'a (dyn AgentError + 'static)) -> Self {
        Self {
            record: finder().in_context(error, &[], None),
            error,
            returned: None,
        }
    }

    /// Wraps one of this crate's own errors.
    pub(super) fn own(error: &'a (dyn AgentError + 'static)) -> Self {
        Self {
            record: own_record(error),
            error,
            returned: None,
        }
    }

    pub(crate) fn new(
        record: ErrorRecord,
        error: &'a (dyn Error + 'static),
        returned: &'a dyn Returned,
    ) -> Self {
        Self {
            record,
            error,
            returned: Some(returned),
        }
    }

    /// Returns the record of the error, with its code, exit code and advice.
    pub fn record(&self) -> &ErrorRecord {
        &self.record
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

impl Failure<'_> {
    /// Returns the actions as formats show them: as command lines with the global options of the
    /// call that select the data, such as `tool instances list --db=a.db` for `instances.list`. Omits
    /// tools and requests, which callers of a command line can't perform.
    pub fn actions(&self) -> Vec<String> {
        self.record.actions_for(Caller::Cli)
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
