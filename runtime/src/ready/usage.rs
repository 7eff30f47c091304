//! Errors for invalid command lines.

use crate::error::coded::AgentError as _;
use crate::error::listing::Listing;
use crate::vocabulary::exit;
use agent_error_macros::AgentError;
use std::fmt;

/// The error returned if a command line is invalid.
///
/// You can convert a [`clap::Error`] to this type with `From`. To list its codes in your catalog,
/// nest it: `#[code(transparent)] Usage(#[from] UsageError)`.
#[derive(Clone, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unregistered, exit = exit::ARG_ERROR)]
#[non_exhaustive]
pub enum UsageError {
    /// Required flags or arguments are missing.
    #[code("MISSING_REQUIRED_FLAGS", shared, suggest = "{advice}")]
    MissingFlags {
        /// The missing flags and arguments, such as `--host <HOST>`, with their descriptions.
        missing: Listing,
        /// The commands that list the values of the missing arguments.
        values_from: Listing,
        /// The usage line of the command.
        #[context(skip)]
        usage: Option<String>,
        /// Call again with the missing arguments.
        #[context(skip)]
        advice: String,
    },
    /// The command does not have this flag.
    #[code("UNKNOWN_FLAG", shared, suggest = "{advice}")]
    UnknownFlag {
        /// The argument as given.
        flag: String,
        /// Similar flags, the nearest first.
        #[context(nearest)]
        nearest: Vec<String>,
        /// The flags of the command, with their descriptions.
        valid: Listing,
        /// Choose one of the valid flags.
        #[context(skip)]
        advice: String,
    },
    /// The command takes no more arguments.
    #[code(
        "UNEXPECTED_ARGUMENT",
        shared,
        detail = "usage: {usage}",
        suggest = "{advice}"
    )]
    UnexpectedArgument {
        /// The argument as given; redacted if it may be a secret.
        argument: String,
        /// Remove it, or quote a value that contains spaces; a command must precede `--`.
        #[context(skip)]
        advice: &'static str,
        /// The usage line of the command.
        #[context(skip)]
        usage: Option<String>,
    },
    /// The program does not have this command.
    #[code("UNKNOWN_COMMAND", shared, suggest = "{advice}")]
    UnknownCommand {
        /// The argument as given.
        command: String,
        /// Similar commands, the nearest first. A command at another level is written with all its
        /// words.
        #[context(nearest)]
        nearest: Vec<String>,
        /// The commands at this level, with their descriptions.
        valid: Listing,
        /// Choose one of the valid commands.
        #[context(skip)]
        advice: String,
    },
    /// A command is missing.
    #[code("MISSING_COMMAND", shared, suggest = "{advice}")]
    MissingCommand {
        /// The commands at this level, with their descriptions.
        valid: Listing,
        /// Choose one of the valid commands.
        #[context(skip)]
        advice: String,
    },
    /// The value of a flag or an argument is invalid.
    #[code("INVALID_FLAG_VALUE", shared, suggest = "{advice}")]
    InvalidValue {
        /// The flag, such as `--port <PORT>`.
        flag: String,
        /// The value as given; redacted if the flag's name looks like a secret.
        value: Box<str>,
        /// The reason why it is invalid. Empty if it isn't known.
        reason: Box<str>,
        /// Similar values, the nearest first.
        #[context(nearest)]
        nearest: Vec<String>,
        /// The valid values, if they are known.
        valid: Listing,
        /// The command that lists the valid values.
        values_from: Listing,
        /// Correct the value.
        #[context(skip)]
        advice: Box<str>,
    },
    /// Two flags can't be combined, or a flag is repeated.
    #[code("CONFLICTING_FLAGS", shared, suggest = "Remove one of them")]
    ConflictingFlags {
        /// The flag.
        flag: String,
        /// What it conflicts with.
        with: Vec<String>,
    },
    /// The command line is invalid for another reason.
    #[code(
        "INVALID_USAGE",
        shared,
        detail = "usage: {usage}",
        suggest = "Correct the command line; for more information, try `--help`"
    )]
    Other {
        /// The message.
        reason: String,
        /// The usage line of the command.
        #[context(skip)]
        usage: Option<String>,
    },
}

/// Writes the code and the message. A derived impl would make programs 6 kB larger.
impl fmt::Debug for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {self}", self.code())
    }
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingFlags { missing, .. } if missing.is_empty() => {
                f.write_str("required arguments were not provided")
            }
            Self::MissingFlags { missing, .. } => {
                let names: Vec<&str> = missing.names().map(name).collect();
                write!(
                    f,
                    "the following required arguments were not provided: {}",
                    names.join(", ")
                )
            }
            Self::UnknownFlag { flag: argument, .. }
            | Self::UnexpectedArgument { argument, .. } => {
                write!(f, "unexpected argument '{argument}' found")
            }
            Self::UnknownCommand { command, .. } => {
                write!(f, "unrecognized subcommand '{command}'")
            }
            // clap doesn't say what is missing.
            Self::MissingCommand { valid, .. } if valid.is_empty() => {
                f.write_str("an argument or a subcommand is required but was not provided")
            }
            Self::MissingCommand { .. } => {
                f.write_str("a subcommand is required but was not provided")
            }
            Self::InvalidValue {
                flag,
                value,
                reason,
                ..
            } if value.is_empty() && **reason == *NO_VALUE => {
                write!(f, "a value is required for '{flag}' but none was supplied")
            }
            Self::InvalidValue {
                flag,
                value,
                reason,
                ..
            } if reason.is_empty() => {
                write!(f, "invalid value '{value}' for '{flag}'")
            }
            Self::InvalidValue {
                flag,
                value,
                reason,
                ..
            } => {
                write!(f, "invalid value '{value}' for '{flag}': {reason}")
            }
            Self::ConflictingFlags { flag, with, .. } if with.contains(flag) => {
                write!(f, "the argument '{flag}' cannot be used multiple times")
            }
            Self::ConflictingFlags { flag, with, .. } if with.is_empty() => {
                write!(
                    f,
                    "the argument '{flag}' cannot be used with one or more of the other specified arguments"
                )
            }
            Self::ConflictingFlags { flag, with, .. } => {
                let with: Vec<String> = with.iter().map(|flag| format!("'{flag}'")).collect();
                write!(
                    f,
                    "the argument '{flag}' cannot be used with {}",
                    with.join(", ")
                )
            }
            Self::Other { reason, .. } => f.write_str(reason),
        }
    }
}

impl UsageError {
    pub(crate) fn missing_flags(
        missing: Listing,
        values_from: Listing,
        usage: Option<String>,
    ) -> Self {
        let advice = match (missing.is_empty(), values_from.is_empty()) {
            (true, _) => HELP,
            (false, true) => "Call again with the missing arguments",
            (false, false) => {
                "List the possible values, then call again with the missing arguments"
            }
        };
        Self::MissingFlags {
            missing,
            values_from,
            usage,
            advice: advice.to_owned(),
        }
    }
}

/// The reason for a missing value.
pub(crate) const NO_VALUE: &str = "a value is required";

pub(crate) const HELP: &str = "For more information, try `--help`";

pub(crate) fn choose(noun: &str, nearest: &[String], valid: &Listing) -> String {
    match (nearest.is_empty(), valid.is_empty()) {
        (false, false) => format!("Use the nearest {noun}, or choose another valid one"),
        (false, true) => format!("Use the nearest {noun}"),
        (true, false) => format!("Choose one of the valid {noun}s"),
        (true, true) => HELP.to_owned(),
    }
}

/// Removes the placeholder of a flag's value: `--host <HOST>` becomes `--host`. Positional
/// arguments don't change.
pub(crate) fn name(flag: &str) -> &str {
    match flag.split_once(' ') {
        Some((name, _)) if name.starts_with('-') => name,
        _ => flag,
    }
}
