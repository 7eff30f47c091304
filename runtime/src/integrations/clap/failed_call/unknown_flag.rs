//! Completes the error for an unknown flag.

use super::FailedCall;
use crate::error::listing::Listing;
use crate::integrations::clap::advice::{AS_VALUE, choose};
use crate::integrations::clap::listings::{self, limit};
use crate::integrations::clap::mistake::{Context, most_similar};
use crate::integrations::clap::redacted::shown_value;
use crate::integrations::clap::source::shown;
use crate::integrations::clap::tree;
use crate::integrations::clap::usage_error::{Mistake, name};
use crate::text::secret::REDACTED;
use crate::text::synonym::are_synonyms;
use clap::error::ErrorKind;
use clap::{Arg, Command};
use std::ffi::OsString;

impl FailedCall<'_> {
    /// `suggested` contains the similar flags that clap knows.
    pub(super) fn unknown_flag(&self, flag: String, suggested: Vec<String>) -> Mistake {
        if self.is_escaped() && has_flag(self.command, &flag) {
            return Mistake::UnknownFlag {
                flag,
                nearest: Vec::new(),
                valid: Listing::new(),
                advice: "Put it before `--`".to_owned(),
            };
        }
        let nearest = similar_flags(&flag, suggested, self.command);
        let value = self.value_like_flag(&flag);
        let mut valid = listings::flags(self.command);
        let mut advice = if nearest.is_empty() {
            let other_meaning = self.other_meaning(&flag, value.as_ref());
            advice_without_nearest(&valid, other_meaning)
        } else {
            choose("flag", &nearest, &valid)
        };
        limit(&mut valid, &mut advice, self.command);
        let is_secret = value.is_some_and(|value| value.shown == REDACTED);
        Mistake::UnknownFlag {
            flag: if is_secret { REDACTED.into() } else { flag },
            nearest,
            valid,
            advice,
        }
    }

    /// If an unknown flag is probably a value, or belongs to another command, says where to put it.
    fn other_meaning(&self, flag: &str, value: Option<&ValueLikeFlag>) -> Option<String> {
        if let Some(ValueLikeFlag { before, shown }) = value {
            return Some(format!(
                "To pass it as the value of `{before}`, write `{before}={shown}`"
            ));
        }
        if let Some(advice) = self.advice_for_other_command(flag) {
            return Some(advice);
        }
        if self.takes_as_argument(flag) {
            return Some(AS_VALUE.to_owned());
        }
        None
    }

    /// If an unknown flag follows a flag that takes a value, as in `--text -x` or `-n -1`, returns
    /// both.
    fn value_like_flag(&self, unknown: &str) -> Option<ValueLikeFlag> {
        let mut pairs = self.arguments.windows(2);
        let pair = pairs.find(|pair| starts_with(&pair[1], unknown))?;
        let before = pair[0].to_str()?;
        let value = pair[1].to_str()?;
        let flag = flag_before_value(self.command, before)?;
        if !flag.get_action().takes_values() {
            return None;
        }
        Some(ValueLikeFlag {
            before: before.to_owned(),
            shown: shown_value(&shown(flag), value).into_owned(),
        })
    }

    /// If an unknown flag belongs to a command above or to a subcommand, returns the advice to pass
    /// it there.
    fn advice_for_other_command(&self, unknown: &str) -> Option<String> {
        for pair in self.levels.windows(2).rev() {
            let (above, _) = pair[0];
            let (below, _) = pair[1];
            if has_flag(above, unknown) {
                return Some(format!(
                    "To use this one, put it before `{}`",
                    below.get_name()
                ));
            }
        }
        let below = tree::visible_subcommands(self.command)
            .into_iter()
            .find(|below| has_flag(below, unknown))?;
        Some(format!(
            "To use this one, put it after `{}`",
            below.get_name()
        ))
    }

    /// Whether the command takes the unknown flag as an argument after `--`. clap suggests that
    /// even if all arguments are already given.
    fn takes_as_argument(&self, flag: &str) -> bool {
        if !Context(self.error).may_be_value() {
            return false;
        }
        let mut words = self.arguments.iter();
        let Some(place) = words.position(|word| starts_with(word, flag)) else {
            return false;
        };
        let mut escaped = self.arguments.to_vec();
        let word = escaped.remove(place);
        escaped.push("--".into());
        escaped.push(word);
        self.accepts_names_of(&escaped)
    }

    /// Whether clap knows all commands, flags and arguments of a call. Its values may be invalid.
    fn accepts_names_of(&self, arguments: &[OsString]) -> bool {
        match Command::from(self.root).try_get_matches_from(arguments) {
            Ok(_) => true,
            Err(error) => !matches!(
                error.kind(),
                ErrorKind::UnknownArgument
                    | ErrorKind::InvalidSubcommand
                    | ErrorKind::TooManyValues
            ),
        }
    }
}

/// A flag that takes a value, followed by a word that clap read as another flag.
struct ValueLikeFlag {
    before: String,
    /// The word, redacted if it may be a secret.
    shown: String,
}

/// Advises on an unknown flag that no flag is similar to. `other_meaning` says what the caller may
/// have meant instead.
fn advice_without_nearest(valid: &Listing, other_meaning: Option<String>) -> String {
    let has_flags = !valid.is_empty();
    match other_meaning {
        Some(meaning) => {
            if has_flags {
                format!("{}. {meaning}", choose("flag", &[], valid))
            } else {
                meaning
            }
        }
        None => {
            if has_flags {
                choose("flag", &[], valid)
            } else {
                "Remove it; the command has no flags".to_owned()
            }
        }
    }
}

/// Finds the flag that takes the word after `word` as its value. Of several short flags, as in `-vn`,
/// this is the last one.
fn flag_before_value<'a>(command: &'a Command, word: &str) -> Option<&'a Arg> {
    let mut flags = command.get_arguments();
    if let Some(long) = word.strip_prefix("--") {
        return flags.find(|arg| arg.get_long() == Some(long));
    }
    let shorts = word.strip_prefix('-')?;
    let last = shorts.chars().next_back()?;
    flags.find(|arg| arg.get_short() == Some(last))
}

fn starts_with(argument: &OsString, prefix: &str) -> bool {
    argument
        .to_str()
        .is_some_and(|argument| argument.starts_with(prefix))
}

fn has_flag(command: &Command, flag: &str) -> bool {
    listings::visible_flags(command)
        .iter()
        .any(|arg| name(&shown(arg)) == flag)
}

/// Returns the flags that the caller may have meant by `flag`: those that clap suggests, or else
/// similar ones, or else synonyms.
fn similar_flags(flag: &str, mut suggested: Vec<String>, command: &Command) -> Vec<String> {
    // clap also suggests hidden flags.
    suggested.retain(|suggested| !is_hidden(suggested, command));
    if !suggested.is_empty() {
        return suggested;
    }
    let mut names = Vec::new();
    let mut synonyms = Vec::new();
    for arg in listings::visible_flags(command) {
        let known = name(&shown(arg)).to_owned();
        if arg.get_long().is_some_and(|long| are_synonyms(long, flag)) {
            synonyms.push(known.clone());
        }
        names.push(known);
    }
    // Unlike clap's measure, ours ignores case.
    let similar = most_similar(flag.trim_start_matches('-'), &names);
    if similar.is_empty() {
        synonyms
    } else {
        similar
    }
}

fn is_hidden(flag: &str, command: &Command) -> bool {
    let name = flag.trim_start_matches('-');
    command.get_arguments().any(|arg| {
        let aliases = arg.get_all_aliases().unwrap_or_default();
        arg.is_hide_set() && (arg.get_long() == Some(name) || aliases.contains(&name))
    })
}
