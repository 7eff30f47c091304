//! Parses the program's command line, and shows help.

use super::commands::{copied, hide_secrets};
use super::tree::{self, Node};
use super::{lookup, output_args};
use crate::format::Format;
use crate::process::{command_line, configured, output, running};
use crate::ready::usage::UsageError;
use clap::error::ErrorKind;
use clap::{ArgMatches, Command};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::mem::take;

/// Parses the program's command line.
///
/// If the user passes `--help` or `--version`, prints help or the version and exits with 0. Also prints help if a
/// person calls a command with `arg_required_else_help` without arguments.
///
/// The [module](super) has an example.
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
    let mut command = named_after_binary(command);
    let matches = parsed(&mut command, &arguments)?;
    #[cfg(debug_assertions)]
    tree::watch(&command, &matches);
    output::set_by_flags(output_args::selected(&matches));
    command_line::with(|state| state.commands = Some(command));
    Ok(matches)
}

/// Replaces the package name, which is the default of clap's derive, by the name of the binary.
fn named_after_binary(command: Command) -> Command {
    match running().filter(|program| program.package == Some(command.get_name())) {
        // clap requires a `'static` name.
        Some(program) => command.name(&*program.name.to_string().leak()),
        None => command,
    }
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
            _ => Err(lookup::complete(error.into(), command, arguments)),
        },
    }
}

/// Prints the requested help. The line about errors is added here, because adding it requires building all commands.
/// Omits values of environment variables that look secret.
fn show_help(mut command: Command, arguments: &[OsString], error: clap::Error) -> ! {
    add_errors_lines(&mut command);
    hide_secrets(&mut command);
    let color = command.get_color();
    let complete = command.try_get_matches_from(arguments);
    command_line::exit(&complete.err().unwrap_or(error), color)
}

/// Adds a line to the help of each command that declares its errors, with the call that lists them. Doesn't change
/// programs without an `errors` command.
fn add_errors_lines(command: &mut Command) {
    if !configured().shown_in_help {
        return;
    }
    let mut root = copied(command);
    root.build();
    let Some(list) = tree::errors_call(&root, "list") else { return };
    for node in tree::without_errors_command(Node::root(&root).all()) {
        let target = node.path.iter().try_fold(&mut *command, |command, name| command.find_subcommand_mut(name));
        match target {
            Some(root) if node.path.is_empty() => append(root, &format!("Errors: see `{list}`")),
            // A path with dots doesn't need quotes.
            Some(target) if node.errors.is_some() => {
                append(target, &format!("Errors: see `{list} --command {}`", node.path.join(".")));
            }
            _ => {}
        }
    }
}

/// Appends a paragraph to the text after the short help, and to the text after the long help if there is one.
fn append(command: &mut Command, line: &str) {
    let mut short = command.get_after_help().cloned().unwrap_or_default();
    let mut long = command.get_after_long_help().cloned();
    for text in std::iter::once(&mut short).chain(&mut long) {
        let gap = if text.to_string().is_empty() { "" } else { "\n\n" };
        // `StyledStr` implements `fmt::Write`.
        let _ = write!(text, "{gap}{line}");
    }
    let changed = take(command).after_help(short);
    *command = long.into_iter().fold(changed, Command::after_long_help);
}
