//! Reports errors on standard error, for example for skipped lines.

use super::error::ConvertError;
use crate::error::CliError;
use agent_error::process::{self, OutputError};
use agent_error::{AgentError as _, Format};
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// Reports errors on standard error, because standard output is reserved for converted errors.
pub(crate) struct ErrorReporter {
    format: Format,
}

impl ErrorReporter {
    /// Creates a reporter for the output format that was selected on the command line.
    pub(crate) fn new() -> Self {
        Self { format: process::format() }
    }

    /// Writes an error to standard error and returns its exit code. Ignores write errors.
    pub(crate) fn error(&self, error: impl Into<ConvertError>) -> ExitCode {
        let error = CliError::from(error.into());
        let mut text = agent_error::render(&error, self.format);
        if !text.ends_with('\n') {
            text.push('\n');
        }
        let _ = io::stderr().lock().write_all(text.as_bytes());
        ExitCode::from(error.exit_code())
    }

    /// Handles a failed write to standard output and returns the exit code. If the reader has closed the pipe, returns
    /// `exit`. Otherwise, reports the error.
    pub(crate) fn output(&self, source: io::Error, exit: ExitCode) -> ExitCode {
        match source.kind() {
            ErrorKind::BrokenPipe => exit,
            _ => self.error(OutputError::NotWritten { source }),
        }
    }
}
