//! Errors beside the output: of single lines, or of standard output itself.

use crate::error::ConvertError;
use agent_error::process::OutputError;
use agent_error::{AgentError, Format, Program};
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

/// Reports errors on standard error, since standard output is for the converted text.
pub(crate) struct Diagnosis {
    format: Format,
}

impl Diagnosis {
    /// In the format that `#[agent_error::main]` also selects.
    pub(crate) fn new() -> Self {
        Self { format: Program::new("errconv").format() }
    }

    /// Writes an error, and returns its exit code. A closed standard error is ignored.
    pub(crate) fn error(&self, error: &ConvertError) -> ExitCode {
        let mut text = agent_error::render(error, self.format);
        if !text.ends_with('\n') {
            text.push('\n');
        }
        let _ = io::stderr().lock().write_all(text.as_bytes());
        ExitCode::from(error.exit_code())
    }

    /// The exit code after standard output has failed. A reader that closes it needs no more, so the exit code does not
    /// change.
    pub(crate) fn output(&self, source: io::Error, exit: ExitCode) -> ExitCode {
        match source.kind() {
            ErrorKind::BrokenPipe => exit,
            _ => self.error(&ConvertError::from(OutputError::NotWritten { source })),
        }
    }
}
