//! Errors beside the output: what a line of many or standard output itself ends with.

use crate::error::ConvertError;
use agent_error::clap::OutputArgs;
use agent_error::process::OutputError;
use agent_error::{AgentError, Format};
use std::env;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;

/// Reports errors on standard error; standard output belongs to what is converted.
pub(crate) struct Diagnosis {
    format: Format,
}

impl Diagnosis {
    /// In the format that `#[agent_error::main]` chooses, too.
    pub(crate) fn new(output: OutputArgs) -> Self {
        let variable = || env::var("ERRCONV_OUTPUT").ok().and_then(|name| Format::named(&name));
        let ci = env::var_os("CI").is_some_and(|value| !value.is_empty());
        let watched = io::stdout().is_terminal() && !ci;
        let usual = if watched { Format::Human } else { Format::Envelope };
        let flag = output.output.or(output.agent.then_some(Format::Envelope));
        Self { format: flag.or_else(variable).unwrap_or(usual) }
    }

    /// Writes an error, and returns its exit code. A closed standard error is not a failure of its own.
    pub(crate) fn error(&self, error: &ConvertError) -> ExitCode {
        let mut text = agent_error::render(error, self.format);
        if !text.ends_with('\n') {
            text.push('\n');
        }
        let _ = io::stderr().lock().write_all(text.as_bytes());
        ExitCode::from(error.exit_code())
    }

    /// The exit code after standard output has failed: a reader who left has read enough, and the exit code
    /// stays as it was.
    pub(crate) fn output(&self, source: io::Error, exit: ExitCode) -> ExitCode {
        match source.kind() {
            ErrorKind::BrokenPipe => exit,
            _ => self.error(&ConvertError::from(OutputError::NotWritten { source })),
        }
    }
}
