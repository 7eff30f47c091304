//! The errors of the command-line tool.

use crate::score::ScoreError;
use crate::source::{CatalogSourceError, DuplicateProgramError};
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
    Source(#[from] CatalogSourceError),
    #[code(transparent)]
    Export(#[from] ExportError),
    #[code(transparent)]
    Diff(#[from] DiffError),
    #[code(transparent)]
    Lint(#[from] LintError),
    #[code(transparent)]
    DuplicateProgram(#[from] DuplicateProgramError),
    #[code(transparent)]
    Errors(#[from] ErrorsCommandError),
    #[code(transparent)]
    Usage(#[from] UsageError),
}
