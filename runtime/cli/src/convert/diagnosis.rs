//! Reports errors on standard error, such as skipped lines.

use super::error::ConvertError;
use crate::error::CliError;
use agent_error::process::{self, OutputError};
use agent_error::{AgentError as _, Format};
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// Reports errors on standard error. Standard output is reserved for converted errors.
pub(crate) struct Diagnosis {
    format: Format,
}

impl Diagnosis {
    /// Creates a reporter for the selected output format.
    pub(crate) fn new() -> Self {
        Self { format: process::format() }
    }

    /// Writes an error and returns its exit code. Ignores write failures.
    pub(crate) fn error(&self, error: impl Into<ConvertError>) -> ExitCode {
        let error = CliError::from(error.into());
        let mut text = agent_error::render(&error, self.format);
        if !text.ends_with('\n') {
            text.push('\n');
        }
        let _ = io::stderr().lock().write_all(text.as_bytes());
        ExitCode::from(error.exit_code())
    }

    /// Returns the exit code after a failed write to standard output. If the reader has closed the pipe, the exit code
    /// stays unchanged.
    pub(crate) fn output(&self, source: io::Error, exit: ExitCode) -> ExitCode {
        match source.kind() {
            ErrorKind::BrokenPipe => exit,
            _ => self.error(OutputError::NotWritten { source }),
        }
    }
}
