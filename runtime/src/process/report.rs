//! A catch-all error type for programs.

use crate::classify::{BoxError, Classifier};
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use std::error::Error;
use std::fmt;

/// An error of any type, for functions that can fail in several ways. `?` converts every type that implements
/// [`Error`], boxed errors and strings. With the features `anyhow` and `eyre`, it also converts `anyhow::Error` and
/// `eyre::Report`.
///
/// A program can return a report. [`run`](crate::run) and [`main`](macro@crate::main) write the coded error inside it,
/// or classify it with the rules; see [`Classifier`]. The error of a generic type is only found if another type nests it
/// with the same arguments; otherwise, return the error itself.
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
    /// Creates a report from an error or a string.
    pub fn new(error: impl Into<BoxError> + 'static) -> Self {
        #[cfg(any(feature = "anyhow", feature = "eyre"))]
        {
            let mut error = Some(error);
            let kept = super::layered_error::take_kept(&mut error).or_else(|| error.map(Into::into));
            // Either of the two returns the error.
            Self(kept.unwrap_or_else(|| "unknown error".into()))
        }
        #[cfg(not(any(feature = "anyhow", feature = "eyre")))]
        Self(error.into())
    }

    /// Returns the error that the report was created from.
    pub fn error(&self) -> &(dyn Error + Send + Sync + 'static) {
        &*self.0
    }

    /// Consumes the report and returns the error.
    pub fn into_error(self) -> BoxError {
        self.0
    }

    /// Returns the outermost coded error in the report.
    pub fn coded(&self) -> Option<&(dyn AgentError + 'static)> {
        crate::ready::find::find(&*self.0)
    }

    /// Classifies the error with the rules of all linked types.
    pub fn classify(self) -> ErrorRecord {
        Classifier::of_the_program().classify(self.0)
    }
}

impl<E: Into<BoxError> + 'static> From<E> for Report {
    fn from(error: E) -> Self {
        Self::new(error)
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
