//! Errors beside the output: of single lines, or of standard output itself.

use crate::error::ConvertError;
use agent_error::clap::OutputArgs;
use agent_error::process::OutputError;
use agent_error::{AgentError, Format};
use std::env;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;

/// Reports errors on standard error, since standard output is for the converted text.
pub(crate) struct Diagnosis {
    format: Format,
}

impl Diagnosis {
    /// In the format that `#[agent_error::main]` also selects.
    pub(crate) fn new(output: OutputArgs) -> Self {
        let variable = || env::var("ERRCONV_OUTPUT").ok().and_then(|name| Format::named(&name));
        let ci = env::var_os("CI").is_some_and(|value| !value.is_empty());
        let watched = io::stdout().is_terminal() && !ci;
        let usual = if watched { Format::Human } else { Format::Envelope };
        let flag = output.output.or(output.agent.then_some(Format::Envelope));
        Self { format: flag.or_else(variable).unwrap_or(usual) }
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
