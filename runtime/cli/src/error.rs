//! The errors of the command-line tool.

use crate::convert::ConvertError;
use crate::fleet::FleetError;
use crate::score::{CommandError, ScoreError};
use crate::source::CatalogSourceError;
use agent_error::AgentError;
use agent_error::clap::{ErrorsCommandError, UsageError};
use agent_error_tooling::{DiffError, ExportError, LintError};

/// An error of any subcommand.
#[derive(Debug, thiserror::Error, AgentError)]
#[error(transparent)]
#[agent_error(docs = "https://agent-error.example.com/errors/{code}")]
pub(crate) enum CliError {
    #[code(transparent)]
    Score(#[from] ScoreError),
    #[code(transparent)]
    Convert(#[from] ConvertError),
    #[code(transparent)]
    Source(#[from] CatalogSourceError),
    #[code(transparent)]
    Export(#[from] ExportError),
    #[code(transparent)]
    Diff(#[from] DiffError),
    #[code(transparent)]
    Lint(#[from] LintError),
    #[code(transparent)]
    Fleet(#[from] FleetError),
    #[code(transparent)]
    Errors(#[from] ErrorsCommandError),
    #[code(transparent)]
    Usage(#[from] UsageError),
}

impl CliError {
    /// Converts a usage error. Some usage errors of `score` have their own codes.
    pub(crate) fn from_usage(error: UsageError) -> Self {
        CommandError::from_usage(error).map_or_else(Self::Usage, |error| Self::Score(error.into()))
    }
}
