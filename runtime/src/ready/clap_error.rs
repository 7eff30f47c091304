//! Converts clap errors to coded errors.

use super::usage::{NO_VALUE, UsageError, choose, name};
use crate::error::listing::Listing;
use crate::text::nearest::nearest;
use crate::text::redact_text::keys::looks_like_key;
use crate::text::redact_text::without_secrets_of_word;
use crate::text::secret::{REDACTED, SecretValues, ambiguous, looks_secret};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::borrow::Cow;
use std::error::Error;

impl UsageError {
    /// Converts a clap error to a coded error. Unlike the `From` impl, this doesn't keep clap's own message for people.
    pub fn of(error: &clap::Error) -> Self {
        let context = Context(error);
        let usage = context.text(ContextKind::Usage).map(|usage| usage.trim_start_matches("Usage: ").to_owned());
        let flag = || context.text(ContextKind::InvalidArg).unwrap_or_default();
        match error.kind() {
            kind if !context.is_complete(kind) => Self::Other { reason: message(error), usage },
            ErrorKind::MissingRequiredArgument => {
                let missing = context.texts(ContextKind::InvalidArg).into_iter().map(|flag| (flag, ""));
                Self::missing_flags(missing.collect(), Listing::new(), usage)
            }
            ErrorKind::UnknownArgument if !flag().starts_with('-') => {
                let advice = match context.texts(ContextKind::Suggested).iter().any(|tip| tip.contains("subcommand")) {
                    true => "To call this command, remove the `--` before it",
                    false => "Remove it, or quote a value that contains spaces",
                };
                Self::UnexpectedArgument { argument: surplus(&flag(), usage.as_deref()), advice, usage }
            }
            ErrorKind::UnknownArgument => {
                let suggested = context.texts(ContextKind::SuggestedArg);
                let nearest = most_similar(flag().trim_start_matches('-'), &suggested);
                let takes_it = context.texts(ContextKind::Suggested).iter().any(|tip| tip.contains("as a value"));
                let advice = match takes_it && nearest.is_empty() {
                    true => "To pass it as a value, put `--` before it".to_owned(),
                    false => choose("flag", &nearest, &Listing::new()),
                };
                let flag = without_secrets_of_word(&flag()).into_owned();
                Self::UnknownFlag { flag, nearest, valid: Listing::new(), advice }
            }
            ErrorKind::InvalidSubcommand => {
                let command = shown_name(&context.text(ContextKind::InvalidSubcommand).unwrap_or_default());
                let nearest = most_similar(&command, &context.texts(ContextKind::SuggestedSubcommand));
                let advice = choose("command", &nearest, &Listing::new());
                Self::UnknownCommand { command, nearest, valid: Listing::new(), advice }
            }
            ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                let valid = names(context.texts(ContextKind::ValidSubcommand));
                Self::MissingCommand { advice: choose("command", &[], &valid), valid }
            }
            ErrorKind::InvalidValue | ErrorKind::ValueValidation => Self::invalid_value(error, &context, flag()),
            ErrorKind::ArgumentConflict => {
                Self::ConflictingFlags { flag: flag(), with: context.texts(ContextKind::PriorArg) }
            }
            _ => {
                let value = context.text(ContextKind::InvalidValue).unwrap_or_default();
                Self::Other { reason: with_shown_value(&message(error), &flag(), &value), usage }
            }
        }
    }

    pub(crate) fn of_any(error: &(dyn Error + 'static)) -> Option<Self> {
        error.downcast_ref().filter(|error| !Self::is_help_request(error)).map(Self::of)
    }

    pub(crate) fn is_help_request(error: &clap::Error) -> bool {
        matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion)
    }

    fn invalid_value(error: &clap::Error, context: &Context<'_>, flag: String) -> Self {
        let valid = context.texts(ContextKind::ValidValue);
        let value = context.text(ContextKind::InvalidValue).unwrap_or_default();
        let reason = match error.source() {
            Some(reason) => reason.to_string(),
            None if value.is_empty() && error.kind() == ErrorKind::InvalidValue => NO_VALUE.to_owned(),
            None if valid.is_empty() => String::new(),
            None => "it is not one of the valid values".to_owned(),
        };
        // clap doesn't suggest values that only differ in case.
        let nearest = most_similar(&value, &valid);
        let valid = names(valid);
        let advice = match valid.is_empty() {
            true => format!("Correct the value of `{}`, then call again", name(&flag)).into(),
            false => choose("value", &nearest, &valid).into(),
        };
        let reason = match *shown_value(&flag, &value) == *REDACTED {
            true => "it is not valid".into(),
            false => with_shown_value(&reason, &flag, &value).into(),
        };
        let value: Box<str> = shown_value(&flag, &value).into();
        Self::InvalidValue { flag, value, reason, nearest, valid, values_from: Listing::new(), advice }
    }
}

fn names(names: Vec<String>) -> Listing {
    names.into_iter().map(|name| (name, "")).collect()
}

/// Filters clap's suggestions with our own similarity measure, and sorts them, most similar first.
pub(crate) fn most_similar(name: &str, suggested: &[String]) -> Vec<String> {
    let bare = |suggested: &'_ String| suggested.trim_start_matches('-').to_owned();
    let names: Vec<String> = suggested.iter().map(bare).collect();
    let near = nearest(name, names.iter().map(String::as_str));
    let written = |near: &str| suggested.iter().find(|suggested| bare(suggested) == near).cloned();
    near.into_iter().filter_map(written).collect()
}

/// The start of clap's error messages.
const PREFIX: &str = "error: ";

fn message(error: &clap::Error) -> String {
    let text = error.to_string();
    let text = text.strip_prefix(PREFIX).unwrap_or(&text);
    let end = ["\n\nUsage: ", "\n\nFor more information"].iter().filter_map(|end| text.find(end)).min();
    text[..end.unwrap_or(text.len())].trim().to_owned()
}

struct Context<'a>(&'a clap::Error);

impl Context<'_> {
    /// Whether the context contains all values for our message. Errors that a program creates itself often contain only
    /// a message.
    fn is_complete(&self, kind: ErrorKind) -> bool {
        let needed: &[ContextKind] = match kind {
            ErrorKind::MissingRequiredArgument | ErrorKind::UnknownArgument => &[ContextKind::InvalidArg],
            ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
                &[ContextKind::InvalidArg, ContextKind::InvalidValue]
            }
            ErrorKind::ArgumentConflict => &[ContextKind::InvalidArg, ContextKind::PriorArg],
            ErrorKind::InvalidSubcommand | ErrorKind::MissingSubcommand => &[ContextKind::InvalidSubcommand],
            // clap's own error contains help, without this prefix.
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => return !self.0.to_string().starts_with(PREFIX),
            _ => return true,
        };
        needed.iter().all(|kind| self.0.get(*kind).is_some())
    }

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

/// Redacts an invalid value if it is a secret.
pub(crate) fn shown_value<'v>(flag: &str, value: &'v str) -> Cow<'v, str> {
    match !value.is_empty() && (is_secret(flag) || has_secret_form(flag, value)) {
        true => REDACTED.into(),
        false => without_secrets_of_word(value),
    }
}

/// Redacts an invalid value in a text about it.
fn with_shown_value(text: &str, flag: &str, value: &str) -> String {
    if value.is_empty() { text.to_owned() } else { text.replace(value, &shown_value(flag, value)) }
}

/// Redacts a word that should have been a name, but looks like a key.
pub(crate) fn shown_name(word: &str) -> String {
    if looks_like_key(word) { REDACTED.to_owned() } else { without_secrets_of_word(word).into_owned() }
}

/// Whether the value of a flag or argument is a secret. Takes clap's display form, such as `--token <VALUE>` or
/// `<PASSWORD>`.
fn is_secret(flag: &str) -> bool {
    flag.split([' ', '=', '<', '>', '[', ']']).any(|name| looks_secret(name.trim_start_matches('-')))
}

/// Whether the value of a flag is a secret because of its form: the digits of `--pin`, or the random value of `--key`.
fn has_secret_form(flag: &str, value: &str) -> bool {
    let names = flag.split([' ', '=', '<', '>', '[', ']']);
    let mut values = names.filter_map(ambiguous).filter(|values| *values != SecretValues::Strings);
    values.any(|values| values.contain(value))
}

/// Redacts an unexpected argument if it could be a secret: if the command has a secret positional argument, if the
/// preceding flag has a secret value, or if the argument itself looks like a secret.
fn surplus(argument: &str, usage: Option<&str>) -> String {
    if usage.is_some_and(has_secret_operand) || behind_secret_flag(argument) {
        return REDACTED.to_owned();
    }
    shown_name(argument)
}

/// Whether a usage line contains a secret positional argument, such as `<PASSWORD>`.
fn has_secret_operand(usage: &str) -> bool {
    let words: Vec<&str> = usage.split_whitespace().collect();
    let is_operand = |at: usize| words[at].starts_with(['<', '[']) && !(at > 0 && words[at - 1].contains('-'));
    (0..words.len()).any(|at| is_operand(at) && is_secret(words[at]))
}

/// Whether the argument follows a flag with a secret value. It may also belong to a password of several words without
/// quotes. Other secrets, such as tokens, are a single word.
fn behind_secret_flag(argument: &str) -> bool {
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let Some(place) = words.iter().rposition(|word| word == argument) else { return false };
    let flag = words[..place].iter().rposition(|word| word.starts_with('-'));
    flag.is_some_and(|at| {
        let may_have_spaces = words[at].to_ascii_lowercase().contains("pass");
        is_secret(&words[at]) && !words[at].contains('=') && (at + 1 == place || may_have_spaces)
    })
}
