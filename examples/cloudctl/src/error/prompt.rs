//! Errors of questions.

use super::exit;
use agent_error::AgentError;
use agent_error::ready::Cancelled;
use inquire::InquireError;

/// Why a question was not answered.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = inherit)]
pub(crate) enum PromptError {
    /// The user did not want to go on; nothing was done.
    #[error(transparent)]
    #[code(transparent)]
    Cancelled(#[from] Cancelled),

    /// The terminal failed while a question was asked; nothing was done.
    #[error("cannot ask at the terminal: {source}")]
    #[code("PROMPT_FAILED", exit = exit::GENERAL, suggest = "Pass the answer as a flag; `--agent` asks nothing")]
    Failed { source: InquireError },

    /// A question had to be asked where no person can answer it.
    ///
    /// No question is asked with `--agent`, nor where no person reads text at a terminal.
    #[error("{prompt_type} prompt not available {place}")]
    #[code(
        "INTERACTIVE_PROMPT_BLOCKED",
        exit = exit::BAD_INPUT,
        detail = "the choices are {listed}",
        suggest = "Pass the answer as {answer_with}, then call again"
    )]
    Blocked {
        /// The kind of prompt, as in `select`.
        prompt_type: &'static str,
        /// What would have been asked.
        prompt: Box<str>,
        /// The answers that there are, if they are known, as they can be passed.
        choices: Option<Vec<String>>,
        /// What a person reads for each of them, in the same order, if that is something else.
        labels: Option<Box<[String]>>,
        /// What gives the answer instead.
        answer_with: &'static str,
        /// The choices with what they mean, in a sentence.
        #[context(skip)]
        listed: Option<Box<str>>,
        #[context(skip)]
        place: &'static str,
    },

    /// A destructive action was not confirmed, and no person can be asked.
    #[error("destructive action {action:?} requires --yes {place}")]
    #[code(
        "CONFIRMATION_REQUIRED",
        exit = exit::BAD_INPUT,
        suggest = "Call again with `--yes` once the owner of the account agrees"
    )]
    Unconfirmed {
        /// The action that needs confirmation.
        action: &'static str,
        #[context(skip)]
        place: &'static str,
    },
}
