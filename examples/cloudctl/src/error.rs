//! The errors of cloudctl. Their codes, exit codes, messages and details are those in Verda's documentation.
//!
//! Commands return errors of this type if they know the context. All other errors get their codes from the rules in
//! `classify(...)`: first by HTTP status, then by invalid value, then by message.
//!
//! A variant has one message, one suggestion and one set of details. A code that needs several has several variants,
//! marked as `shared`.

use crate::exit;
use agent_error::clap::{ErrorsCommandError, UsageError};
use agent_error::ready::{Cancelled, ConfirmationRequired, MissingFlags, PromptBlocked};
use agent_error::{AgentError, Report};
use std::error::Error;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = "https://cloudctl.example.com/errors/{code}", exit = exit::GENERAL)]
pub(crate) enum CloudError {
    /// The credentials are missing or rejected.
    #[error("{message}")]
    #[code("AUTH_ERROR", exit = exit::AUTH, shared, side_effects = none, classify(status(401, 403)),
        suggest = "Ask the user to run `cloudctl auth login`")]
    Auth {
        /// The HTTP status. Also 401 if there are no credentials to send.
        status: u16,
        #[context(skip)]
        message: String,
    },

    /// The message of a library mentions credentials.
    #[error("{message}")]
    #[code("AUTH_ERROR", exit = exit::AUTH, shared, side_effects = none,
        classify(message("no credentials configured", "unauthorized", "token expired")),
        suggest = "Ask the user to run `cloudctl auth login`")]
    Credentials {
        #[context(skip)]
        message: String,
    },

    /// The API returned an error that no other code covers. A failed change may have taken effect.
    #[error("API error {status}: {message}")]
    #[code("API_ERROR", exit = exit::API, classify(status(..)), side_effects = unknown,
        check = "cloudctl instances list",
        suggest = "Show the error to the user; a status of 500 or above may be temporary")]
    Api {
        /// The HTTP status.
        status: u16,
        #[context(skip)]
        message: String,
    },

    /// The resource doesn't exist.
    #[error("{message}")]
    #[code("NOT_FOUND", exit = exit::NOT_FOUND, shared, classify(status(404)),
        suggest = "Choose the ID of an existing instance", actions("instances.list"))]
    NotFound {
        /// The HTTP status.
        status: u16,
        #[context(skip)]
        message: String,
    },

    /// No instance has this ID or hostname.
    #[error("{resource} {id:?} not found")]
    #[code("NOT_FOUND", exit = exit::NOT_FOUND, shared, suggest = "Choose the ID of an existing instance",
        actions("instances.list"))]
    UnknownInstance {
        /// The kind of resource.
        resource: &'static str,
        /// The ID or hostname, as passed.
        id: String,
        /// Similar hostnames, the nearest first.
        #[context(nearest)]
        nearest: Vec<String>,
    },

    /// The balance is too low for the operation.
    #[error("{message}")]
    #[code("INSUFFICIENT_BALANCE", exit = exit::BALANCE, side_effects = none, classify(status(402)),
        suggest = "Show the balance to the user, and suggest adding funds", actions("balance"))]
    Balance {
        /// The HTTP status.
        status: u16,
        #[context(skip)]
        message: String,
    },

    /// A flag or a field has an invalid value.
    #[error("invalid value for {field}: {reason}")]
    #[code("VALIDATION_ERROR", exit = exit::BAD_INPUT, shared, classify(validation),
        suggest = "Correct the value; for instance types, images and locations, run `cloudctl offers`")]
    Invalid {
        /// The name of the flag or the field.
        field: String,
        /// Why the value is invalid.
        reason: String,
    },

    /// The API token on standard input is empty.
    #[error("invalid value for {field}: {reason}")]
    #[code("VALIDATION_ERROR", exit = exit::BAD_INPUT, shared, suggest = "Pipe the API token to `cloudctl auth login`")]
    Token { field: &'static str, reason: &'static str },

    /// The connection broke after a change was requested, so the change may have taken effect.
    #[error("cannot tell whether the action \"{action}\" took effect: {source}")]
    #[code("OUTCOME_UNKNOWN", side_effects = unknown, check = "cloudctl instances list",
        suggest = "Look at the instances before you repeat the call")]
    OutcomeUnknown {
        /// The requested action.
        action: &'static str,
        source: Box<dyn Error + Send + Sync>,
    },

    /// An error without a more specific code.
    #[error("{message}")]
    #[code("ERROR", classify(fallback), suggest = "Show the message to the user")]
    Other {
        #[context(skip)]
        message: String,
    },

    #[error(transparent)]
    #[code(transparent)]
    Missing(#[from] MissingFlags),
    #[error(transparent)]
    #[code(transparent)]
    Confirmation(#[from] ConfirmationRequired),
    #[error(transparent)]
    #[code(transparent)]
    Prompt(#[from] PromptBlocked),
    #[error(transparent)]
    #[code(transparent)]
    Cancelled(#[from] Cancelled),
    #[error(transparent)]
    #[code(transparent)]
    Usage(#[from] UsageError),
    #[error(transparent)]
    #[code(transparent)]
    Errors(#[from] ErrorsCommandError),
}

impl CloudError {
    pub(crate) fn no_credentials() -> Self {
        let message = "no credentials configured\n\nRun \"cloudctl auth login\" to set up your credentials".to_owned();
        Self::Auth { status: 401, message }
    }

    pub(crate) fn invalid(field: &str, reason: &str) -> Self {
        Self::Invalid { field: field.to_owned(), reason: reason.to_owned() }
    }
}

/// Converts usage errors that Verda has codes for.
pub(crate) fn of_usage(error: UsageError) -> Report {
    // Removes the placeholder of a flag's value: `--host <HOST>` becomes `--host`.
    let name = |flag: &str| flag.split(' ').next().unwrap_or_default().to_owned();
    let error = match error {
        UsageError::MissingFlags { missing, values_from, .. } => {
            let missing = missing.names().map(|flag| (name(flag), "")).collect();
            MissingFlags { missing, values_from }.into()
        }
        UsageError::InvalidValue { flag, reason, .. } => {
            CloudError::invalid(&name(&flag).trim_matches(['-', '<', '>', '[', ']', '.']).to_lowercase(), &reason)
        }
        other => CloudError::from(other),
    };
    error.into()
}
