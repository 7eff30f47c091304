//! Errors of prompts.

use super::exit;
use agent_error::AgentError;
use agent_error::ready::{Cancelled, ConfirmationRequired, PromptBlocked};
use inquire::InquireError;

/// Why a prompt failed.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict)]
pub(crate) enum PromptError {
    /// The user canceled the prompt; nothing was done.
    #[error(transparent)]
    #[code(transparent)]
    Cancelled(#[from] Cancelled),

    /// The terminal failed during a prompt; nothing was done.
    #[error("cannot prompt at the terminal: {source}")]
    #[code("PROMPT_FAILED", exit = exit::GENERAL, suggest = "Pass the value as a flag; with `--agent`, cloudctl never prompts")]
    Failed { source: InquireError },

    /// A value is missing, and prompts aren't available.
    ///
    /// Prompts are disabled with `--agent` and outside an interactive terminal.
    #[error(transparent)]
    #[code(transparent)]
    Blocked(#[from] PromptBlocked),

    /// A destructive action wasn't confirmed, and prompts aren't available.
    #[error(transparent)]
    #[code(transparent)]
    Unconfirmed(#[from] ConfirmationRequired),
}
