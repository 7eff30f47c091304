//! Parses the program's command line, and shows help.

#[cfg(debug_assertions)]
use super::tree;
use super::usage_error::UsageError;
use super::{command_line, failed_call, global_options, help, output_flags};
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
    from_matches(get_matches(C::command())?)
}

/// Parses arguments that aren't those of the process. Like [`parse_args`], but for libraries whose
/// entry is a function such as `run(args)`. The first argument is the name of the program.
///
/// If clap rejects the arguments, the flags of [`OutputFlags`](super::OutputFlags) among them
/// select the format of the error.
///
/// ```
/// use agent_error::clap::{UsageError, parse_args_from};
///
/// #[derive(clap::Parser)]
/// struct Cli {
///     path: String,
/// }
///
/// fn run(args: &[&str]) -> Result<String, UsageError> {
///     Ok(parse_args_from::<Cli>(args.iter().copied())?.path)
/// }
///
/// assert_eq!(run(&["tool", "a.txt"]).unwrap(), "a.txt");
/// assert!(run(&["tool"]).is_err());
/// ```
///
/// # Errors
///
/// Returns a [`UsageError`] if the arguments are invalid.
pub fn parse_args_from<C: clap::Parser>(
    arguments: impl IntoIterator<Item = impl Into<OsString>>,
) -> Result<C, UsageError> {
    from_matches(get_matches_from(C::command(), arguments)?)
}

fn from_matches<C: clap::Parser>(mut matches: ArgMatches) -> Result<C, UsageError> {
    C::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut C::command()).into())
}

/// Parses the program's command line. Like [`parse_args`], but for clap's builder.
///
/// # Errors
///
/// Returns a [`UsageError`] if the command line is invalid.
pub fn get_matches(command: Command) -> Result<ArgMatches, UsageError> {
    output::set_arguments(None);
    matches(command, &output::arguments())
}

/// Parses arguments that aren't those of the process. Like [`parse_args_from`], but for clap's
/// builder.
///
/// # Errors
///
/// Returns a [`UsageError`] if the arguments are invalid.
pub fn get_matches_from(
    command: Command,
    arguments: impl IntoIterator<Item = impl Into<OsString>>,
) -> Result<ArgMatches, UsageError> {
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    output::set_arguments(Some(arguments.clone()));
    matches(command, &arguments)
}

fn matches(mut command: Command, arguments: &[OsString]) -> Result<ArgMatches, UsageError> {
    command_line::register();
    // clap's derive names the program after the package. Name it after the binary.
    if let Some(program) = running().filter(|program| program.package == Some(command.get_name())) {
        // clap requires a `'static` name.
        command = command.name(&*program.name.to_string().leak());
    }
    let parsed = match command.try_get_matches_from_mut(arguments) {
        Ok(matches) => matches,
        Err(error) => return Err(rejected(error, &command, arguments)),
    };
    #[cfg(debug_assertions)]
    tree::watch(&command, &parsed);
    output::set_by_flags(output_flags::selected(&parsed));
    let options = global_options::given(&command, &parsed);
    let mut state = command_line::state();
    state.options = options;
    state.commands = Some(Arc::new(command));
    Ok(parsed)
}

/// Shows help or the version, or else returns the usage error.
fn rejected(error: clap::Error, command: &Command, arguments: &[OsString]) -> UsageError {
    match error.kind() {
        ErrorKind::DisplayVersion => command_line::exit(&error, command.get_color()),
        ErrorKind::DisplayHelp => show_help(command, arguments, error),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand if is_read_by_a_person() => {
            show_help(command, arguments, error)
        }
        _ => failed_call::usage_error(error, command, arguments),
    }
}

fn is_read_by_a_person() -> bool {
    running().is_some() && crate::process::format().is_for_people()
}

/// Prints the requested help. Omits values of environment variables that look secret, and says
/// where values come from.
fn show_help(command: &Command, arguments: &[OsString], error: clap::Error) -> ! {
    let mut command = Command::from(command);
    help::prepare(&mut command);
    let color = command.get_color();
    let complete = command.try_get_matches_from_mut(arguments);
    command_line::exit(&complete.err().unwrap_or(error), color)
}
