//! The results that a program can return, and the errors in them.

use super::Reporter;
use super::failure::Failure;
use super::response::Response;
use crate::classify::{BoxError, Classifier};
use crate::error::coded::AgentError;
use crate::error::record::ErrorRecord;
use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::process::ExitCode;

/// A result that a program can return: `()`, [`ExitCode`], [`Response`], [`Infallible`], an
/// `Option` of one of these, or a `Result` of one of these and an error. The error can be an
/// [`AgentError`], a [`Report`] or a boxed error. With the features `anyhow` and `eyre`, it can
/// also be an `anyhow::Error` or an `eyre::Report`. The program reports the coded error inside it,
/// or [classifies](crate::Classify) it.
///
/// ```no_run
/// use agent_error::process::Outcome;
/// use agent_error::{ErrorRecord, Program, Response};
/// use std::process::ExitCode;
///
/// /// Runs any command of the program with the same settings.
/// fn run<O: Outcome>(command: impl FnOnce() -> O) -> ExitCode {
///     Program::new("tool").errors_on_stderr(true).run(command)
/// }
///
/// fn count(path: &str) -> Result<Response, ErrorRecord> {
///     let text = std::fs::read_to_string(path).map_err(|error| ErrorRecord::of_error("FILE_UNREADABLE", &error))?;
///     Ok(Response::new(text.lines().count()))
/// }
///
/// fn main() -> ExitCode {
///     run(|| count("notes.txt"))
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "a program cannot return `{Self}`",
    note = "return `()`, `ExitCode`, `Response`, or a `Result` with one of these and an error that derives `AgentError` or is boxed"
)]
pub trait Outcome {
    /// Writes the result, if any, and returns the exit code.
    #[doc(hidden)]
    fn report(self, reporter: &Reporter<'_>) -> ExitCode;
}

impl Outcome for () {
    fn report(self, reporter: &Reporter<'_>) -> ExitCode {
        reporter.flush(ExitCode::SUCCESS)
    }
}

impl Outcome for ExitCode {
    fn report(self, reporter: &Reporter<'_>) -> ExitCode {
        reporter.flush(self)
    }
}

impl Outcome for Response {
    fn report(self, reporter: &Reporter<'_>) -> ExitCode {
        reporter.response(self)
    }
}

/// For programs that only end with an error, such as servers.
impl Outcome for Infallible {
    fn report(self, _: &Reporter<'_>) -> ExitCode {
        match self {}
    }
}

/// `None` writes nothing.
impl<T: Outcome> Outcome for Option<T> {
    fn report(self, reporter: &Reporter<'_>) -> ExitCode {
        match self {
            Some(outcome) => outcome.report(reporter),
            None => ().report(reporter),
        }
    }
}

impl<T: Outcome, E: AgentError + 'static> Outcome for Result<T, E> {
    fn report(self, reporter: &Reporter<'_>) -> ExitCode {
        match self {
            Ok(outcome) => outcome.report(reporter),
            Err(error) => reporter.failure(&Failure::of(&error)),
        }
    }
}

impl<T: Outcome> Outcome for Result<T, Report> {
    fn report(self, reporter: &Reporter<'_>) -> ExitCode {
        self.map_err(Report::into_error).report(reporter)
    }
}

impl<T: Outcome> Outcome for Result<T, BoxError> {
    fn report(self, reporter: &Reporter<'_>) -> ExitCode {
        self.map_err(|error| -> Box<dyn Error> { error })
            .report(reporter)
    }
}

impl<T: Outcome> Outcome for Result<T, Box<dyn Error>> {
    fn report(self, reporter: &Reporter<'_>) -> ExitCode {
        match self {
            Ok(outcome) => outcome.report(reporter),
            Err(error) => reporter.any_error(&*error, &error),
        }
    }
}

/// An error of any type, for functions that can fail in several ways. `?` converts every type that
/// implements [`Error`], boxed errors and strings. With the features `anyhow` and `eyre`, it also
/// converts `anyhow::Error` and `eyre::Report`.
///
/// The error of a generic type is only found if another type nests it with the same arguments.
///
/// ```
/// use agent_error::{ErrorRecord, Report};
///
/// fn parse_port(text: &str) -> Result<u16, Report> {
///     let port: u16 = text.parse()?;
///     if port == 0 {
///         return Err(ErrorRecord::new("PORT_RESERVED", "port 0 is reserved").into());
///     }
///     Ok(port)
/// }
///
/// let reserved = parse_port("0").unwrap_err();
/// assert_eq!(reserved.coded().unwrap().code(), "PORT_RESERVED");
///
/// let malformed = parse_port("http").unwrap_err();
/// assert!(malformed.coded().is_none());
/// assert_eq!(malformed.into_record().code(), "UNCLASSIFIED_ERROR");
/// ```
pub struct Report(BoxError);

impl Report {
    /// Wraps an error, or creates one from a message.
    pub fn new(error: impl Into<BoxError> + 'static) -> Self {
        #[cfg(any(feature = "anyhow", feature = "eyre"))]
        {
            let mut remaining = Some(error);
            let boxed = match super::layered_error::take_kept(&mut remaining) {
                Some(kept) => Some(kept),
                None => remaining.map(Into::into),
            };
            // One of the two arms always returns the error.
            Self(boxed.unwrap_or_else(|| "unknown error".into()))
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
    #[inline]
    pub fn coded(&self) -> Option<&(dyn AgentError + 'static)> {
        crate::find(&*self.0)
    }

    /// Classifies the error with the rules of all linked types.
    #[inline]
    pub fn into_record(self) -> ErrorRecord {
        Classifier::of_the_program().classify(&*self.0)
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
