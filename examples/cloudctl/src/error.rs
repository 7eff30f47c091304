//! The errors of cloudctl. Their codes, exit codes, messages and details are those in Verda's
//! documentation.
//!
//! Commands return errors of this type if they know the context. All other errors get their codes
//! from the rules in `classify(...)`: first by HTTP status, then by invalid value, then by message.
//!
//! A variant has one message, one suggestion and one set of details. A code that needs several has
//! several variants, marked as `shared`.

use crate::exit;
use agent_error::CatalogError;
use agent_error::clap::UsageError;
use agent_error::ready::{ConfirmationRequired, MissingFlags, PromptBlocked};
use agent_error::{AgentError, Listing, Report, code};
use serde_json::Value;
use std::collections::BTreeMap;
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
        actions("instances.list"),
        suggest = "Show the error to the user; a status of 500 or above may be temporary")]
    Api {
        /// The HTTP status.
        status: u16,
        #[context(skip)]
        message: String,
    },

    /// The resource doesn't exist.
    #[error("{message}")]
    #[code("NOT_FOUND", exit = exit::NOT_FOUND, classify(status(404)),
        suggest = "Choose the ID of an existing instance", actions("instances.list"))]
    NotFound {
        /// The HTTP status.
        status: u16,
        #[context(skip)]
        message: String,
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
    #[code("VALIDATION_ERROR", exit = exit::BAD_INPUT, classify(validation),
        suggest = "Correct the value; for instance types and images, run `cloudctl offers`")]
    Invalid {
        /// The name of the flag or the field.
        field: String,
        /// Why the value is invalid.
        reason: String,
    },

    /// The connection broke after a change was requested, so the change may have taken effect.
    #[error("cannot tell whether the action \"{action}\" took effect: {source}")]
    #[code("OUTCOME_UNKNOWN", side_effects = unknown, actions("instances.list"),
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
    Usage(#[from] UsageError),
    #[error(transparent)]
    #[code(transparent)]
    Errors(#[from] CatalogError),
}

impl CloudError {
    pub(crate) fn no_credentials() -> Self {
        let message =
            "no credentials configured\n\nRun \"cloudctl auth login\" to set up your credentials"
                .to_owned();
        Self::Auth {
            status: 401,
            message,
        }
    }
}

/// Converts usage errors that Verda has codes for.
pub(crate) fn of_usage(usage: UsageError) -> Report {
    let record = usage.record();
    let context = record.context();
    let text = |name| {
        context
            .get(name)
            .and_then(|value| Some(value.as_str()?.to_owned()))
    };
    let error = if usage.code() == code!("MISSING_REQUIRED_FLAGS" in UsageError) {
        let mut missing = names(context.get("missing"));
        // A JSON object has no order, but the message has the order of the command line.
        missing.sort_by_key(|flag| record.message().find(name(flag)));
        let missing = missing.iter().map(|flag| (name(flag), "")).collect();
        MissingFlags::described(missing, listing(context.get("values_from"))).into()
    } else if usage.code() == code!("INVALID_FLAG_VALUE" in UsageError) {
        let flag = text("flag").unwrap_or_default();
        let field = name(&flag).trim_matches(['-', '<', '>', '[', ']', '.']);
        CloudError::Invalid {
            field: field.to_lowercase(),
            reason: text("reason").unwrap_or_default(),
        }
    } else {
        CloudError::from(usage)
    };
    error.into()
}

/// Removes the placeholder of a flag's value: `--host <HOST>` becomes `--host`.
fn name(flag: &str) -> &str {
    flag.split(' ').next().unwrap_or_default()
}

/// Returns the names in a listing, which is an object if the names have descriptions.
fn names(listing: Option<Value>) -> Vec<String> {
    match listing {
        Some(Value::Object(described)) => described.into_iter().map(|(name, _)| name).collect(),
        Some(Value::Array(names)) => names
            .iter()
            .filter_map(|name| Some(name.as_str()?.to_owned()))
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns a listing of commands.
fn listing(commands: Option<Value>) -> Listing {
    let commands: BTreeMap<String, String> = commands
        .and_then(|commands| serde_json::from_value(commands).ok())
        .unwrap_or_default();
    commands.into_iter().collect()
}
