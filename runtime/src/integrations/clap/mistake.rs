//! Finds the mistake that a clap error is about. Uses only the error; [`FailedCall`] also knows the
//! program's commands.
//!
//! [`FailedCall`]: super::failed_call::FailedCall

use super::advice::{AS_VALUE, add_missing, choose};
use super::numbers::NumberError;
use super::redacted::{shown_argument, shown_name, shown_value, with_shown_value};
use super::usage_error::{Mistake, NO_VALUE, Needs, UsageError, name};
use crate::error::listing::Listing;
use crate::text::contains::contains;
use crate::text::nearest::nearest;
use crate::text::redact_text::without_secrets_of_word;
use crate::text::secret::REDACTED;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::error::Error;

impl UsageError {
    /// Converts a clap error without keeping clap's own message for people.
    pub(crate) fn of(error: &clap::Error) -> Self {
        Mistake::of(error).into()
    }
}

impl Mistake {
    /// Finds the mistake. If the error lacks a value, as an error that a program creates itself
    /// often does, only its message is known.
    pub(super) fn of(error: &clap::Error) -> Self {
        let context = Context(error);
        if !context.is_complete() {
            return Self::Other {
                reason: context.message(),
                usage: context.usage(),
            };
        }
        match error.kind() {
            ErrorKind::MissingRequiredArgument => missing_flags(
                listing_of(context.texts(ContextKind::InvalidArg)),
                context.usage(),
            ),
            ErrorKind::UnknownArgument => unknown_argument(&context),
            ErrorKind::InvalidSubcommand => unknown_command(&context),
            ErrorKind::MissingSubcommand => {
                let valid = listing_of(context.texts(ContextKind::ValidSubcommand));
                Self::MissingCommand {
                    advice: choose("command", &[], &valid),
                    needs: Needs::Command,
                    valid,
                }
            }
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => missing_anything(&context),
            ErrorKind::InvalidValue | ErrorKind::ValueValidation => invalid_value(&context),
            ErrorKind::ArgumentConflict => Self::ConflictingFlags {
                flag: context.text(ContextKind::InvalidArg),
                with: context.texts(ContextKind::PriorArg),
            },
            _ => {
                let flag = context.text(ContextKind::InvalidArg);
                let value = context.text(ContextKind::InvalidValue);
                Self::Other {
                    reason: with_shown_value(&context.message(), &flag, &value),
                    usage: context.usage(),
                }
            }
        }
    }
}

fn missing_flags(missing: Listing, usage: Option<String>) -> Mistake {
    let values_from = Listing::new();
    Mistake::MissingFlags {
        advice: add_missing(&missing, &values_from),
        missing,
        values_from,
        usage,
    }
}

/// The error of a command that shows its help if it's called without arguments. clap's error only
/// contains the help, whose list of commands says whether the command has any.
fn missing_anything(context: &Context<'_>) -> Mistake {
    let help = context.0.to_string();
    let has_commands = help.lines().any(|line| line == "Commands:");
    if has_commands {
        return Mistake::MissingCommand {
            advice: choose("command", &[], &Listing::new()),
            needs: Needs::CommandOrArgument,
            valid: Listing::new(),
        };
    }
    let usage = help.lines().find_map(|line| line.strip_prefix(USAGE));
    missing_flags(Listing::new(), usage.map(str::to_owned))
}

/// An unknown flag, or an argument that the command doesn't take.
fn unknown_argument(context: &Context<'_>) -> Mistake {
    let argument = context.text(ContextKind::InvalidArg);
    if argument.starts_with('-') {
        unknown_flag(context, &argument)
    } else {
        unexpected_argument(context, &argument)
    }
}

fn unknown_flag(context: &Context<'_>, flag: &str) -> Mistake {
    let suggested = context.texts(ContextKind::SuggestedArg);
    let nearest = most_similar(flag.trim_start_matches('-'), &suggested);
    // clap's error doesn't list the flags.
    let valid = Listing::new();
    let advice = if nearest.is_empty() && context.may_be_value() {
        AS_VALUE.to_owned()
    } else {
        choose("flag", &nearest, &valid)
    };
    Mistake::UnknownFlag {
        flag: without_secrets_of_word(flag).into_owned(),
        nearest,
        valid,
        advice,
    }
}

fn unexpected_argument(context: &Context<'_>, argument: &str) -> Mistake {
    let usage = context.usage();
    let advice = if context.suggests("subcommand") {
        "To call this command, remove the `--` before it"
    } else {
        "Remove it, or quote a value that contains spaces"
    };
    Mistake::UnexpectedArgument {
        argument: shown_argument(argument, usage.as_deref()),
        advice: advice.to_owned(),
        usage,
    }
}

fn unknown_command(context: &Context<'_>) -> Mistake {
    let command = shown_name(&context.text(ContextKind::InvalidSubcommand));
    let nearest = most_similar(&command, &context.texts(ContextKind::SuggestedSubcommand));
    // clap's error doesn't list the commands.
    let valid = Listing::new();
    Mistake::UnknownCommand {
        advice: choose("command", &nearest, &valid),
        command,
        nearest,
        valid,
    }
}

fn invalid_value(context: &Context<'_>) -> Mistake {
    let flag = context.text(ContextKind::InvalidArg);
    let value = context.text(ContextKind::InvalidValue);
    let possible = context.texts(ContextKind::ValidValue);
    let shown = shown_value(&flag, &value);
    let reason = if shown == REDACTED {
        "it is not valid".to_owned()
    } else {
        with_shown_value(&context.reason(), &flag, &value)
    };
    // clap doesn't suggest values that only differ in case.
    let nearest = most_similar(&value, &possible);
    let valid = listing_of(possible);
    let advice = if valid.is_empty() {
        format!("Correct the value of `{}`", name(&flag))
    } else {
        choose("value", &nearest, &valid)
    };
    Mistake::InvalidValue {
        value: shown.into_owned(),
        flag,
        reason,
        nearest,
        valid,
        values_from: Listing::new(),
        advice,
    }
}

/// Creates a listing without descriptions.
fn listing_of(names: Vec<String>) -> Listing {
    names.into_iter().map(|name| (name, "")).collect()
}

/// Filters clap's suggestions with our own similarity measure, and sorts them, most similar first.
pub(super) fn most_similar(name: &str, suggested: &[String]) -> Vec<String> {
    let bare = suggested.iter().map(|flag| flag.trim_start_matches('-'));
    let mut similar = Vec::new();
    for near in nearest(name, bare) {
        let flag = suggested
            .iter()
            .find(|flag| flag.trim_start_matches('-') == near);
        similar.extend(flag.cloned());
    }
    similar
}

/// The start of clap's error messages.
const PREFIX: &str = "error: ";

/// The start of clap's usage lines.
const USAGE: &str = "Usage: ";

/// The values of a clap error.
pub(super) struct Context<'a>(pub(super) &'a clap::Error);

impl Context<'_> {
    /// Whether the context contains all values for our message.
    fn is_complete(&self) -> bool {
        let needed: &[ContextKind] = match self.0.kind() {
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

    /// Returns clap's message without the usage line and the tips.
    fn message(&self) -> String {
        let text = self.0.to_string();
        let mut message = text.strip_prefix(PREFIX).unwrap_or(&text);
        for end in ["\n\nUsage: ", "\n\nFor more information"] {
            if let Some((before, _)) = message.split_once(end) {
                message = before;
            }
        }
        message.trim().to_owned()
    }

    /// Returns the usage line without its label.
    fn usage(&self) -> Option<String> {
        let usage = self.texts(ContextKind::Usage).pop()?;
        Some(usage.trim_start_matches(USAGE).to_owned())
    }

    /// Returns the reason why a value is invalid. Empty if it isn't known.
    fn reason(&self) -> String {
        if let Some(error) = self.0.source() {
            let expected = NumberError::of(error).and_then(|error| error.expected(None));
            return expected.unwrap_or_else(|| error.to_string());
        }
        let value = self.text(ContextKind::InvalidValue);
        if value.is_empty() && self.0.kind() == ErrorKind::InvalidValue {
            NO_VALUE.to_owned()
        } else if self.texts(ContextKind::ValidValue).is_empty() {
            String::new()
        } else {
            "it is not one of the valid values".to_owned()
        }
    }

    /// Whether clap suggests to pass an unknown flag as a value.
    pub(super) fn may_be_value(&self) -> bool {
        self.suggests("as a value")
    }

    /// Returns the first value, or an empty string if there is none.
    pub(super) fn text(&self, kind: ContextKind) -> String {
        self.texts(kind).into_iter().next().unwrap_or_default()
    }

    /// Whether one of clap's tips contains these words.
    fn suggests(&self, words: &str) -> bool {
        self.texts(ContextKind::Suggested)
            .iter()
            .any(|tip| contains(tip, words))
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
