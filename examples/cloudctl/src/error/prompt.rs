//! Errors of prompts.

use super::exit;
use agent_error::AgentError;
use agent_error::ready::Cancelled;
use inquire::InquireError;

/// Why a prompt failed.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = inherit)]
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
    #[error("{prompt_type} prompt not available {place}")]
    #[code(
        "INTERACTIVE_PROMPT_BLOCKED",
        exit = exit::BAD_INPUT,
        detail = "the choices are {listed}",
        suggest = "Pass the value as {answer_with}, then try again"
    )]
    Blocked {
        /// The kind of prompt, such as `select`.
        prompt_type: &'static str,
        /// The text of the prompt.
        prompt: Box<str>,
        /// The values to choose from, if they are known.
        choices: Option<Vec<String>>,
        /// The labels of the choices, in the same order, if they differ from the values.
        labels: Option<Box<[String]>>,
        /// How to pass the value instead, such as "the flag `--user`".
        answer_with: &'static str,
        /// The choices and their labels, as a single string.
        #[context(skip)]
        listed: Option<Box<str>>,
        #[context(skip)]
        place: &'static str,
    },

    /// A destructive action wasn't confirmed, and prompts aren't available.
    #[error("destructive action {action:?} requires --yes {place}")]
    #[code(
        "CONFIRMATION_REQUIRED",
        exit = exit::BAD_INPUT,
        suggest = "Pass `--yes` once the account owner agrees"
    )]
    Unconfirmed {
        /// The destructive action.
        action: &'static str,
        #[context(skip)]
        place: &'static str,
    },
}
