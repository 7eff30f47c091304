//! Finds out where the values in an invalid command line come from: an argument, an environment
//! variable or a default.
//!
//! This crate copies commands with `Command::from`, which is already compiled in clap.
//! `Command::clone` would be instantiated again in this crate, together with the `Clone` impls of
//! all parts, which takes 20 kB.

use super::redacted::shown_value;
use super::usage_error::{Mistake, name};
use crate::error::listing::Listing;
use crate::text::secret::{REDACTED, looks_secret};
use clap::builder::{Resettable, ValueParser};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use std::ffi::OsString;
use std::mem::take;

/// Returns the error for the first argument whose value comes from an environment variable and
/// isn't UTF-8.
pub(super) fn not_utf8(
    path: &[Level<'_>],
    root: &Command,
    arguments: &[OsString],
) -> Option<Mistake> {
    for arg in path.iter().flat_map(|(command, _)| command.get_arguments()) {
        let Some(value) = arg.get_env().and_then(std::env::var_os) else {
            continue;
        };
        if value.to_str().is_some() {
            continue;
        }
        let flag = shown(arg);
        let text = shown_value(&flag, &value.to_string_lossy()).into_owned();
        // The caller may have passed a global flag at one level, while clap reads the variable at
        // another.
        let source = source_of(root, arguments, &flag, Some(&text));
        if let Some((ValueSource::EnvVariable, _)) = source {
            return Some(Mistake::InvalidValue {
                flag,
                value: text,
                reason: "it is not valid UTF-8".to_owned(),
                nearest: Vec::new(),
                valid: Listing::new(),
                values_from: Listing::new(),
                advice: String::new(),
            });
        }
    }
    None
}

/// The source of an argument's value, and the argument's environment variable.
type Source = (ValueSource, String);

/// Returns the source of an argument's value. A global argument can have a different value at each
/// level. If `value` is given, only searches the levels with this value.
pub(super) fn source_of(
    root: &Command,
    arguments: &[OsString],
    flag: &str,
    value: Option<&str>,
) -> Option<Source> {
    let mut command = Command::from(root);
    change_args(&mut command, &mut |arg| {
        if shown(&arg) != flag {
            arg
        } else if arg.get_action().takes_values() {
            arg.value_parser(ValueParser::os_string()).global(false)
        } else {
            arg.env(Resettable::Reset)
        }
    });
    let matches = parsed(command, arguments)?;
    let mut found = None;
    for (command, matches) in levels(root, &matches) {
        if let Some(arg) = arg_shown_as(command, flag)
            && let Some(source) = source_at(arg, matches, flag, value)
            && found.is_none_or(|(known, _)| known <= source)
        {
            found = Some((source, arg));
        }
    }
    let (source, arg) = found?;
    let variable = arg.get_env().unwrap_or_default();
    Some((source, variable.to_string_lossy().into_owned()))
}

fn source_at(
    arg: &Arg,
    matches: &ArgMatches,
    flag: &str,
    value: Option<&str>,
) -> Option<ValueSource> {
    if value.is_some() && !arg.get_action().takes_values() {
        return arg.get_env().map(|_| ValueSource::EnvVariable);
    }
    let id = arg.get_id().as_str();
    let mut values = matches.get_raw(id)?;
    if let Some(value) = value
        && !values.any(|raw| shown_value(flag, &raw.to_string_lossy()) == value)
    {
        return None;
    }
    matches.value_source(id)
}

/// If an invalid value comes from an environment variable or a default, names that source instead
/// of the flag.
pub(super) fn name_source(usage: &mut Mistake, root: &Command, arguments: &[OsString]) {
    let Mistake::InvalidValue {
        flag,
        value,
        reason,
        advice,
        ..
    } = usage
    else {
        return;
    };
    match source_of(root, arguments, flag, Some(value)) {
        Some((ValueSource::EnvVariable, variable)) => {
            if looks_secret(&variable) && !value.is_empty() {
                *value = REDACTED.into();
                *reason = "it is not valid".into();
            }
            *advice = format!("Correct or unset the environment variable `{variable}`");
            *flag = variable;
        }
        Some((ValueSource::DefaultValue, _)) => {
            *advice = format!("Pass a valid value to `{}`", name(flag));
            flag.insert_str(0, "default of ");
        }
        _ => {}
    }
}

/// Parses as much as possible of an invalid command line.
pub(super) fn parsed(mut command: Command, arguments: &[OsString]) -> Option<ArgMatches> {
    ignore_errors(&mut command);
    command.try_get_matches_from_mut(arguments).ok()
}

/// A command of the command line, and its arguments.
pub(super) type Level<'a> = (&'a Command, &'a ArgMatches);

/// Returns the called command and those above it, from the root down.
pub(super) fn levels<'a>(root: &'a Command, matches: &'a ArgMatches) -> Vec<Level<'a>> {
    let mut level = (root, matches);
    let mut levels = vec![level];
    while let Some((name, below)) = level.1.subcommand()
        && let Some(command) = level.0.find_subcommand(name)
    {
        level = (command, below);
        levels.push(level);
    }
    levels
}

/// Finds the argument that clap displays as `flag`.
pub(super) fn arg_shown_as<'a>(command: &'a Command, flag: &str) -> Option<&'a Arg> {
    command.get_arguments().find(|arg| shown(arg) == flag)
}

/// Finds the argument that clap displays as `flag`, or the members of the group, such as
/// `<--file <FILE>|--url <URL>>`.
pub(super) fn args_shown_as<'a>(command: &'a Command, flag: &str) -> Vec<&'a Arg> {
    if let Some(arg) = arg_shown_as(command, flag) {
        return vec![arg];
    }
    let members: Vec<String> = flag.split('|').map(without_brackets).collect();
    command
        .get_arguments()
        .filter(|arg| members.contains(&without_brackets(&shown(arg))))
        .collect()
}

fn without_brackets(flag: &str) -> String {
    flag.trim_matches(['<', '>', '[', ']']).to_owned()
}

/// Makes a command and its subcommands parse as much as they can. If clap has already built the
/// commands, it no longer passes the setting on to subcommands.
pub(super) fn ignore_errors(command: &mut Command) {
    *command = take(command).ignore_errors(true);
    command.get_subcommands_mut().for_each(ignore_errors);
}

/// Changes the arguments of a command and its subcommands.
pub(super) fn change_args(command: &mut Command, change: &mut dyn FnMut(Arg) -> Arg) {
    change_own_args(command, change);
    for subcommand in command.get_subcommands_mut() {
        change_args(subcommand, change);
    }
}

pub(super) fn change_own_args(command: &mut Command, change: &mut dyn FnMut(Arg) -> Arg) {
    *command = take(command).mut_args(change);
}

/// Returns clap's notation for an argument, such as `--host <HOST>`.
#[inline(never)] // Many callers.
pub(super) fn shown(arg: &Arg) -> String {
    arg.to_string()
}

#[test]
fn a_default_is_named_as_the_source_of_its_value() {
    let rate = Arg::new("rate").long("rate");
    let number = rate.clone().value_parser(clap::value_parser!(u8));
    let strict = Command::new("tool").arg(number);
    let error = strict
        .try_get_matches_from(["tool", "--rate", "low"])
        .unwrap_err();
    let mut root = Command::new("tool").arg(rate.default_value("low"));
    root.build();
    let mut usage = Mistake::of(&error);
    name_source(&mut usage, &root, &["tool".into()]);
    assert_eq!(
        usage.to_string(),
        "invalid value 'low' for 'default of --rate <rate>': expected a whole number"
    );
}
