//! Errors for invalid command lines.

use crate::error::coded::AgentError as _;
use crate::error::listing::Listing;
use crate::registry::search::announce_listed;
use crate::vocabulary::exit;
use agent_error_macros::AgentError;
use std::error::Error;
use std::fmt;

/// The error returned if a command line is invalid.
///
/// You can convert a [`clap::Error`] to this type with `From`. To list its codes in your catalog,
/// nest it: `#[code(transparent)] Usage(#[from] UsageError)`.
///
/// | code | the mistake | context |
/// |---|---|---|
/// | `MISSING_REQUIRED_FLAGS` | Required flags or arguments are missing. | `missing`, `values_from` |
/// | `UNKNOWN_FLAG` | The command doesn't have the flag. | `flag`, `nearest`, `valid` |
/// | `UNEXPECTED_ARGUMENT` | The command takes no more arguments. | `argument` |
/// | `UNKNOWN_COMMAND` | The program doesn't have the command. | `command`, `nearest`, `valid` |
/// | `MISSING_COMMAND` | A command is missing. | `valid` |
/// | `INVALID_FLAG_VALUE` | The value of a flag or argument is invalid. | `flag`, `value`, `reason`, `nearest`, `valid`, `values_from` |
/// | `CONFLICTING_FLAGS` | Two flags can't be combined, or a flag is repeated. | `flag`, `with` |
/// | `INVALID_USAGE` | The command line is invalid for another reason. | `reason` |
///
/// ```
/// use agent_error::{AgentError as _, clap::UsageError, code};
///
/// let tool = clap::Command::new("tool").arg(clap::Arg::new("port").long("port"));
/// let error = tool.try_get_matches_from(["tool", "--prot", "80"]).unwrap_err();
///
/// let usage = UsageError::from(error);
/// assert_eq!(usage.code(), code!("UNKNOWN_FLAG" in UsageError));
/// assert_eq!(usage.record().suggestion(), Some("Use the nearest flag"));
/// ```
#[derive(Clone, AgentError)]
#[agent_error(crate = crate, unregistered)]
#[code(transparent)]
// Boxed, because most programs return it in an enum of their own.
pub struct UsageError(Box<Mistake>);

impl From<Mistake> for UsageError {
    fn from(mistake: Mistake) -> Self {
        announce_listed::<Self>();
        Self(Box::new(mistake))
    }
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Writes the code and the message. By hand, because a derived impl makes programs 6 kB larger.
impl fmt::Debug for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {self}", self.code())
    }
}

impl Error for UsageError {}

/// A mistake in a command line.
#[derive(Clone, AgentError)]
#[agent_error(crate = crate, unregistered, exit = exit::ARG_ERROR)]
pub(crate) enum Mistake {
    /// Required flags or arguments are missing.
    #[code(
        "MISSING_REQUIRED_FLAGS",
        shared,
        detail = "usage: {usage}",
        suggest = "{advice}"
    )]
    MissingFlags {
        /// The missing flags and arguments, such as `--host <HOST>`, with their descriptions.
        missing: Listing,
        /// The commands that list the values of the missing arguments.
        values_from: Listing,
        /// The usage line of the command.
        #[context(skip)]
        usage: Option<String>,
        /// Add the missing arguments.
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
        advice: String,
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
        /// What the command line needs.
        #[context(skip)]
        needs: Needs,
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
        value: String,
        /// The reason why it is invalid. Empty if it isn't known.
        reason: String,
        /// Similar values, the nearest first.
        #[context(nearest)]
        nearest: Vec<String>,
        /// The valid values, if they are known.
        valid: Listing,
        /// The command that lists the valid values.
        values_from: Listing,
        /// Correct the value.
        #[context(skip)]
        advice: String,
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

impl Mistake {
    /// Replaces the advice, unless it's always the same.
    pub(super) fn set_advice(&mut self, text: String) {
        match self {
            Self::MissingFlags { advice, .. }
            | Self::UnknownFlag { advice, .. }
            | Self::UnexpectedArgument { advice, .. }
            | Self::UnknownCommand { advice, .. }
            | Self::MissingCommand { advice, .. }
            | Self::InvalidValue { advice, .. } => *advice = text,
            Self::ConflictingFlags { .. } | Self::Other { .. } => {}
        }
    }
}

/// What a command line without a command needs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Needs {
    Command,
    CommandOrArgument,
}

/// The reason for a missing value.
pub(super) const NO_VALUE: &str = "a value is required";

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingFlags { missing, .. } => write_missing_flags(f, missing),
            Self::UnknownFlag { flag: argument, .. }
            | Self::UnexpectedArgument { argument, .. } => {
                write!(f, "unexpected argument '{argument}' found")
            }
            Self::UnknownCommand { command, .. } => {
                write!(f, "unrecognized subcommand '{command}'")
            }
            Self::MissingCommand { needs, .. } => f.write_str(match needs {
                Needs::Command => "a subcommand is required but was not provided",
                Needs::CommandOrArgument => {
                    "an argument or a subcommand is required but was not provided"
                }
            }),
            Self::InvalidValue {
                flag,
                value,
                reason,
                ..
            } => write_invalid_value(f, flag, value, reason),
            Self::ConflictingFlags { flag, with } => write_conflicting_flags(f, flag, with),
            Self::Other { reason, .. } => f.write_str(reason),
        }
    }
}

fn write_missing_flags(f: &mut fmt::Formatter<'_>, missing: &Listing) -> fmt::Result {
    if missing.is_empty() {
        return f.write_str("required arguments were not provided");
    }
    let names: Vec<&str> = missing.names().map(name).collect();
    write!(
        f,
        "the following required arguments were not provided: {}",
        names.join(", ")
    )
}

fn write_invalid_value(
    f: &mut fmt::Formatter<'_>,
    flag: &str,
    value: &str,
    reason: &str,
) -> fmt::Result {
    if value.is_empty() && reason == NO_VALUE {
        return write!(f, "a value is required for '{flag}' but none was supplied");
    }
    write!(f, "invalid value '{value}' for '{flag}'")?;
    if reason.is_empty() {
        return Ok(());
    }
    write!(f, ": {reason}")
}

fn write_conflicting_flags(f: &mut fmt::Formatter<'_>, flag: &str, with: &[String]) -> fmt::Result {
    if with.iter().any(|other| other == flag) {
        return write!(f, "the argument '{flag}' cannot be used multiple times");
    }
    if with.is_empty() {
        return write!(
            f,
            "the argument '{flag}' cannot be used with one or more of the other specified arguments"
        );
    }
    let quoted: Vec<String> = with.iter().map(|flag| format!("'{flag}'")).collect();
    write!(
        f,
        "the argument '{flag}' cannot be used with {}",
        quoted.join(", ")
    )
}

/// Writes the code and the message. By hand, because a derived impl makes programs 6 kB larger.
impl fmt::Debug for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {self}", self.code())
    }
}

impl Error for Mistake {}

/// Removes the placeholder of a flag's value: `--host <HOST>` becomes `--host`. Positional
/// arguments don't change.
pub(super) fn name(flag: &str) -> &str {
    if !flag.starts_with('-') {
        return flag;
    }
    flag.split(' ').next().unwrap_or(flag)
}
