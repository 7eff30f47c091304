//! Prompts for the user at the terminal. If there is none, returns an error instead.

use crate::error::PromptError;
use crate::interrupt::interrupt;
use crate::secret::Secret;
use agent_error::process::{Prompt, can_prompt, check_confirmation};
use agent_error::ready::{Cancelled, MissingFlags};
use inquire::{Confirm, InquireError, Password, PasswordDisplayMode, Select, Text};

/// An option of a select prompt.
pub(crate) struct Choice {
    /// The value to pass as an argument.
    pub(crate) value: String,
    /// The label in the prompt.
    pub(crate) label: String,
}

const CANCEL: &str = "Cancel";

/// Returns an error if required flags are missing and prompts aren't available. Each flag comes with the command that
/// lists its values, if there is one.
pub(crate) fn require(flags: &[(&str, bool, Option<&str>)]) -> Result<(), MissingFlags> {
    let missing = flags.iter().filter(|(_, given, _)| !given);
    if missing.clone().next().is_none() || can_prompt() {
        return Ok(());
    }
    let values_from = missing.clone().filter_map(|(flag, _, command)| Some((*flag, (*command)?))).collect();
    Err(MissingFlags { values_from, ..MissingFlags::new(missing.map(|(flag, ..)| *flag)) })
}

/// Prompts for a choice and returns its value.
pub(crate) fn select(prompt: &str, answer_with: &str, choices: Vec<Choice>) -> Result<String, PromptError> {
    let offered = choices.iter().map(|Choice { value, label }| (value, label));
    Prompt::new("select", prompt).answer_with(answer_with).choices(offered).check()?;
    let (mut values, mut labels): (Vec<_>, Vec<_>) = choices.into_iter().map(|c| (c.value, c.label)).unzip();
    labels.push(CANCEL.to_owned());
    match Select::new(prompt, labels).raw_prompt().map_err(unanswered)?.index {
        index if index == values.len() => Err(Cancelled.into()),
        index => Ok(values.swap_remove(index)),
    }
}

pub(crate) fn text(prompt: &str, answer_with: &str) -> Result<String, PromptError> {
    Prompt::new("text", prompt).answer_with(answer_with).check()?;
    Text::new(prompt).prompt().map_err(unanswered)
}

pub(crate) fn password(prompt: &str, answer_with: &str) -> Result<Secret, PromptError> {
    Prompt::new("password", prompt).answer_with(answer_with).check()?;
    let password = Password::new(prompt).without_confirmation().with_display_mode(PasswordDisplayMode::Hidden);
    password.prompt().map(Secret::new).map_err(unanswered)
}

/// Returns an error if prompts aren't available to confirm a destructive action.
pub(crate) fn require_person(action: &str) -> Result<(), PromptError> {
    Ok(check_confirmation(action, "--yes")?)
}

/// Prompts for confirmation. Returns an error if the user declines.
pub(crate) fn confirm(action: &str, question: &str) -> Result<(), PromptError> {
    require_person(action)?;
    match Confirm::new(question).with_default(false).prompt().map_err(unanswered)? {
        true => Ok(()),
        false => Err(Cancelled.into()),
    }
}

/// Converts the error of a prompt. Ctrl-C ends the process.
fn unanswered(error: InquireError) -> PromptError {
    match error {
        InquireError::OperationInterrupted => {
            interrupt();
            Cancelled.into()
        }
        InquireError::OperationCanceled => Cancelled.into(),
        source => PromptError::Failed { source },
    }
}
