//! The errors of the command-line tool.

use crate::diff::DiffError;
use crate::export::ExportError;
use crate::lint::LintError;
use crate::score::ScoreError;
use agent_error::AgentError;
use agent_error::CatalogError;
use agent_error::clap::UsageError;

/// An error of any subcommand.
#[derive(Debug, thiserror::Error, AgentError)]
#[error(transparent)]
#[agent_error(
    docs = "https://docs.rs/agent-error-cli/latest/agent_error_cli/_codes/index.html#{code}"
)]
pub(crate) enum CliError {
    #[code(transparent)]
    Score(#[from] ScoreError),
    #[code(transparent)]
    Export(#[from] ExportError),
    #[code(transparent)]
    Diff(#[from] DiffError),
    #[code(transparent)]
    Lint(#[from] LintError),
    #[code(transparent)]
    Errors(#[from] CatalogError),
    #[code(transparent)]
    Usage(#[from] UsageError),
}
