//! Reads the command line of the program.

use super::commands::copied;
use super::usage::usage;
use super::{help, lookup, tree, words};
use crate::ready::usage::UsageError;
use clap::error::ErrorKind;
use clap::{ArgMatches, Command};
use std::ffi::OsString;
use std::path::Path;

/// Parses the command line of the program.
///
/// `--help` and `--version` are answered as by clap, and end the program with exit code 0. So is a call without
/// arguments if the command then shows its help and the caller is a person.
///
/// # Errors
///
/// [`UsageError`] if the command line is invalid.
pub fn parse<C: clap::Parser>() -> Result<C, UsageError> {
    let mut matches = get_matches(C::command())?;
    C::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut C::command()).into())
}

/// Parses the command line of a program that uses clap's builder; otherwise like [`parse`].
///
/// # Errors
///
/// [`UsageError`] if the command line is invalid.
pub fn get_matches(command: Command) -> Result<ArgMatches, UsageError> {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let mut command = command;
    let matches = matches_of(&mut command, &arguments)?;
    #[cfg(debug_assertions)]
    tree::watch(&command, &matches);
    tree::remember(command);
    Ok(matches)
}

/// Parses these arguments, beginning with the name of the program, for a part of the program's command line.
pub(super) fn get_matches_from(mut command: Command, arguments: &[OsString]) -> Result<ArgMatches, UsageError> {
    matches_of(&mut command, arguments)
}

fn matches_of(command: &mut Command, arguments: &[OsString]) -> Result<ArgMatches, UsageError> {
    match command.try_get_matches_from_mut(arguments) {
        Ok(matches) => Ok(matches),
        Err(error) => match error.kind() {
            ErrorKind::DisplayVersion => error.exit(),
            ErrorKind::DisplayHelp => show_help(copied(command), arguments, error),
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand if crate::process::a_person_watches() => {
                show_help(copied(command), arguments, error)
            }
            // clap prints only help then, or names hidden commands; the tree contains what is missing.
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
                words::remember(error);
                Err(missing_command(copied(command), arguments))
            }
            _ => Err(lookup::complete(UsageError::from(error), command, arguments)),
        },
    }
}

/// Shows the requested help, with the line about errors, which depends on the whole tree.
fn show_help(command: Command, arguments: &[OsString], error: clap::Error) -> ! {
    let complete = help::with_errors_line(command).try_get_matches_from(arguments);
    complete.err().unwrap_or(error).exit()
}

/// The possible subcommands or the required arguments of the command.
fn missing_command(mut root: Command, arguments: &[OsString]) -> UsageError {
    let name = arguments.first().and_then(|path| Path::new(path).file_name()?.to_str());
    if let Some(name) = name.filter(|_| !root.is_no_binary_name_set()) {
        root.set_bin_name(name);
    }
    root.build();
    let command = lookup::called(&root, arguments, "--");
    let valid: Vec<String> = tree::visible_subcommands(command).map(|command| command.get_name().to_owned()).collect();
    if valid.is_empty() {
        let required = command.get_arguments().filter(|arg| arg.is_required_set());
        return UsageError::missing_flags(required.map(name_of).collect(), Some(usage(command)));
    }
    UsageError::missing_command(valid, Some(usage(command)))
}

/// `--host` or `<FILE>`.
fn name_of(arg: &clap::Arg) -> String {
    match arg.get_long() {
        Some(long) => format!("--{long}"),
        None => arg.to_string(),
    }
}
