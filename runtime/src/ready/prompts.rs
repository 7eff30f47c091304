//! Errors of programs that would have to ask the user.

use crate::error::listing::Listing;
use crate::registry::search::announce_listed;
use crate::vocabulary::exit;
use agent_error_macros::AgentError;

/// The mode of a program whose output is in the format for agents.
pub(crate) const AGENT: &str = "in agent mode";

/// A destructive action wasn't confirmed.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(
    "CONFIRMATION_REQUIRED",
    exit = exit::ARG_ERROR,
    shared,
    suggest = "Ask the user for confirmation, then call again with {flag}"
)]
#[non_exhaustive]
pub struct ConfirmationRequired {
    /// The action that needs confirmation.
    pub(crate) action: String,
    /// The flag that confirms the action.
    #[context(skip)]
    pub(crate) flag: String,
    #[context(skip)]
    pub(crate) mode: &'static str,
}

impl ConfirmationRequired {
    /// Creates the error for an action that the flag `--yes` confirms.
    ///
    /// To check whether the user can confirm an action, call
    /// [`process::check_confirmation`](crate::process::check_confirmation).
    ///
    /// ```
    /// use agent_error::AgentError;
    /// use agent_error::ready::ConfirmationRequired;
    ///
    /// fn delete_user(name: &str, is_confirmed: bool) -> Result<(), ConfirmationRequired> {
    ///     if !is_confirmed {
    ///         return Err(ConfirmationRequired::new(format!("delete {name}")));
    ///     }
    ///     Ok(())
    /// }
    ///
    /// let record = delete_user("eve", false).unwrap_err().record();
    /// assert_eq!(record.code(), "CONFIRMATION_REQUIRED");
    /// assert!(record.suggestion().unwrap().ends_with("with --yes"));
    /// ```
    pub fn new(action: impl Into<String>) -> Self {
        announce_listed::<Self>();
        Self {
            action: action.into(),
            flag: "--yes".to_owned(),
            mode: AGENT,
        }
    }
}

/// A value is missing, and nobody can answer a prompt for it.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(
    "INTERACTIVE_PROMPT_BLOCKED",
    exit = exit::ARG_ERROR,
    shared,
    suggest = "Ask the user, then call again with the answer as {answer_with}"
)]
#[non_exhaustive]
pub struct PromptBlocked {
    /// The kind of prompt, such as `select`.
    pub(crate) prompt_type: String,
    /// The text of the prompt.
    pub(crate) prompt: String,
    /// The values to choose from, if known, and their labels.
    pub(crate) choices: Listing,
    /// How the caller can pass the answer, such as ``the flag `--region` ``.
    #[context(skip)]
    pub(crate) answer_with: Box<str>,
    #[context(skip)]
    pub(crate) mode: &'static str,
}

impl PromptBlocked {
    /// Creates the error from the kind of the prompt, such as `select`, and its text.
    ///
    /// To check whether the user can answer a prompt, call [`check`](Self::check).
    pub fn new(prompt_type: impl Into<String>, prompt: impl Into<String>) -> Self {
        announce_listed::<Self>();
        Self {
            prompt_type: prompt_type.into(),
            prompt: prompt.into(),
            choices: Listing::new(),
            answer_with: "a flag".into(),
            mode: AGENT,
        }
    }

    /// Sets the values to choose from, each with the label that the prompt shows. An empty label is
    /// the same as none.
    #[must_use]
    pub fn choices<V: Into<String>, L: Into<String>>(
        mut self,
        choices: impl IntoIterator<Item = (V, L)>,
    ) -> Self {
        self.choices = Listing::new();
        for (value, label) in choices {
            let value = value.into();
            let label = label.into();
            let description = if label == value { "" } else { &label };
            self.choices.push(value, description);
        }
        self
    }

    /// Sets how the caller can pass the answer, such as ``the flag `--region` ``. The default is
    /// `a flag`.
    #[must_use]
    pub fn answer_with(mut self, answer_with: impl Into<String>) -> Self {
        self.answer_with = answer_with.into().into();
        self
    }
}
