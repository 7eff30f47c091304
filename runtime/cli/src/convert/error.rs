//! All errors of errconv.

mod input;
mod line;

pub(crate) use input::InputError;
pub(crate) use line::LineError;

use agent_error::AgentError;
use agent_error::clap::ErrorsCommandError;
use agent_error::clap::UsageError;
use agent_error::format::ParseError;
use agent_error::process::OutputError;

/// Why nothing, or not everything, was converted.
#[derive(Debug, thiserror::Error, AgentError)]
#[error(transparent)]
#[agent_error(docs = "https://errconv.example.com/errors/{code}")]
pub(crate) enum ConvertError {
    #[code(transparent)]
    Input(#[from] InputError),
    #[code(transparent)]
    Line(#[from] LineError),
    #[code(transparent)]
    Parse(#[from] ParseError),
    #[code(transparent)]
    Output(#[from] OutputError),
    #[code(transparent)]
    Errors(#[from] ErrorsCommandError),
    #[code(transparent)]
    Usage(#[from] UsageError),
}
