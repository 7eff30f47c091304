//! Parses the program's command line.

use super::commands::{copied, hiding_secrets};
use super::{help, listings, lookup, output_args};
use crate::format::Format;
use crate::process::{command_line, output};
use crate::ready::usage::{UsageError, choose};
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Command};
use std::ffi::OsString;

/// Parses the program's command line.
///
/// If the user passes `--help` or `--version`, prints help or the version and exits with 0. Also prints help if a
/// person calls a command with `arg_required_else_help` without arguments.
///
/// [`OutputArgs`](super::OutputArgs) has an example.
///
/// # Errors
///
/// Returns a [`UsageError`] if the command line is invalid.
pub fn parse_args<C: clap::Parser>() -> Result<C, UsageError> {
    let mut matches = get_matches(C::command())?;
    C::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut C::command()).into())
}

/// Parses the program's command line. Like [`parse_args`], but for clap's builder.
///
/// # Errors
///
/// Returns a [`UsageError`] if the command line is invalid.
pub fn get_matches(command: Command) -> Result<ArgMatches, UsageError> {
    command_line::link();
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let mut command = command;
    let matches = parsed(&mut command, &arguments)?;
    #[cfg(debug_assertions)]
    super::tree::watch(&command, &matches);
    output::set_by_flags(output_args::selected(&matches));
    command_line::with(|state| state.commands = Some(command));
    Ok(matches)
}

fn parsed(command: &mut Command, arguments: &[OsString]) -> Result<ArgMatches, UsageError> {
    match command.try_get_matches_from_mut(arguments) {
        Ok(matches) => Ok(matches),
        Err(error) => match error.kind() {
            ErrorKind::DisplayVersion => command_line::exit(&error, command.get_color()),
            ErrorKind::DisplayHelp => show_help(copied(command), arguments, error),
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand if crate::process::format() == Format::Human => {
                show_help(copied(command), arguments, error)
            }
            // clap's message only contains help or hidden commands, so list the visible commands instead.
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
                command_line::with(|state| state.last_error = Some(error));
                Err(missing_command(command, arguments))
            }
            _ => Err(lookup::complete(UsageError::from(error), command, arguments)),
        },
    }
}

/// Prints the requested help. The line about errors is added here, because adding it requires building all commands.
/// Omits values of environment variables that look secret.
fn show_help(command: Command, arguments: &[OsString], error: clap::Error) -> ! {
    let command = hiding_secrets(help::with_errors_line(command));
    let color = command.get_color();
    let complete = command.try_get_matches_from(arguments);
    command_line::exit(&complete.err().unwrap_or(error), color)
}

/// Creates an error that lists the subcommands, or else the required arguments, of the called command.
fn missing_command(root: &Command, arguments: &[OsString]) -> UsageError {
    let root = lookup::built(root, arguments);
    let command = lookup::called(&root, arguments);
    let mut valid = listings::commands(command);
    if valid.is_empty() {
        let required: Vec<&Arg> = command.get_arguments().filter(|arg| arg.is_required_set()).collect();
        let missing = required.iter().map(|arg| (arg.to_string(), listings::help_with_values(arg))).collect();
        let values_from = listings::values_from(command, required.into_iter());
        let usage = copied(command).render_usage().to_string();
        let usage = usage.trim_start_matches("Usage: ").to_owned();
        return UsageError::missing_flags(missing, values_from, Some(usage));
    }
    let advice = choose("command", &[], &valid);
    let advice = listings::limited(&mut valid, advice, &lookup::help_call(command));
    UsageError::MissingCommand { valid, advice }
}
