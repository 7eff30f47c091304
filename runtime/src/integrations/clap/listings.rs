//! Lists a command's subcommands, flags and possible values with one-line descriptions.

use super::output_args::is_output_flag;
use super::{command_ext, tree};
use crate::error::listing::Listing;
use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, Command};

const MAX_LISTED: usize = 20;

/// Lists the visible subcommands. The `errors` command comes last.
pub(super) fn commands(command: &Command) -> Listing {
    let (own, others): (Vec<&Command>, Vec<&Command>) =
        tree::visible_subcommands(command).partition(|command| tree::is_errors_command(command));
    others.into_iter().chain(own).map(|command| (command.get_name(), first_line(command.get_about()))).collect()
}

/// Lists the visible flags, except for `--help`, which every command has. This crate's flags come last.
pub(super) fn flags(command: &Command) -> Listing {
    let (own, others): (Vec<&Arg>, Vec<&Arg>) = visible_flags(command).partition(|arg| is_output_flag(arg));
    others.into_iter().chain(own).map(|arg| (arg.to_string(), first_line(arg.get_help()))).collect()
}

/// Iterates over the visible flags, except for those that print help or the version.
pub(super) fn visible_flags(command: &Command) -> impl Iterator<Item = &Arg> {
    let prints = |arg: &Arg| {
        matches!(arg.get_action(), ArgAction::Help | ArgAction::HelpShort | ArgAction::HelpLong | ArgAction::Version)
    };
    command.get_arguments().filter(move |arg| !arg.is_positional() && !arg.is_hide_set() && !prints(arg))
}

/// Describes a missing argument, including its possible values.
pub(super) fn help_with_values(arg: &Arg) -> String {
    let values = possible_values(arg);
    let values: Vec<&str> = values.iter().map(PossibleValue::get_name).take(MAX_LISTED).collect();
    match (first_line(arg.get_help()), values.is_empty()) {
        (help, true) => help,
        (help, false) if help.is_empty() => format!("one of {}", values.join(", ")),
        (help, false) => format!("{help}: {}", values.join(", ")),
    }
}

pub(super) fn values(arg: &Arg) -> Listing {
    possible_values(arg).iter().map(|value| (value.get_name(), first_line(value.get_help()))).collect()
}

pub(super) fn possible_values(arg: &Arg) -> Vec<PossibleValue> {
    // clap reports `true` and `false` as possible values of a switch, but a switch takes no value.
    let takes_values = arg.get_action().takes_values();
    let mut values = if takes_values { arg.get_possible_values() } else { Vec::new() };
    values.retain(|value| !value.is_hide_set());
    values
}

/// Maps the id of each argument to the command that lists its values, if declared.
pub(super) fn values_from<'a>(command: &'a Command, args: impl Iterator<Item = &'a Arg>) -> Listing {
    args.filter_map(|arg| Some((arg.get_id().as_str(), command_ext::values_from(command, arg.get_id().as_str())?)))
        .collect()
}

/// Truncates a long listing. If it does, adds the call that prints all names to the advice.
pub(super) fn limited(valid: &mut Listing, advice: String, help_call: &str) -> String {
    let all = valid.len();
    if all <= MAX_LISTED {
        return advice;
    }
    *valid = valid.iter().take(MAX_LISTED).collect();
    format!("{advice}; the first {MAX_LISTED} of {all} are listed, and `{help_call}` lists all")
}

fn first_line(text: Option<&clap::builder::StyledStr>) -> String {
    let text = text.map(ToString::to_string).unwrap_or_default();
    text.lines().next().unwrap_or_default().trim_end_matches('.').to_owned()
}
