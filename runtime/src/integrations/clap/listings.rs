//! Lists a command's subcommands, flags and possible values with the first sentences of
//! their descriptions.

use super::flags::is_output_flag;
use super::help::without_source;
use super::source::shown;
use super::tree;
use crate::error::listing::Listing;
use clap::builder::{PossibleValue, StyledStr};
use clap::{Arg, ArgAction, Command};

const MAX_LISTED: usize = 20;

/// Lists the visible subcommands. The `errors` command comes last.
pub(super) fn commands(command: &Command) -> Listing {
    let mut listing = Listing::new();
    for is_last in [false, true] {
        let commands = tree::visible_subcommands(command).into_iter();
        for command in commands.filter(|command| tree::is_errors_command(command) == is_last) {
            listing.push(
                command.get_name().to_owned(),
                first_sentence(command.get_about()),
            );
        }
    }
    listing
}

/// Lists the visible flags, except for `--help`, which every command has. This crate's flags come
/// last.
pub(super) fn flags(command: &Command) -> Listing {
    let mut listing = Listing::new();
    for is_last in [false, true] {
        for arg in visible_flags(command)
            .into_iter()
            .filter(|arg| is_output_flag(arg) == is_last)
        {
            listing.push(shown(arg), first_sentence(arg.get_help()));
        }
    }
    listing
}

/// Returns the visible flags, except for those that print help or the version.
pub(super) fn visible_flags(command: &Command) -> Vec<&Arg> {
    command
        .get_arguments()
        .filter(|arg| !arg.is_positional() && !arg.is_hide_set() && !only_prints(arg))
        .collect()
}

fn only_prints(arg: &Arg) -> bool {
    matches!(
        arg.get_action(),
        ArgAction::Help | ArgAction::HelpShort | ArgAction::HelpLong | ArgAction::Version
    )
}

/// Describes a missing argument, including its possible values.
pub(super) fn help_with_values(arg: &Arg) -> String {
    let help = first_line(arg.get_help());
    let values = possible_values(arg);
    if values.is_empty() {
        return help;
    }
    let mut names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
    names.truncate(MAX_LISTED);
    let names = names.join(", ");
    if help.is_empty() {
        format!("one of {names}")
    } else {
        format!("{help}: {names}")
    }
}

pub(super) fn values(arg: &Arg) -> Listing {
    let mut listing = Listing::new();
    for value in possible_values(arg) {
        listing.push(
            value.get_name().to_owned(),
            first_sentence(value.get_help()),
        );
    }
    listing
}

pub(super) fn possible_values(arg: &Arg) -> Vec<PossibleValue> {
    // clap reports `true` and `false` as possible values of a switch, but a switch takes no value.
    if !arg.get_action().takes_values() {
        return Vec::new();
    }
    let mut values = arg.get_possible_values();
    values.retain(|value| !value.is_hide_set());
    values
}

/// Truncates a long listing. If it does, adds the call that prints all names to the advice.
pub(super) fn limit(valid: &mut Listing, advice: &mut String, command: &Command) {
    let all = valid.names().count();
    if all > MAX_LISTED {
        let call = command.get_bin_name().unwrap_or(command.get_name());
        *advice +=
            &format!("; the first {MAX_LISTED} of {all} are listed, and `{call} --help` lists all");
        *valid = valid.iter().take(MAX_LISTED).collect();
    }
}

/// Returns the first sentence of the first line, without its period.
fn first_sentence(text: Option<&StyledStr>) -> String {
    let line = first_line(text);
    for (end, separator) in line.match_indices(". ") {
        let (sentence, rest) = line.split_at(end);
        let next = &rest[separator.len()..];
        if next.starts_with(char::is_uppercase) && !ends_with_abbreviation(sentence) {
            return sentence.to_owned();
        }
    }
    line
}

/// Whether the text ends with an abbreviation such as `e.g.`, from which the last period was removed.
fn ends_with_abbreviation(text: &str) -> bool {
    let word = text.split(' ').next_back().unwrap_or_default();
    word.contains('.')
}

/// Returns the first line, without a final period.
fn first_line(text: Option<&StyledStr>) -> String {
    let text = text.map(ToString::to_string).unwrap_or_default();
    let line = text.lines().next().unwrap_or_default();
    without_source(line).trim_end_matches('.').to_owned()
}
