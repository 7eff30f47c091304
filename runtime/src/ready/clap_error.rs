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
    /// Converts a clap error to a coded error. Unlike the `From` impl, this doesn't keep clap's own
    /// message for people.
    pub fn of(error: &clap::Error) -> Self {
        let context = Context(error);
        let usage = context.texts(ContextKind::Usage).pop();
        let usage = usage.map(|usage| usage.trim_start_matches("Usage: ").to_owned());
        let (flag, value) = (
            context.text(ContextKind::InvalidArg),
            context.text(ContextKind::InvalidValue),
        );
        match error.kind() {
            kind if !context.is_complete(kind) => Self::Other {
                reason: message(error),
                usage,
            },
            ErrorKind::MissingRequiredArgument => Self::missing_flags(
                names(context.texts(ContextKind::InvalidArg)),
                Listing::new(),
                usage,
            ),
            ErrorKind::UnknownArgument if !flag.starts_with('-') => {
                let advice = match context.suggests("subcommand") {
                    true => "To call this command, remove the `--` before it",
                    false => "Remove it, or quote a value that contains spaces",
                };
                let may_be_secret =
                    usage.as_deref().is_some_and(has_secret_operand) || behind_secret_flag(&flag);
                let argument = if may_be_secret {
                    REDACTED.to_owned()
                } else {
                    shown_name(&flag)
                };
                Self::UnexpectedArgument {
                    argument,
                    advice,
                    usage,
                }
            }
            ErrorKind::UnknownArgument => {
                let nearest = most_similar(
                    flag.trim_start_matches('-'),
                    &context.texts(ContextKind::SuggestedArg),
                );
                let advice = match nearest.is_empty() && context.suggests("as a value") {
                    true => AS_VALUE.to_owned(),
                    false => choose("flag", &nearest, &Listing::new()),
                };
                let flag = without_secrets_of_word(&flag).into_owned();
                Self::UnknownFlag {
                    flag,
                    nearest,
                    valid: Listing::new(),
                    advice,
                }
            }
            ErrorKind::InvalidSubcommand => {
                let command = shown_name(&context.text(ContextKind::InvalidSubcommand));
                let nearest =
                    most_similar(&command, &context.texts(ContextKind::SuggestedSubcommand));
                let advice = choose("command", &nearest, &Listing::new());
                Self::UnknownCommand {
                    command,
                    nearest,
                    valid: Listing::new(),
                    advice,
                }
            }
            ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                let valid = names(context.texts(ContextKind::ValidSubcommand));
                Self::MissingCommand {
                    advice: choose("command", &[], &valid),
                    valid,
                }
            }
            ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
                Self::invalid_value(error, &context, flag, &value)
            }
            ErrorKind::ArgumentConflict => Self::ConflictingFlags {
                flag,
                with: context.texts(ContextKind::PriorArg),
            },
            _ => Self::Other {
                reason: with_shown_value(&message(error), &flag, &value),
                usage,
            },
        }
    }

    fn invalid_value(
        error: &clap::Error,
        context: &Context<'_>,
        flag: String,
        value: &str,
    ) -> Self {
        let valid = context.texts(ContextKind::ValidValue);
        let reason = match error.source() {
            Some(reason) => reason.to_string(),
            None if value.is_empty() && error.kind() == ErrorKind::InvalidValue => {
                NO_VALUE.to_owned()
            }
            None if valid.is_empty() => String::new(),
            None => "it is not one of the valid values".to_owned(),
        };
        // clap doesn't suggest values that only differ in case.
        let nearest = most_similar(value, &valid);
        let valid = names(valid);
        let advice = match valid.is_empty() {
            true => format!("Correct the value of `{}`, then call again", name(&flag)).into(),
            false => choose("value", &nearest, &valid).into(),
        };
        let shown = shown_value(&flag, value);
        let reason = match *shown == *REDACTED {
            true => "it is not valid".into(),
            false => with_shown_value(&reason, &flag, value).into(),
        };
        let value: Box<str> = shown.into();
        Self::InvalidValue {
            flag,
            value,
            reason,
            nearest,
            valid,
            values_from: Listing::new(),
            advice,
        }
    }
}

fn names(names: Vec<String>) -> Listing {
    names.into_iter().map(|name| (name, "")).collect()
}

/// Filters clap's suggestions with our own similarity measure, and sorts them, most similar first.
pub(crate) fn most_similar(name: &str, suggested: &[String]) -> Vec<String> {
    let mut similar = Vec::new();
    for near in nearest(
        name,
        suggested.iter().map(|flag| flag.trim_start_matches('-')),
    ) {
        similar.extend(
            suggested
                .iter()
                .find(|flag| flag.trim_start_matches('-') == near)
                .cloned(),
        );
    }
    similar
}

/// The advice for an unknown flag that may be a value.
pub(crate) const AS_VALUE: &str = "To pass it as a value, put `--` before it";

/// The start of clap's error messages.
const PREFIX: &str = "error: ";

fn message(error: &clap::Error) -> String {
    let text = error.to_string();
    let text = text.strip_prefix(PREFIX).unwrap_or(&text);
    let end = ["\n\nUsage: ", "\n\nFor more information"]
        .iter()
        .filter_map(|end| text.find(end))
        .min();
    text[..end.unwrap_or(text.len())].trim().to_owned()
}

struct Context<'a>(&'a clap::Error);

impl Context<'_> {
    /// Whether the context contains all values for our message. Errors that a program creates
    /// itself often contain only a message.
    fn is_complete(&self, kind: ErrorKind) -> bool {
        let needed: &[ContextKind] = match kind {
            ErrorKind::MissingRequiredArgument | ErrorKind::UnknownArgument => {
                &[ContextKind::InvalidArg]
            }
            ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
                &[ContextKind::InvalidArg, ContextKind::InvalidValue]
            }
            ErrorKind::ArgumentConflict => &[ContextKind::InvalidArg, ContextKind::PriorArg],
            ErrorKind::InvalidSubcommand | ErrorKind::MissingSubcommand => {
                &[ContextKind::InvalidSubcommand]
            }
            // clap's own error contains help, without this prefix.
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                return !self.0.to_string().starts_with(PREFIX);
            }
            _ => return true,
        };
        needed.iter().all(|kind| self.0.get(*kind).is_some())
    }

    /// Returns the first value, or an empty string if there is none.
    fn text(&self, kind: ContextKind) -> String {
        self.texts(kind).into_iter().next().unwrap_or_default()
    }

    /// Whether one of clap's tips contains these words.
    fn suggests(&self, words: &str) -> bool {
        self.texts(ContextKind::Suggested)
            .iter()
            .any(|tip| tip.contains(words))
    }

    fn texts(&self, kind: ContextKind) -> Vec<String> {
        match self.0.get(kind) {
            Some(ContextValue::String(text)) => vec![text.clone()],
            Some(ContextValue::Strings(texts)) => texts.clone(),
            Some(ContextValue::StyledStr(text)) => vec![text.to_string().trim().to_owned()],
            Some(ContextValue::StyledStrs(texts)) => {
                texts.iter().map(ToString::to_string).collect()
            }
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

fn with_shown_value(text: &str, flag: &str, value: &str) -> String {
    if value.is_empty() {
        text.to_owned()
    } else {
        text.replace(value, &shown_value(flag, value))
    }
}

/// Redacts a word that should have been a name, but looks like a key.
pub(crate) fn shown_name(word: &str) -> String {
    if looks_like_key(word) {
        REDACTED.to_owned()
    } else {
        without_secrets_of_word(word).into_owned()
    }
}

/// Whether the value of a flag or argument is a secret. Takes clap's display form, such as
/// `--token <VALUE>` or `<PASSWORD>`.
fn is_secret(flag: &str) -> bool {
    names_in(flag)
        .into_iter()
        .any(|name| looks_secret(name.trim_start_matches('-')))
}

/// Whether the value of a flag is a secret because of its form: the digits of `--pin`, or the
/// random value of `--key`.
fn has_secret_form(flag: &str, value: &str) -> bool {
    let is_ambiguous =
        |values: SecretValues| values != SecretValues::Strings && values.contain(value);
    names_in(flag)
        .into_iter()
        .any(|name| ambiguous(name).is_some_and(is_ambiguous))
}

/// Returns the names in clap's display form of a flag or argument.
fn names_in(flag: &str) -> Vec<&str> {
    flag.split([' ', '=', '<', '>', '[', ']']).collect()
}

/// Whether a usage line contains a secret positional argument, such as `<PASSWORD>`.
fn has_secret_operand(usage: &str) -> bool {
    let mut before = "";
    usage.split_whitespace().any(|word| {
        let is_operand = word.starts_with(['<', '[']) && !before.contains('-');
        before = word;
        is_operand && is_secret(word)
    })
}

/// Whether the argument follows a flag with a secret value. It may also belong to a password of
/// several words without quotes. Other secrets, such as tokens, are a single word.
fn behind_secret_flag(argument: &str) -> bool {
    let (mut flag, mut is_next, mut is_behind) = (String::new(), false, false);
    for word in std::env::args_os() {
        let word = word.to_string_lossy();
        if word == argument {
            let may_have_spaces = flag.to_ascii_lowercase().contains("pass");
            is_behind = is_secret(&flag) && !flag.contains('=') && (is_next || may_have_spaces);
        }
        is_next = word.starts_with('-');
        if is_next {
            flag = word.into_owned();
        }
    }
    is_behind
}
