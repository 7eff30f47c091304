//! The outcome of a successful subcommand.

use agent_error::Response;
use agent_error::process::{Outcome, Reporter};
use std::process::ExitCode;

/// The outcome of a successful subcommand.
#[derive(Debug)]
pub(crate) enum CommandOutcome {
    /// The response, which still has to be written.
    Response(Response),
    /// The output has already been written. The process only has to exit with this code.
    Exit(ExitCode),
}

impl Outcome for CommandOutcome {
    fn report(self, reporter: &Reporter<'_>) -> ExitCode {
        match self {
            Self::Response(response) => response.report(reporter),
            Self::Exit(exit) => exit.report(reporter),
        }
    }
}

impl From<Response> for CommandOutcome {
    fn from(response: Response) -> Self {
        Self::Response(response)
    }
}

impl From<ExitCode> for CommandOutcome {
    fn from(exit: ExitCode) -> Self {
        Self::Exit(exit)
    }
}
