//! Prompts for the user at the terminal. If there is none, returns an error instead.

use crate::error::PromptError;
use crate::interrupt::interrupt;
use crate::secret::Secret;
use agent_error::Format;
use agent_error::ready::{Cancelled, MissingFlags};
use inquire::{Confirm, InquireError, Password, PasswordDisplayMode, Select, Text};
use std::io::{IsTerminal as _, stderr, stdin};

/// Who runs the program, which determines whether prompts are available.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Audience {
    /// A user at a terminal.
    Person,
    /// An agent that passed `--agent`.
    Agent,
    /// A script, a CI job or an agent that wouldn't answer a prompt.
    Unattended,
}

/// An option of a select prompt.
pub(crate) struct Choice {
    /// The value to pass as an argument.
    pub(crate) value: String,
    /// The label in the prompt.
    pub(crate) label: String,
}

const CANCEL: &str = "Cancel";

/// The format of `--agent`. Any caller that requests this format is treated as an agent.
pub(crate) const AGENT_FORMAT: Format = Format::Nested;

impl Audience {
    /// Returns the audience for an output format. Prompts require text output, even at a terminal.
    pub(crate) fn of(format: Format) -> Self {
        match format {
            Format::Human if stdin().is_terminal() && stderr().is_terminal() => Self::Person,
            AGENT_FORMAT => Self::Agent,
            _ => Self::Unattended,
        }
    }

    /// Returns where prompts aren't available, or `None` if they are.
    fn unattended_place(self) -> Option<&'static str> {
        match self {
            Self::Person => None,
            Self::Agent => Some("in agent mode"),
            Self::Unattended => Some("in non-interactive mode"),
        }
    }

    /// Returns an error if required flags are missing and prompts aren't available. Each flag comes with the command
    /// that lists its values, if there is one.
    pub(crate) fn require(self, flags: &[(&str, bool, Option<&str>)]) -> Result<(), MissingFlags> {
        let missing = flags.iter().filter(|(_, given, _)| !given);
        if self == Self::Person || missing.clone().next().is_none() {
            return Ok(());
        }
        let values_from = missing.clone().filter_map(|(flag, _, command)| Some((*flag, (*command)?))).collect();
        Err(MissingFlags { values_from, ..MissingFlags::new(missing.map(|(flag, ..)| *flag)) })
    }

    /// Prompts for a choice and returns its value.
    pub(crate) fn select(
        self,
        prompt: &str,
        answer_with: &'static str,
        choices: Vec<Choice>,
    ) -> Result<String, PromptError> {
        if let Some(place) = self.unattended_place() {
            return Err(blocked("select", prompt, choices, answer_with, place));
        }
        let (mut values, mut labels): (Vec<_>, Vec<_>) = choices.into_iter().map(|c| (c.value, c.label)).unzip();
        labels.push(CANCEL.to_owned());
        match Select::new(prompt, labels).raw_prompt().map_err(unanswered)?.index {
            index if index == values.len() => Err(Cancelled.into()),
            index => Ok(values.swap_remove(index)),
        }
    }

    pub(crate) fn text(self, prompt: &str, answer_with: &'static str) -> Result<String, PromptError> {
        match self.unattended_place() {
            Some(place) => Err(blocked("text", prompt, Vec::new(), answer_with, place)),
            None => Text::new(prompt).prompt().map_err(unanswered),
        }
    }

    pub(crate) fn password(self, prompt: &str, answer_with: &'static str) -> Result<Secret, PromptError> {
        if let Some(place) = self.unattended_place() {
            return Err(blocked("password", prompt, Vec::new(), answer_with, place));
        }
        let password = Password::new(prompt).without_confirmation().with_display_mode(PasswordDisplayMode::Hidden);
        password.prompt().map(Secret::new).map_err(unanswered)
    }

    /// Returns an error if prompts aren't available to confirm a destructive action.
    pub(crate) fn require_person(self, action: &'static str) -> Result<(), PromptError> {
        match self.unattended_place() {
            Some(place) => Err(PromptError::Unconfirmed { action, place }),
            None => Ok(()),
        }
    }

    /// Prompts for confirmation. Returns an error if the user declines.
    pub(crate) fn confirm(self, action: &'static str, question: &str) -> Result<(), PromptError> {
        self.require_person(action)?;
        match Confirm::new(question).with_default(false).prompt().map_err(unanswered)? {
            true => Ok(()),
            false => Err(Cancelled.into()),
        }
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

/// The maximum number of choices to list in a message.
const MOST_LISTED: usize = 20;

fn blocked(
    prompt_type: &'static str,
    prompt: &str,
    choices: Vec<Choice>,
    answer_with: &'static str,
    place: &'static str,
) -> PromptError {
    let prompt = prompt.into();
    if choices.is_empty() {
        let (choices, labels, listed) = (None, None, None);
        return PromptError::Blocked { prompt_type, prompt, choices, labels, answer_with, listed, place };
    }
    let have_labels = choices.iter().any(|choice| choice.label != choice.value);
    let listed = choices.iter().take(MOST_LISTED).map(|Choice { value, label }| match have_labels {
        true => format!("`{value}` ({label})"),
        false => format!("`{value}`"),
    });
    let mut listed = listed.collect::<Vec<_>>().join(", ");
    if choices.len() > MOST_LISTED {
        listed.push_str(", and more");
    }
    let (values, labels): (Vec<_>, Vec<_>) = choices.into_iter().map(|choice| (choice.value, choice.label)).unzip();
    let (choices, labels, listed) = (Some(values), have_labels.then(|| labels.into()), Some(listed.into()));
    PromptError::Blocked { prompt_type, prompt, choices, labels, answer_with, listed, place }
}
