//! Errors that are reported beside the output: those of single lines, and of standard output itself.

use super::error::ConvertError;
use crate::error::CliError;
use agent_error::process::{self, OutputError};
use agent_error::{AgentError as _, Format};
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// Reports errors on standard error, since standard output is for the converted text.
pub(crate) struct Diagnosis {
    format: Format,
}

impl Diagnosis {
    /// In the selected output format of the program.
    pub(crate) fn new() -> Self {
        Self { format: process::format() }
    }

    /// Writes an error, and returns its exit code. A closed standard error is ignored.
    pub(crate) fn error(&self, error: impl Into<ConvertError>) -> ExitCode {
        let error = CliError::from(error.into());
        let mut text = agent_error::render(&error, self.format);
        if !text.ends_with('\n') {
            text.push('\n');
        }
        let _ = io::stderr().lock().write_all(text.as_bytes());
        ExitCode::from(error.exit_code())
    }

    /// The exit code after standard output has failed. A reader that closes it needs no more output, so the exit
    /// code does not change.
    pub(crate) fn output(&self, source: io::Error, exit: ExitCode) -> ExitCode {
        match source.kind() {
            ErrorKind::BrokenPipe => exit,
            _ => self.error(OutputError::NotWritten { source }),
        }
    }
}
