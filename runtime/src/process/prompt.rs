//! Checks for programs that prompt the user.

use super::configured;
use crate::ready::prompts::AGENT;
use crate::ready::{ConfirmationRequired, PromptBlocked};
use std::io::{self, IsTerminal};

/// Whether the user can answer a prompt: standard input and standard error are terminals, and the
/// output format is [for people](crate::Format::for_people). Call this within [`run`](crate::run),
/// after clap has parsed the command line.
#[inline]
pub fn can_prompt() -> bool {
    blocked_by().is_none()
}

/// Returns the mode in which the user can't answer a prompt.
#[inline]
fn blocked_by() -> Option<&'static str> {
    let program = configured();
    let format = program.reporter().format;
    if format.is_for_people() {
        let are_terminals = io::stdin().is_terminal() && io::stderr().is_terminal();
        return (!are_terminals).then_some(NON_INTERACTIVE);
    }
    if format == program.agent_format {
        Some(AGENT)
    } else {
        Some(NON_INTERACTIVE)
    }
}

const NON_INTERACTIVE: &str = "in non-interactive mode";

impl PromptBlocked {
    /// Checks that the user can answer the prompt. See [`can_prompt`].
    ///
    /// # Errors
    ///
    /// If nobody can answer, returns this error, which says where to pass the value.
    ///
    /// ```
    /// use agent_error::{AgentError, ready::PromptBlocked};
    ///
    /// let prompt = PromptBlocked::new("input", "Which region?").answer_with("the flag `--region`");
    /// // The output of this example isn't a terminal.
    /// let blocked = prompt.check().unwrap_err();
    /// let advice = "Ask the user, then call again with the answer as the flag `--region`";
    /// assert_eq!(blocked.record().suggestion(), Some(advice));
    /// ```
    #[inline]
    pub fn check(self) -> Result<(), Self> {
        match blocked_by() {
            None => Ok(()),
            Some(mode) => Err(Self { mode, ..self }),
        }
    }
}

/// Checks that the user can confirm a destructive action. If the user hasn't passed the flag, call
/// this before the prompt.
///
/// # Errors
///
/// If the user can't answer a prompt, returns an error that suggests to ask the user, and the flag for
/// the answer. See [`can_prompt`].
pub fn check_confirmation(
    action: impl Into<String>,
    flag: impl Into<String>,
) -> Result<(), ConfirmationRequired> {
    match blocked_by() {
        None => Ok(()),
        Some(mode) => Err(ConfirmationRequired {
            flag: flag.into(),
            mode,
            ..ConfirmationRequired::new(action)
        }),
    }
}
