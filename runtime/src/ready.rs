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
//! use agent_error::ready::RateLimited;
//! use agent_error::{Format, render};
//! use std::time::Duration;
//!
//! let error = RateLimited::new("tenant-7", Duration::from_secs(30));
//! assert!(render(&error, Format::BRIEF).starts_with("error RATE_LIMITED: Rate limit exceeded."));
//! ```

pub(crate) mod builtin;
pub(crate) mod catalog_error;
pub(crate) mod caught_panic;
pub(crate) mod find;
#[cfg(feature = "parse")]
pub(crate) mod parse_error;
pub(crate) mod process;
pub(crate) mod prompts;
mod unknown;

pub use caught_panic::CaughtPanic;
pub use process::{Interrupted, OutputError};
pub use prompts::{ConfirmationRequired, PromptBlocked};
#[doc(hidden)]
pub use unknown::{UnknownAction, UnknownTool};

use crate::error::field_error::FieldError;
use crate::error::listing::Listing;
use crate::registry::search::announce;
use crate::vocabulary::duration::whole_seconds;
use crate::vocabulary::exit;
use agent_error_macros::AgentError;
use std::fmt;
use std::time::Duration;

macro_rules! messages {
    ($($ty:ident($error:ident, $f:ident) => $message:expr;)*) => {
        $(
            impl fmt::Display for $ty {
                fn fmt(&self, $f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    let $error = self;
                    $message
                }
            }

            impl std::error::Error for $ty {}
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
        f.write_str("Rate limit exceeded.")?;
        match (e.limit, e.window_s) {
            (Some(limit), Some(window)) => {
                write!(f, " Maximum {limit} requests per {window}s window.")
            }
            _ => Ok(()),
        }
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
    field: String,
}

impl MissingField {
    /// Creates the error for a field of a call.
    ///
    /// ```
    /// use agent_error::AgentError;
    /// use agent_error::ready::MissingField;
    ///
    /// let error = MissingField::new("name");
    /// assert_eq!(error.to_string(), "Required field \"name\" is missing.");
    /// assert_eq!(error.record().suggestion(), Some("Provide the \"name\" parameter and retry."));
    /// ```
    pub fn new(field: impl Into<String>) -> Self {
        announce::<Self>();
        Self {
            field: field.into(),
        }
    }
}

/// Required flags of a command line are missing.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(
    "MISSING_REQUIRED_FLAGS",
    exit = exit::ARG_ERROR,
    shared,
    suggest = "Find values for the missing flags, then pass all of them"
)]
pub struct MissingFlags {
    /// The missing flags, such as `--host`, with their descriptions if known.
    missing: Listing,
    /// The commands that list the valid values of the missing flags.
    values_from: Listing,
}

impl MissingFlags {
    /// Creates the error for missing flags, such as `--host`.
    pub fn new<T: Into<String>>(missing: impl IntoIterator<Item = T>) -> Self {
        announce::<Self>();
        Self {
            missing: missing.into_iter().map(|flag| (flag, "")).collect(),
            values_from: Listing::new(),
        }
    }

    /// Creates the error for missing flags with their descriptions, and the commands that list the
    /// valid values of some of them.
    ///
    /// ```
    /// use agent_error::ready::MissingFlags;
    /// use agent_error::{Format, Listing, render};
    ///
    /// let missing = Listing::from_iter([("--image", "The image to boot"), ("--name", "The name of the instance")]);
    /// let values_from = Listing::from_iter([("--image", "cloudctl images list")]);
    /// let error = MissingFlags::described(missing, values_from);
    /// assert!(render(&error, Format::BRIEF).contains("values of --image: cloudctl images list"));
    /// ```
    pub fn described(missing: Listing, values_from: Listing) -> Self {
        announce::<Self>();
        Self {
            missing,
            values_from,
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
    suggest = "Correct the value of `{field}`"
)]
pub struct InvalidValue {
    /// The name of the flag or the field.
    field: String,
    /// The reason why the value is invalid.
    reason: String,
}

impl InvalidValue {
    /// Creates the error for the value of a flag or a field, with the reason why it's invalid.
    ///
    /// ```
    /// use agent_error::ready::InvalidValue;
    /// use agent_error::{AgentError, exit};
    ///
    /// fn parse_port(text: &str) -> Result<u16, InvalidValue> {
    ///     text.parse().map_err(|_| InvalidValue::new("--port", "expected a number from 0 to 65535"))
    /// }
    ///
    /// let error = parse_port("http").unwrap_err();
    /// assert_eq!(error.to_string(), "invalid value for --port: expected a number from 0 to 65535");
    /// assert_eq!(error.record().exit_code(), exit::ARG_ERROR);
    /// ```
    pub fn new(field: impl Into<String>, reason: impl Into<String>) -> Self {
        announce::<Self>();
        Self {
            field: field.into(),
            reason: reason.into(),
        }
    }
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
    action: String,
    /// The invalid fields.
    fields: Vec<FieldError>,
}

impl InvalidFields {
    /// Creates the error for a call of an action, such as a tool, and its invalid fields.
    ///
    /// ```
    /// use agent_error::ready::InvalidFields;
    /// use agent_error::{AgentError, FieldError};
    ///
    /// let role = FieldError::new("role", "Invalid role.").options(["admin", "user"]);
    /// let error = InvalidFields::new("create_user", [role, FieldError::new("age", "Must be positive.")]);
    /// assert_eq!(error.to_string(), "invalid input for `create_user`");
    /// assert_eq!(error.record().field_errors().count(), 2);
    /// ```
    pub fn new(action: impl Into<String>, fields: impl IntoIterator<Item = FieldError>) -> Self {
        announce::<Self>();
        Self {
            action: action.into(),
            fields: fields.into_iter().collect(),
        }
    }
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
#[doc(hidden)]
pub struct MissingDiscriminator {
    /// The name of the field.
    field: String,
    /// The available actions.
    #[context(skip)]
    available: Vec<String>,
}

impl MissingDiscriminator {
    #[doc(hidden)]
    pub fn new(field: impl Into<String>, available: Vec<String>) -> Self {
        announce::<Self>();
        Self {
            field: field.into(),
            available,
        }
    }
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
#[doc(hidden)]
pub struct InvalidDiscriminator {
    /// The name of the field.
    field: String,
    /// The type of the value that was sent.
    got: String,
    /// The available actions.
    #[context(skip)]
    available: Vec<String>,
}

impl InvalidDiscriminator {
    #[doc(hidden)]
    pub fn new(field: impl Into<String>, got: impl Into<String>, available: Vec<String>) -> Self {
        announce::<Self>();
        Self {
            field: field.into(),
            got: got.into(),
            available,
        }
    }
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
    name: String,
    /// The name of the replacement.
    replacement: String,
    /// The calls to make instead, such as a tool that replaces this one.
    #[context(skip)]
    actions: Vec<String>,
}

impl Deprecated {
    /// Creates the error for a deprecated feature and its replacement.
    ///
    /// ```
    /// use agent_error::ready::Deprecated;
    /// use agent_error::{Format, render};
    ///
    /// let warning = Deprecated::new("`--all`", "`--limit none`");
    /// assert_eq!(
    ///     render(&warning, Format::BRIEF).lines().next(),
    ///     Some("warning DEPRECATED: `--all` is deprecated"),
    /// );
    /// ```
    pub fn new(name: impl Into<String>, replacement: impl Into<String>) -> Self {
        announce::<Self>();
        Self {
            name: name.into(),
            replacement: replacement.into(),
            actions: Vec::new(),
        }
    }

    /// Adds a call to make instead, such as a tool that replaces this one.
    #[must_use]
    pub fn action(mut self, action: impl Into<String>) -> Self {
        self.actions.push(action.into());
        self
    }
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
    limit: Option<u64>,
    /// The length of the window, in seconds.
    window_s: Option<u64>,
    /// The key whose calls are counted.
    #[context(public)]
    key: String,
    /// The wait, in seconds.
    #[context(skip)]
    retry_after_s: u64,
}

impl RateLimited {
    /// Creates the error for a key whose calls are counted, such as a tenant, and the wait before
    /// its next call. Part of a second counts as a whole one.
    pub fn new(key: impl Into<String>, wait: Duration) -> Self {
        announce::<Self>();
        Self {
            limit: None,
            window_s: None,
            key: key.into(),
            retry_after_s: whole_seconds(wait),
        }
    }

    /// Adds the maximum number of calls per window, and the length of the window.
    ///
    /// ```
    /// use agent_error::AgentError;
    /// use agent_error::ready::RateLimited;
    /// use std::time::Duration;
    ///
    /// let error = RateLimited::new("tenant-7", Duration::from_secs(30)).limit(100, Duration::from_secs(60));
    /// assert_eq!(error.to_string(), "Rate limit exceeded. Maximum 100 requests per 60s window.");
    /// assert_eq!(error.record().retry_after(), Some(Duration::from_secs(30)));
    /// ```
    #[must_use]
    pub fn limit(mut self, calls: u64, window: Duration) -> Self {
        self.limit = Some(calls);
        self.window_s = Some(whole_seconds(window));
        self
    }
}
