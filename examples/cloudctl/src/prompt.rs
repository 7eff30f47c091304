//! Questions to the person at the terminal, or the errors that say that there is none.

use crate::error::{CliError, PromptError};
use crate::secret::Secret;
use agent_error::Format;
use agent_error::ready::{ConfirmationRequired, MissingFlags, PromptBlocked};
use inquire::{Confirm, Password, PasswordDisplayMode, Select, Text};
use std::io::{IsTerminal as _, stderr, stdin};

/// Who can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Audience {
    /// A person at a terminal.
    Person,
    /// An agent, a script, a build server: a question would never be answered.
    Nobody,
}

const CANCEL: &str = "Cancel";

impl Audience {
    /// Somebody who wants another format than text is no person, even at a terminal: agents have terminals, too.
    pub(crate) fn of(format: Format) -> Self {
        match format == Format::Human && stdin().is_terminal() && stderr().is_terminal() {
            true => Self::Person,
            false => Self::Nobody,
        }
    }

    /// Refuses to go on if a flag without which nobody can go on is missing and nobody can be asked.
    pub(crate) fn require(self, flags: &[(&str, bool)]) -> Result<(), MissingFlags> {
        let missing: Vec<String> =
            flags.iter().filter(|(_, given)| !given).map(|(flag, _)| (*flag).to_owned()).collect();
        match self == Self::Person || missing.is_empty() {
            true => Ok(()),
            false => Err(MissingFlags { missing }),
        }
    }

    /// The index of the chosen one.
    pub(crate) fn select(self, prompt: &str, mut choices: Vec<String>) -> Result<usize, CliError> {
        choices.push(CANCEL.to_owned());
        let last = choices.len() - 1;
        if self == Self::Nobody {
            return Err(blocked("select", prompt, Some(choices)).into());
        }
        match Select::new(prompt, choices).raw_prompt().map_err(PromptError::from)?.index {
            index if index == last => Err(PromptError::Cancelled.into()),
            index => Ok(index),
        }
    }

    pub(crate) fn text(self, prompt: &str) -> Result<String, CliError> {
        match self {
            Self::Nobody => Err(blocked("text", prompt, None).into()),
            Self::Person => Ok(Text::new(prompt).prompt().map_err(PromptError::from)?),
        }
    }

    pub(crate) fn password(self, prompt: &str) -> Result<Secret, CliError> {
        if self == Self::Nobody {
            return Err(blocked("password", prompt, None).into());
        }
        let password = Password::new(prompt).without_confirmation().with_display_mode(PasswordDisplayMode::Hidden);
        Ok(Secret::new(password.prompt().map_err(PromptError::from)?))
    }

    /// Goes on if `yes` says so or the person does.
    pub(crate) fn confirm(self, action: &str, question: &str, yes: bool) -> Result<(), CliError> {
        if yes {
            return Ok(());
        }
        if self == Self::Nobody {
            return Err(ConfirmationRequired { action: action.to_owned() }.into());
        }
        match Confirm::new(question).with_default(false).prompt().map_err(PromptError::from)? {
            true => Ok(()),
            false => Err(PromptError::Cancelled.into()),
        }
    }
}

fn blocked(prompt_type: &str, prompt: &str, choices: Option<Vec<String>>) -> PromptBlocked {
    PromptBlocked { prompt_type: prompt_type.to_owned(), prompt: prompt.to_owned(), choices }
}
