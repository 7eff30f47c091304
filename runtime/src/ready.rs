//! Predefined errors for common failures.
//!
//! These errors aren't registered automatically. To add one to your program's catalog, nest it in
//! one of your own types, as in
//! `#[code(transparent)] Confirm(#[from] agent_error::ready::ConfirmationRequired)`. Declaring the
//! same code again in that type is a compile error.
//!
//! If a more specific code fits better, such as `INVOICE_NOT_FOUND`, declare your own error
//! instead.
//!
//! The codes, messages and exit codes are the same as in the tools that the output formats are
//! modeled on.
//!
//! ```
//! use agent_error::{Format, ready::UnknownAction, render};
//!
//! let error = UnknownAction::new("destory", ["list", "create", "destroy"]);
//! assert_eq!(error.nearest, ["destroy"]);
//! assert!(render(&error, agent_error_formats::FLAT).contains(r#""message":"The action \"destory\" does not exist.""#));
//! ```

pub(crate) mod builtin;
pub(crate) mod catalog_error;
pub(crate) mod caught_panic;
#[cfg(feature = "clap")]
pub(crate) mod clap_error;
#[cfg(feature = "clap")]
pub(crate) mod errors_command;
pub(crate) mod find;
#[cfg(feature = "axum")]
pub(crate) mod json_rejection;
#[cfg(feature = "parse")]
pub(crate) mod parse_error;
pub(crate) mod process;
pub(crate) mod prompts;
mod unknown;
#[cfg(feature = "clap")]
pub(crate) mod usage;

use process::Interrupted;
pub use prompts::{ConfirmationRequired, PromptBlocked};
pub use unknown::{UnknownAction, UnknownTool};

use crate::error::field_error::FieldError;
use crate::error::listing::Listing;
use crate::registry::search::announce;
use crate::vocabulary::exit;
use agent_error_macros::AgentError;
use std::fmt;

/// Implements `Error` for errors without a source, which announce their types instead.
macro_rules! announced {
    ($is_listed:literal: $($ty:ty),*) => {
        $(impl std::error::Error for $ty {
            fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
                announce::<Self>($is_listed)
            }
        })*
    };
}

announced!(false: catalog_error::CatalogError);
#[cfg(feature = "clap")]
announced!(true: errors_command::ErrorsCommandError, usage::UsageError);
#[cfg(feature = "axum")]
announced!(false: json_rejection::JsonRejection);

macro_rules! messages {
    ($($ty:ident($error:ident, $f:ident) => $message:expr;)*) => {
        $(
            impl fmt::Display for $ty {
                fn fmt(&self, $f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    let $error = self;
                    $message
                }
            }

            announced!(false: $ty);
        )*
    };
}

messages! {
    Interrupted(e, f) => write!(f, "stopped by {} before it was done", e.signal);
    MissingField(e, f) => write!(f, "Required field \"{}\" is missing.", e.field);
    MissingFlags(_e, f) => f.write_str("required flags not provided");
    InvalidValue(e, f) => write!(f, "invalid value for {}: {}", e.field, e.reason);
    InvalidFields(e, f) => write!(f, "invalid input for `{}`", e.action);
    MissingDiscriminator(e, f) => write!(f, "The required field \"{}\" is missing.", e.field);
    InvalidDiscriminator(e, f) => {
        write!(f, "Discriminator field \"{}\" must be a string, got {}.", e.field, e.got)
    };
    UnknownAction(e, f) => write!(f, "The action \"{}\" does not exist.", e.action);
    UnknownTool(e, f) => write!(f, "Tool \"{}\" does not exist.", e.tool);
    ConfirmationRequired(e, f) => write!(f, "destructive action {:?} requires {} {}", e.action, e.flag, e.mode);
    PromptBlocked(e, f) => write!(f, "{} prompt not available {}", e.prompt_type, e.mode);
    Deprecated(e, f) => write!(f, "{} is deprecated", e.name);
    RateLimited(e, f) => {
        write!(f, "Rate limit exceeded. Maximum {} requests per {}s window.", e.limit, e.window_s)
    };
}

/// A required field is missing from a call.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(
    "MISSING_REQUIRED_FIELD",
    exit = exit::ARG_ERROR,
    status = 422,
    shared,
    suggest = "Provide the \"{field}\" parameter and retry."
)]
pub struct MissingField {
    /// The name of the field.
    pub field: String,
}

/// Required flags of a command line are missing.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(
    "MISSING_REQUIRED_FLAGS",
    exit = exit::ARG_ERROR,
    shared,
    suggest = "Find values for the missing flags, then call again with all of them"
)]
pub struct MissingFlags {
    /// The missing flags, such as `--host`, with their descriptions if known.
    pub missing: Listing,
    /// The commands that list the valid values of the missing flags.
    pub values_from: Listing,
}

impl MissingFlags {
    /// Creates the error for missing flags, such as `--host`.
    pub fn new<T: Into<String>>(missing: impl IntoIterator<Item = T>) -> Self {
        Self {
            missing: missing.into_iter().map(|flag| (flag, "")).collect(),
            values_from: Listing::new(),
        }
    }
}

/// The value of a flag or a field is invalid.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(
    "VALIDATION_ERROR",
    exit = exit::ARG_ERROR,
    status = 422,
    shared,
    suggest = "Correct the value of `{field}`, then call again"
)]
pub struct InvalidValue {
    /// The name of the flag or the field.
    pub field: String,
    /// The reason why the value is invalid.
    pub reason: String,
}

/// One or more fields of a call are invalid.
#[derive(Clone, Debug, PartialEq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(
    "VALIDATION_ERROR",
    exit = exit::ARG_ERROR,
    status = 422,
    shared,
    suggest = "Fix the listed fields and call the tool again."
)]
pub struct InvalidFields {
    /// The action that was called.
    pub action: String,
    /// The invalid fields.
    pub fields: Vec<FieldError>,
}

/// The field that selects the action is missing.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(
    "MISSING_DISCRIMINATOR",
    exit = exit::ARG_ERROR,
    shared,
    actions = available,
    suggest = "Add the \"{field}\" field as a string and call the tool again."
)]
pub struct MissingDiscriminator {
    /// The name of the field.
    pub field: String,
    /// The available actions.
    #[context(skip)]
    pub available: Vec<String>,
}

/// The field that selects the action is not a string.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(
    "INVALID_DISCRIMINATOR",
    exit = exit::ARG_ERROR,
    shared,
    actions = available,
    suggest = "Set \"{field}\" to one of the available actions as a string."
)]
pub struct InvalidDiscriminator {
    /// The name of the field.
    pub field: String,
    /// The type of the value that was sent.
    pub got: String,
    /// The available actions.
    #[context(skip)]
    pub available: Vec<String>,
}

/// A feature still works, but will be removed.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(
    "DEPRECATED",
    severity = warning,
    shared,
    replacement = "{replacement}",
    actions = actions,
    suggest = "Use {replacement} instead."
)]
pub struct Deprecated {
    /// The name of the deprecated feature.
    pub name: String,
    /// The name of the replacement.
    pub replacement: String,
    /// The calls to make instead, such as a tool that replaces this one.
    #[context(skip)]
    pub actions: Vec<String>,
}

/// The caller has exceeded the rate limit.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(
    "RATE_LIMITED",
    exit = exit::RATE_LIMITED,
    status = 429,
    shared,
    retry_after = retry_after_s,
    suggest = "Wait {retry_after_s} seconds before retrying. Current key: \"{key}\"."
)]
pub struct RateLimited {
    /// The maximum number of calls per window.
    pub limit: u64,
    /// The length of the window, in seconds.
    pub window_s: u64,
    /// The key whose calls are counted.
    #[context(public)]
    pub key: String,
    /// The wait, in seconds.
    #[context(skip)]
    pub retry_after_s: u64,
}
