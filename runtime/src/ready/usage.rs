//! Errors of a command line.

use crate::vocabulary::exit;
use agent_error_macros::AgentError;
use std::fmt;

/// The command line is invalid.
///
/// Made from [`clap::Error`]; a program nests it: `#[code(transparent)] Usage(#[from] UsageError)`.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unlinked, exit = exit::ARG_ERROR)]
#[non_exhaustive]
pub enum UsageError {
    /// Required flags or arguments are missing.
    #[code("MISSING_REQUIRED_FLAGS", shared, suggest = "{advice}")]
    MissingFlags {
        /// The flags, such as `--host`, or the arguments, such as `<FILE>`.
        missing: Vec<String>,
        /// The usage line of the command.
        usage: Option<String>,
        /// Pass the missing arguments, then call again.
        #[context(skip)]
        advice: String,
    },
    /// The command does not have this flag.
    #[code("UNKNOWN_FLAG", shared, suggest = "{advice}")]
    UnknownFlag {
        /// The argument as given.
        flag: String,
        /// The most similar flag.
        nearest: Option<String>,
        /// The usage line of the command.
        usage: Option<String>,
        /// Correct the flag; `--help` lists the flags of the command.
        #[context(skip)]
        advice: String,
    },
    /// The command takes no more arguments.
    #[code(
        "UNEXPECTED_ARGUMENT",
        shared,
        suggest = "Remove it, or quote a value that contains spaces. For more information, try `--help`"
    )]
    UnexpectedArgument {
        /// The argument as given; redacted if it may be a secret.
        argument: String,
        /// The usage line of the command.
        usage: Option<String>,
    },
    /// The program does not have this command.
    #[code("UNKNOWN_COMMAND", shared, suggest = "{advice}")]
    UnknownCommand {
        /// The argument as given.
        command: String,
        /// Similar commands, the nearest first; for those of another level with all words.
        nearest: Vec<String>,
        /// The commands at this level.
        valid: Option<Vec<String>>,
        /// The usage line of the program.
        usage: Option<String>,
        /// Correct the name; `--help` lists the commands.
        #[context(skip)]
        advice: Box<str>,
    },
    /// A command is missing.
    #[code("MISSING_COMMAND", shared, suggest = "{advice}")]
    MissingCommand {
        /// The existing commands.
        valid: Vec<String>,
        /// The usage line of the program.
        usage: Option<String>,
        /// Name a command; `--help` lists them.
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
        /// The reason why it is invalid.
        reason: String,
        /// All valid values, if they can be listed.
        valid: Option<Vec<String>>,
        /// Correct the value; the answer lists the valid ones if they are known.
        #[context(skip)]
        advice: String,
    },
    /// Two flags exclude each other, or one is given more than once.
    #[code("CONFLICTING_FLAGS", shared, suggest = "Remove one of them")]
    ConflictingFlags {
        /// The flag.
        flag: String,
        /// What it conflicts with.
        with: Vec<String>,
        /// The usage line of the command.
        usage: Option<String>,
    },
    /// The command line is wrong in another way.
    #[code("INVALID_USAGE", shared, suggest = "Call the command with `--help` for its usage")]
    Other {
        /// The message.
        reason: String,
        /// The usage line of the command.
        usage: Option<String>,
    },
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingFlags { missing, .. } if missing.is_empty() => {
                f.write_str("required arguments were not provided")
            }
            Self::MissingFlags { missing, .. } => {
                write!(f, "the following required arguments were not provided: {}", missing.join(", "))
            }
            Self::UnknownFlag { flag: argument, .. } | Self::UnexpectedArgument { argument, .. } => {
                write!(f, "unexpected argument '{argument}' found")
            }
            Self::UnknownCommand { command, .. } => write!(f, "unrecognized subcommand '{command}'"),
            Self::MissingCommand { .. } => f.write_str("a subcommand is required but was not provided"),
            Self::InvalidValue { flag, value, .. } if value.is_empty() => {
                write!(f, "a value is required for '{flag}' but none was supplied")
            }
            Self::InvalidValue { flag, value, reason, .. } => {
                write!(f, "invalid value '{value}' for '{flag}': {reason}")
            }
            Self::ConflictingFlags { flag, with, .. } if with.is_empty() || with.contains(flag) => {
                write!(f, "the argument '{flag}' cannot be used multiple times")
            }
            Self::ConflictingFlags { flag, with, .. } => {
                let with: Vec<String> = with.iter().map(|flag| format!("'{flag}'")).collect();
                write!(f, "the argument '{flag}' cannot be used with {}", with.join(", "))
            }
            Self::Other { reason, .. } => f.write_str(reason),
        }
    }
}

impl std::error::Error for UsageError {}

impl UsageError {
    pub(crate) fn missing_flags(missing: Vec<String>, usage: Option<String>) -> Self {
        let advice = match missing.is_empty() {
            true => or_help(None),
            false => format!("Pass {}, then call again", quoted(&missing)),
        };
        Self::MissingFlags { missing, usage, advice }
    }

    pub(crate) fn missing_command(valid: Vec<String>, usage: Option<String>) -> Self {
        let advice = or_help((!valid.is_empty()).then(|| format!("Name one of {}.", quoted(&valid))));
        Self::MissingCommand { valid, usage, advice }
    }
}

/// `--host` of `--host <HOST>`; an argument is not changed.
pub(crate) fn name(flag: &str) -> String {
    match flag.split_once(' ') {
        Some((name, _)) if name.starts_with('-') => name.to_owned(),
        _ => flag.to_owned(),
    }
}

pub(crate) fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

pub(crate) fn or_help(advice: Option<String>) -> String {
    const HELP: &str = "For more information, try `--help`";
    match advice {
        Some(advice) => format!("{advice} {HELP}"),
        None => HELP.to_owned(),
    }
}
