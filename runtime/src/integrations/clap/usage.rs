//! A command line that clap rejects, as a coded error.

use super::commands::copied;
use super::{number, secrets, words};
use crate::ready::usage::{UsageError, name, or_help, quoted};
use crate::text::nearest::nearest;
use crate::text::redact_text::without_secrets;
use crate::text::secret::REDACTED;
use clap::error::{ContextKind, ContextValue, ErrorKind};

impl From<clap::Error> for UsageError {
    fn from(error: clap::Error) -> Self {
        let usage = Self::of(&error);
        words::remember(error);
        usage
    }
}

impl UsageError {
    /// The coded error for an error of clap. Unlike `From`, it doesn't keep clap's own text for people.
    pub fn of(error: &clap::Error) -> Self {
        let context = Context(error);
        let usage = context.text(ContextKind::Usage).map(|usage| usage.trim_start_matches("Usage: ").to_owned());
        let flag = || context.text(ContextKind::InvalidArg).unwrap_or_default();
        match error.kind() {
            ErrorKind::MissingRequiredArgument => {
                let missing: Vec<String> =
                    context.texts(ContextKind::InvalidArg).iter().map(|flag| name(flag)).collect();
                Self::missing_flags(missing, usage)
            }
            ErrorKind::UnknownArgument if !flag().starts_with('-') => {
                Self::UnexpectedArgument { argument: secrets::surplus(&flag(), usage.as_deref()), usage }
            }
            ErrorKind::UnknownArgument => {
                let suggested = context.texts(ContextKind::SuggestedArg);
                let nearest = most_similar(flag().trim_start_matches('-'), &suggested).into_iter().next();
                let takes_it = context.texts(ContextKind::Suggested).iter().any(|tip| tip.contains("as a value"));
                let advice = or_help(match &nearest {
                    Some(nearest) => Some(format!("Did you mean `{nearest}`?")),
                    None => takes_it.then(|| "To pass it as a value, put `--` before it.".to_owned()),
                });
                Self::UnknownFlag { flag: without_secrets(&flag()).into_owned(), nearest, usage, advice }
            }
            ErrorKind::InvalidSubcommand => {
                let command = secrets::unknown(&context.text(ContextKind::InvalidSubcommand).unwrap_or_default());
                let nearest = most_similar(&command, &context.texts(ContextKind::SuggestedSubcommand));
                let advice = or_help(nearest.first().map(|nearest| format!("Did you mean `{nearest}`?"))).into();
                Self::UnknownCommand { command, nearest, valid: None, usage, advice }
            }
            ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                let valid = context.texts(ContextKind::ValidSubcommand);
                Self::missing_command(valid, usage)
            }
            ErrorKind::InvalidValue | ErrorKind::ValueValidation => Self::invalid_value(error, &context, flag()),
            ErrorKind::ArgumentConflict => {
                Self::ConflictingFlags { flag: flag(), with: context.texts(ContextKind::PriorArg), usage }
            }
            _ => {
                let text = error.to_string();
                let first = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
                let value = context.text(ContextKind::InvalidValue).filter(|value| !value.is_empty());
                let reason = match value.filter(|_| secrets::is_secret(&flag())) {
                    Some(value) => first.replace(&value, REDACTED),
                    None => first.to_owned(),
                };
                Self::Other { reason: without_secrets(&reason).into_owned(), usage }
            }
        }
    }
}

impl UsageError {
    fn invalid_value(error: &clap::Error, context: &Context<'_>, flag: String) -> Self {
        let valid = context.texts(ContextKind::ValidValue);
        let value = context.text(ContextKind::InvalidValue).unwrap_or_default();
        let reason = match std::error::Error::source(error) {
            Some(reason) => number::reason(reason).unwrap_or_else(|| reason.to_string()),
            None if value.is_empty() => "a value is required".to_owned(),
            None => "it is not one of the valid values".to_owned(),
        };
        // clap finds no value in another case.
        let nearest = most_similar(&value, &valid);
        let nearest = nearest.first().map(|value| format!("Did you mean `{value}`? "));
        let advice = match valid.is_empty() {
            true => format!("Correct the value of `{}`, then call again", name(&flag)),
            false => format!("{}Valid values are {}", nearest.unwrap_or_default(), quoted(&valid)),
        };
        let (value, reason) = match secrets::is_secret(&flag) {
            true if !value.is_empty() => (REDACTED.to_owned(), "it is not valid".to_owned()),
            _ => (without_secrets(&value).into_owned(), without_secrets(&reason).into_owned()),
        };
        let valid = Some(valid).filter(|valid| !valid.is_empty());
        Self::InvalidValue { flag, value, reason, valid, advice }
    }
}

/// The near names among those that clap suggests, the most similar first; clap lists that one last, and includes names
/// that are not near.
pub(super) fn most_similar(name: &str, suggested: &[String]) -> Vec<String> {
    let bare = |suggested: &'_ String| suggested.trim_start_matches('-').to_owned();
    let names: Vec<String> = suggested.iter().map(bare).collect();
    let near = nearest(name, names.iter().map(String::as_str));
    let written = |near: &str| suggested.iter().find(|suggested| bare(suggested) == near).cloned();
    near.into_iter().filter_map(written).collect()
}

/// The context of a clap error.
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

/// The usage line of a command, from clap.
pub(super) fn usage(command: &clap::Command) -> String {
    copied(command).render_usage().to_string().trim_start_matches("Usage: ").to_owned()
}

#[cfg(test)]
mod tests {
    use super::UsageError;
    use clap::{Arg, Command};

    fn refused(arguments: &[&str]) -> UsageError {
        let names = ["color", "rotate", "format", "gray", "gradient", "list", "lighten"];
        let command =
            Command::new("pastel").subcommands(names.map(Command::new)).arg(Arg::new("endpoint").long("endpoint"));
        command.try_get_matches_from([&["pastel"], arguments].concat()).unwrap_err().into()
    }

    #[test]
    fn the_most_similar_command_is_named_first() {
        for (typed, meant) in [("fromat", "format"), ("gradiant", "gradient"), ("lightn", "lighten")] {
            let UsageError::UnknownCommand { nearest, .. } = refused(&[typed]) else { panic!("{typed}") };
            assert_eq!(nearest[0], meant);
        }
    }

    #[test]
    fn a_flag_that_is_far_from_all_has_no_nearest() {
        let nearest = |typed: &str| match refused(&[typed]) {
            UsageError::UnknownFlag { nearest, .. } => nearest,
            other => panic!("{other}"),
        };
        assert_eq!(nearest("--endpiont").as_deref(), Some("--endpoint"));
        assert_eq!(nearest("--nope"), None);
    }

    #[test]
    fn an_argument_that_looks_like_a_flag_and_may_be_a_value_is_passed_behind_two_dashes() {
        let command = Command::new("notes").arg(Arg::new("text"));
        let UsageError::UnknownFlag { advice, .. } = command.try_get_matches_from(["notes", "-x"]).unwrap_err().into()
        else {
            panic!("an unknown flag");
        };
        assert!(advice.starts_with("To pass it as a value, put `--` before it."), "{advice}");
        let UsageError::UnknownFlag { advice, .. } = refused(&["--nope"]) else { panic!("an unknown flag") };
        assert!(!advice.contains("as a value"), "{advice}");
    }
}
