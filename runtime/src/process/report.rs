//! Any error, on its way to `main`.

use crate::classify::{BoxError, Classifier};
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use std::error::Error;
use std::fmt;

/// Any error, for functions that fail in many ways: `?` turns every type that implements [`Error`] into a report,
/// [`Report::new`] also a boxed error or a text, which do not.
///
/// A program may end with one: [`run`](crate::run) and [`main`](macro@crate::main) answer with the coded
/// error inside it, or give it the code whose rules it meets; see [`Classifier`].
///
/// ```
/// use agent_error::{AgentError, Report};
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// #[error("no such user")]
/// #[code("USER_NOT_FOUND", exit = 5)]
/// struct NoUser;
///
/// fn number(text: &str) -> Result<u16, Report> {
///     if text == "eve" {
///         Err(NoUser)?;
///     }
///     Ok(text.parse()?)
/// }
///
/// assert_eq!(number("eve").unwrap_err().coded().unwrap().code(), "USER_NOT_FOUND");
/// assert!(number("four").unwrap_err().coded().is_none());
/// ```
pub struct Report(BoxError);

impl Report {
    /// A report of an error or of a text.
    pub fn new(error: impl Into<BoxError>) -> Self {
        Self(error.into())
    }

    /// The error.
    pub fn error(&self) -> &(dyn Error + Send + Sync + 'static) {
        &*self.0
    }

    /// The error itself.
    pub fn into_error(self) -> BoxError {
        self.0
    }

    /// The outermost coded error inside.
    pub fn coded(&self) -> Option<&(dyn AgentError + 'static)> {
        crate::ready::known::find(&*self.0)
    }

    /// The error as a coded one, by the rules of all linked types.
    pub fn classify(self) -> ErrorRecord {
        Classifier::of_the_program().classify(self.0)
    }
}

impl<E: Error + Send + Sync + 'static> From<E> for Report {
    fn from(error: E) -> Self {
        Self(Box::new(error))
    }
}

impl From<Report> for BoxError {
    fn from(report: Report) -> Self {
        report.0
    }
}

impl fmt::Debug for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
