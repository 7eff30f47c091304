//! The results that a program can return.

use super::Reporter;
use crate::classify::BoxError;
use crate::error::coded::AgentError;
use crate::process::failure::Failure;
use crate::process::report::Report;
use crate::process::response::Response;
use std::error::Error;
use std::process::ExitCode;

/// A result that a program can return: `()`, [`ExitCode`], [`Response`], an `Option` of one of these, or a `Result` of
/// one of these and an error. The error can be an [`AgentError`], a [`Report`] or a boxed error. With the features
/// `anyhow` and `eyre`, it can also be an `anyhow::Error` or an `eyre::Report`.
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
        match self {
            Ok(outcome) => outcome.report(reporter),
            Err(error) => reporter.any_error(&*error, &error),
        }
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
