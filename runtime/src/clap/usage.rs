//! A command line that clap refuses, as a coded error.

use crate::context::REDACTED;
use crate::exit;
use crate::secret::looks_secret;
use agent_error_macros::AgentError;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::fmt;
use std::path::Path;

/// Parses the command line of the program.
///
/// `--help` and `--version` are answered as clap answers them, and end the program with exit code 0. A command that
/// asks for help when it is called without arguments shows it to a person who watches, and ends with exit code 2; anybody
/// else gets an error.
///
/// # Errors
///
/// [`UsageError`] for a command line that clap refuses.
pub fn parse<C: clap::Parser>() -> Result<C, UsageError> {
    C::try_parse().map_err(|error| match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => error.exit(),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand if crate::process::a_person_watches() => error.exit(),
        // clap prints help then and says nothing else: what is missing is to be found in the tree.
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => missing_command(C::command(), std::env::args()),
        _ => UsageError::from(error),
    })
}

/// What may follow the command that the arguments name.
fn missing_command(root: clap::Command, arguments: impl Iterator<Item = String>) -> UsageError {
    let mut root = root;
    let mut arguments = arguments;
    let called = arguments.next();
    let name = called.as_deref().and_then(|path| Path::new(path).file_name()?.to_str());
    if let Some(name) = name {
        root.set_bin_name(name);
    }
    root.build();
    let mut command = &root;
    for argument in arguments {
        command = command.find_subcommand(&argument).unwrap_or(command);
    }
    let visible = command.get_subcommands().filter(|command| !command.is_hide_set() && command.get_name() != "help");
    let valid: Vec<String> = visible.map(|command| command.get_name().to_owned()).collect();
    let usage = command.clone().render_usage().to_string().trim_start_matches("Usage: ").to_owned();
    if valid.is_empty() {
        let missing: Vec<String> = command.get_arguments().filter(|arg| arg.is_required_set()).map(name_of).collect();
        let advice = or_help((!missing.is_empty()).then(|| format!("Pass {}.", quoted(&missing))));
        return UsageError::MissingFlags { missing, usage: Some(usage), advice };
    }
    let advice = or_help(Some(format!("Name one of {}.", quoted(&valid))));
    UsageError::MissingCommand { valid, usage: Some(usage), advice }
}

/// `--host` or `<FILE>`.
fn name_of(arg: &clap::Arg) -> String {
    match arg.get_long() {
        Some(long) => format!("--{long}"),
        None => arg.to_string(),
    }
}

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

impl From<clap::Error> for UsageError {
    fn from(error: clap::Error) -> Self {
        let context = Context(&error);
        let usage = context.text(ContextKind::Usage).map(|usage| usage.trim_start_matches("Usage: ").to_owned());
        let flag = || context.text(ContextKind::InvalidArg).unwrap_or_default();
        match error.kind() {
            ErrorKind::MissingRequiredArgument => {
                let missing: Vec<String> =
                    context.texts(ContextKind::InvalidArg).iter().map(|flag| name(flag)).collect();
                let advice = format!("Pass {}, then call again", quoted(&missing));
                Self::MissingFlags { missing, usage, advice }
            }
            ErrorKind::UnknownArgument => {
                let nearest = context.text(ContextKind::SuggestedArg);
                let advice = or_help(nearest.as_ref().map(|nearest| format!("Did you mean `{nearest}`?")));
                Self::UnknownFlag { flag: flag(), nearest, usage, advice }
            }
            ErrorKind::InvalidSubcommand => {
                let command = context.text(ContextKind::InvalidSubcommand).unwrap_or_default();
                let nearest = context.texts(ContextKind::SuggestedSubcommand);
                let advice = or_help(nearest.first().map(|nearest| format!("Did you mean `{nearest}`?")));
                Self::UnknownCommand { command, nearest, usage, advice }
            }
            ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                let valid = context.texts(ContextKind::ValidSubcommand);
                let advice = or_help((!valid.is_empty()).then(|| format!("Name one of {}.", quoted(&valid))));
                Self::MissingCommand { valid, usage, advice }
            }
            ErrorKind::InvalidValue | ErrorKind::ValueValidation => Self::invalid_value(&error, &context, flag()),
            ErrorKind::ArgumentConflict => {
                Self::ConflictingFlags { flag: flag(), with: context.texts(ContextKind::PriorArg), usage }
            }
            _ => {
                let text = error.to_string();
                let first = text.lines().next().unwrap_or_default();
                Self::Other { reason: first.trim_start_matches("error: ").to_owned(), usage }
            }
        }
    }
}

impl UsageError {
    fn invalid_value(error: &clap::Error, context: &Context<'_>, flag: String) -> Self {
        let valid = context.texts(ContextKind::ValidValue);
        let value = context.text(ContextKind::InvalidValue).unwrap_or_default();
        let reason = match std::error::Error::source(error) {
            Some(reason) => reason.to_string(),
            None if value.is_empty() => "a value is required".to_owned(),
            None => "it is none of the valid values".to_owned(),
        };
        let nearest = context.text(ContextKind::SuggestedValue).map(|value| format!("Did you mean `{value}`? "));
        let advice = match valid.is_empty() {
            true => format!("Correct the value of `{}`, then call again", name(&flag)),
            false => format!("{}Valid values are {}", nearest.unwrap_or_default(), quoted(&valid)),
        };
        let secret = looks_secret(name(&flag).trim_start_matches('-'));
        let (value, reason) = match secret {
            true if !value.is_empty() => (REDACTED.to_owned(), "it is not valid".to_owned()),
            _ => (value, reason),
        };
        Self::InvalidValue { flag, value, reason, valid, advice }
    }
}

/// What clap knows about an error.
struct Context<'a>(&'a clap::Error);

impl Context<'_> {
    fn text(&self, kind: ContextKind) -> Option<String> {
        self.texts(kind).into_iter().next()
    }

    fn texts(&self, kind: ContextKind) -> Vec<String> {
        match self.0.get(kind) {
            Some(ContextValue::String(text)) => vec![text.clone()],
            Some(ContextValue::Strings(texts)) => texts.clone(),
            Some(ContextValue::StyledStr(text)) => vec![text.to_string().trim().to_owned()],
            Some(ContextValue::StyledStrs(texts)) => texts.iter().map(ToString::to_string).collect(),
            Some(ContextValue::Number(number)) => vec![number.to_string()],
            _ => Vec::new(),
        }
    }
}

/// `--host` of `--host <HOST>`; an argument as it is.
fn name(flag: &str) -> String {
    match flag.split_once(' ') {
        Some((name, _)) if name.starts_with('-') => name.to_owned(),
        _ => flag.to_owned(),
    }
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn or_help(advice: Option<String>) -> String {
    const HELP: &str = "The help, with `--help`, shows what there is";
    match advice {
        Some(advice) => format!("{advice} {HELP}"),
        None => HELP.to_owned(),
    }
}
