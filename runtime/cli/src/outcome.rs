//! What a subcommand ends with.

use agent_error::Response;
use agent_error::process::{Outcome, Reporter};
use std::process::ExitCode;

/// The result of a subcommand that did not fail.
#[derive(Debug)]
pub(crate) enum Done {
    /// A response, which is still to be written.
    Response(Response),
    /// The output is written; the process exits with this code.
    Exit(ExitCode),
}

impl Outcome for Done {
    fn report(self, reporter: &Reporter<'_>) -> ExitCode {
        match self {
            Self::Response(response) => response.report(reporter),
            Self::Exit(exit) => exit.report(reporter),
        }
    }
}

impl From<Response> for Done {
    fn from(response: Response) -> Self {
        Self::Response(response)
    }
}

impl From<ExitCode> for Done {
    fn from(exit: ExitCode) -> Self {
        Self::Exit(exit)
    }
}
