//! Parses the program's command line, and shows help.

#[cfg(debug_assertions)]
use super::tree;
use super::usage_error::UsageError;
use super::{command_line, failed_call, output_flags, source};
use crate::process::{output, running};
use clap::error::ErrorKind;
use clap::{ArgMatches, Command};
use std::ffi::OsString;
use std::sync::Arc;

/// Parses the program's command line. If the user passes `--help` or `--version`, prints help or
/// the version and exits with 0. Also prints help if a person calls a command with
/// `arg_required_else_help` without arguments.
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
pub fn get_matches(mut command: Command) -> Result<ArgMatches, UsageError> {
    command_line::register();
    let arguments: Vec<OsString> = std::env::args_os().collect();
    // clap's derive names the program after the package. Name it after the binary.
    if let Some(program) = running().filter(|program| program.package == Some(command.get_name())) {
        // clap requires a `'static` name.
        command = command.name(&*program.name.to_string().leak());
    }
    let matches = command
        .try_get_matches_from_mut(&arguments[..])
        .or_else(|error| match error.kind() {
            ErrorKind::DisplayVersion => command_line::exit(&error, command.get_color()),
            ErrorKind::DisplayHelp => show_help(&command, &arguments, error),
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
                if crate::process::format().is_for_people() =>
            {
                show_help(&command, &arguments, error)
            }
            _ => Err(failed_call::usage_error(error, &command, &arguments)),
        })?;
    #[cfg(debug_assertions)]
    tree::watch(&command, &matches);
    output::set_by_flags(output_flags::selected(&matches));
    command_line::state().commands = Some(Arc::new(command));
    Ok(matches)
}

/// Prints the requested help. Omits values of environment variables that look secret.
fn show_help(command: &Command, arguments: &[OsString], error: clap::Error) -> ! {
    let mut command = Command::from(command);
    source::hide_secrets(&mut command);
    let color = command.get_color();
    let complete = command.try_get_matches_from_mut(arguments);
    command_line::exit(&complete.err().unwrap_or(error), color)
}
