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
    /// The command has no such flag or argument.
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
    /// The program has no such command.
    #[code("UNKNOWN_COMMAND", shared, suggest = "{advice}")]
    UnknownCommand {
        /// What was passed.
        command: String,
        /// Commands that look like it.
        nearest: Vec<String>,
        /// How the program is called.
        usage: Option<String>,
        /// What to do, in a sentence.
        #[context(skip)]
        advice: String,
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
        valid: Vec<String>,
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
            Self::MissingFlags { missing, .. } => write!(f, "required arguments are missing: {}", missing.join(", ")),
            Self::UnknownFlag { flag, .. } => write!(f, "there is no argument `{flag}` here"),
            Self::UnknownCommand { command, .. } => write!(f, "there is no command `{command}`"),
            Self::MissingCommand { .. } => f.write_str("a command is missing"),
            Self::InvalidValue { flag, value, reason, .. } => {
                write!(f, "invalid value \"{value}\" for `{flag}`: {reason}")
            }
            Self::ConflictingFlags { flag, with, .. } if with.contains(flag) => {
                write!(f, "`{flag}` is given more than once")
            }
            Self::ConflictingFlags { flag, with, .. } => {
                write!(f, "`{flag}` cannot be used with {}", quoted(with))
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
