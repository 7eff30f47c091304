//! Errors of `convert`.

mod line;

pub(crate) use line::LineError;

use crate::input_error::InputError;
use agent_error::AgentError;
use agent_error::format::ParseError;
use agent_error::process::OutputError;

/// The conversion failed, at least in part.
#[derive(Debug, thiserror::Error, AgentError)]
#[error(transparent)]
pub(crate) enum ConvertError {
    #[code(transparent)]
    Input(#[from] InputError),
    #[code(transparent)]
    Line(#[from] LineError),
    #[code(transparent)]
    Parse(#[from] ParseError),
    #[code(transparent)]
    Output(#[from] OutputError),
}
