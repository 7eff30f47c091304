//! What is wrong with a command line.

use crate::vocabulary::exit;
use agent_error_macros::AgentError;
use std::fmt;

/// What is wrong with a command line.
///
/// Made from [`clap::Error`]; a program nests it: `#[code(transparent)] Usage(#[from] UsageError)`.
#[derive(Clone, Debug, PartialEq, Eq, AgentError)]
#[agent_error(crate = crate, unlinked, exit = exit::ARG_ERROR)]
#[non_exhaustive]
pub enum UsageError {
    /// Required flags or arguments are missing.
    #[code("MISSING_REQUIRED_FLAGS", shared, suggest = "{advice}")]
    MissingFlags {
        /// The flags, as in `--host`, or the arguments, as in `<FILE>`.
        missing: Vec<String>,
        /// How the command is called.
        usage: Option<String>,
        /// What to do, in a sentence.
        #[context(skip)]
        advice: String,
    },
    /// The command has no such flag.
    #[code("UNKNOWN_FLAG", shared, suggest = "{advice}")]
    UnknownFlag {
        /// What was passed.
        flag: String,
        /// The flag that looks like it.
        nearest: Option<String>,
        /// How the command is called.
        usage: Option<String>,
        /// What to do, in a sentence.
        #[context(skip)]
        advice: String,
    },
    /// The command takes no more arguments.
    #[code(
        "UNEXPECTED_ARGUMENT",
        shared,
        suggest = "Remove it, or quote a value that contains spaces. The help, with `--help`, shows what there is"
    )]
    UnexpectedArgument {
        /// What was passed; redacted if it may be a secret.
        argument: String,
        /// How the command is called.
        usage: Option<String>,
    },
    /// The program has no such command.
    #[code("UNKNOWN_COMMAND", shared, suggest = "{advice}")]
    UnknownCommand {
        /// What was passed.
        command: String,
        /// Commands that look like it, the nearest first; of another level with the words that lead to it.
        nearest: Vec<String>,
        /// The commands that there are, if none looks like it.
        valid: Option<Vec<String>>,
        /// How the program is called.
        usage: Option<String>,
        /// What to do, in a sentence.
        #[context(skip)]
        advice: Box<str>,
    },
    /// A command is missing.
    #[code("MISSING_COMMAND", shared, suggest = "{advice}")]
    MissingCommand {
        /// The commands that there are.
        valid: Vec<String>,
        /// How the program is called.
        usage: Option<String>,
        /// What to do, in a sentence.
        #[context(skip)]
        advice: String,
    },
    /// The value of a flag or an argument is invalid.
    #[code("INVALID_FLAG_VALUE", shared, suggest = "{advice}")]
    InvalidValue {
        /// The flag, as in `--port <PORT>`.
        flag: String,
        /// What was passed; redacted if the flag's name looks like a secret.
        value: String,
        /// Why it is invalid.
        reason: String,
        /// All values that are valid, if they can be listed.
        valid: Option<Vec<String>>,
        /// What to do, in a sentence.
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
        /// How the command is called.
        usage: Option<String>,
    },
    /// The command line is wrong in another way.
    #[code("INVALID_USAGE", shared, suggest = "Read the help: call the command with `--help`")]
    Other {
        /// What is wrong.
        reason: String,
        /// How the command is called.
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

/// `--host` of `--host <HOST>`; an argument as it is.
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
    const HELP: &str = "The help, with `--help`, shows what there is";
    match advice {
        Some(advice) => format!("{advice} {HELP}"),
        None => HELP.to_owned(),
    }
}
