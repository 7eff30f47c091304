//! The `errors` command as a flag, for programs whose arguments are positional.

use super::{ErrorsCommand, OutputArgs};
use crate::ready::usage::UsageError;
use clap::{Arg, ArgAction, Command, FromArgMatches as _};
use std::ffi::OsString;

const NAME: &str = "errors";

impl ErrorsCommand {
    /// The flag `--errors`, for the help and the completions of a program in which `errors` would be a positional
    /// argument. [`from_flag`](Self::from_flag) reads it.
    pub fn flag() -> Arg {
        Arg::new(NAME)
            .long(NAME)
            .value_names(["COMMAND", "ARGUMENT"])
            .num_args(1..)
            .action(ArgAction::Append)
            .exclusive(true)
            .help("The errors that this program can end with: list, explain CODE, exits, manifest")
    }

    /// The call in the command line of the process, such as `--errors list` or `--errors explain CODE`, with all flags of
    /// the command `errors`. `None` without `--errors` before a `--`. Call it before the program parses its own
    /// arguments, which may be required.
    ///
    /// ```no_run
    /// use agent_error::Response;
    /// use agent_error::clap::{ErrorsCommand, OutputArgs, get_matches};
    /// use agent_error::process::Report;
    /// use clap::{Arg, Command};
    ///
    /// #[agent_error::main]
    /// fn main() -> Result<Response, Report> {
    ///     let command = Command::new("grep").arg(Arg::new("pattern").required(true)).arg(Arg::new("file").required(true));
    ///     let command = command.arg(ErrorsCommand::flag()).args(OutputArgs::args());
    ///     if let Some(errors) = ErrorsCommand::from_flag()? {
    ///         return Ok(errors.run_for(&command)?);
    ///     }
    ///     let matches = get_matches(command)?;
    ///     // What the program does.
    ///     Ok(Response::new(matches.get_one::<String>("file").cloned()))
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// [`UsageError`] for a call that `errors` does not take.
    pub fn from_flag() -> Result<Option<Self>, UsageError> {
        Self::from_flag_in(std::env::args_os().collect())
    }

    fn from_flag_in(mut arguments: Vec<OsString>) -> Result<Option<Self>, UsageError> {
        let before_values = arguments.iter().take_while(|argument| *argument != "--");
        let Some(place) = before_values.into_iter().position(|argument| argument == "--errors") else {
            return Ok(None);
        };
        arguments[place] = NAME.into();
        // clap shows the name by which the program was called.
        let command =
            Command::new("program").args(OutputArgs::args()).subcommand_required(true).subcommand(Self::command());
        let matches = super::get_matches_from(command, &arguments)?;
        match matches.subcommand() {
            Some((_, errors)) => Ok(Some(Self::from_arg_matches(errors)?)),
            None => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ErrorsCommand;
    use std::ffi::OsString;

    fn read(line: &str) -> Result<Option<ErrorsCommand>, String> {
        let arguments: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        ErrorsCommand::from_flag_in(arguments).map_err(|error| error.to_string())
    }

    #[test]
    fn the_flag_takes_what_the_command_takes() {
        let explain = Ok(Some(ErrorsCommand::Explain { code: "A".to_owned() }));
        assert_eq!(read("tool --errors explain A"), explain);
        assert_eq!(read("tool --output json --errors explain A"), explain);
        assert_eq!(read("tool --errors explain A --agent"), explain);
        assert!(matches!(read("tool --errors list --all --retryable"), Ok(Some(ErrorsCommand::List { .. }))));
        assert_eq!(read("tool --errors lst"), Err("unrecognized subcommand 'lst'".to_owned()));
        assert_eq!(read("tool a b"), Ok(None));
        assert_eq!(read("tool -- --errors list"), Ok(None));
    }
}
