//! The `errors` command as a flag, for programs that take positional arguments.

use super::commands::copied;
use super::tree::ERRORS_FLAG;
use super::{ErrorsCommand, OutputArgs, given, state};
use crate::process::configured;
use crate::ready::usage::UsageError;
use clap::{Arg, ArgAction, Args as _, Command, FromArgMatches as _};
use std::ffi::OsString;

impl ErrorsCommand {
    /// Creates the `--errors` flag, for a program in which `errors` would be parsed as a positional argument. To handle
    /// the flag, call [`from_flag`](Self::from_flag). If the program already has a flag of this name, choose another
    /// one with [`Arg::long`].
    pub fn flag() -> Arg {
        Arg::new(ERRORS_FLAG)
            .long("errors")
            .value_names(["COMMAND", "ARGUMENT"])
            .num_args(1..)
            .action(ArgAction::Append)
            .exclusive(true)
            .allow_hyphen_values(true)
            .hide(!configured().shown_in_help)
            .help("Show the errors of this program: list, explain CODE, exits, manifest")
    }

    /// Parses the errors call on the process's command line, such as `--errors list` or `--errors explain CODE`.
    /// Everything after the flag belongs to the call. Returns `None` if the flag is missing, comes after `--`, or is
    /// the value of another option.
    ///
    /// Call this function before the program parses its own arguments, because some of them may be required. Pass the
    /// program's command, such as `Cli::command()`, which must include [`flag`](Self::flag).
    ///
    /// ```no_run
    /// use agent_error::Response;
    /// use agent_error::clap::{CommandExt as _, ErrorsCommand, get_matches};
    /// use agent_error::process::Report;
    /// use clap::{Arg, Command};
    ///
    /// #[agent_error::main]
    /// fn main() -> Result<Response, Report> {
    ///     let command = Command::new("grep")
    ///         .arg(Arg::new("pattern").required(true))
    ///         .arg(Arg::new("file").required(true))
    ///         .arg(ErrorsCommand::flag())
    ///         .output_args();
    ///     if let Some(errors) = ErrorsCommand::from_flag(&command)? {
    ///         return Ok(errors.run()?);
    ///     }
    ///     let matches = get_matches(command)?;
    /// // Do the actual work here.
    ///     Ok(Response::new(matches.get_one::<String>("file").cloned()))
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns a [`UsageError`] if the arguments after the flag are invalid.
    pub fn from_flag(program: &Command) -> Result<Option<Self>, UsageError> {
        Self::from_flag_in(program, &std::env::args_os().collect::<Vec<_>>())
    }

    fn from_flag_in(program: &Command, arguments: &[OsString]) -> Result<Option<Self>, UsageError> {
        let given = given::flags(program, arguments);
        let Some(flag) = given.into_iter().find(|given| given.flag.get_id() == ERRORS_FLAG) else {
            return Ok(None);
        };
        let (program_name, flag_name) = (program.get_name(), flag.flag.get_long().unwrap_or_default());
        let word = arguments[flag.index].to_string_lossy();
        let inline = word.split_once('=').map(|(_, value)| OsString::from(value));
        let call: Vec<OsString> = inline.into_iter().chain(arguments[flag.index + 1..].iter().cloned()).collect();
        let command = OutputArgs::augment_args(Self::command())
            .no_binary_name(true)
            .bin_name(format!("{program_name} --{flag_name}"));
        let matches = super::get_matches_from(command, &call)?;
        let commands = copied(program);
        state::with(|state| state.commands = Some(commands));
        Ok(Some(Self::from_arg_matches(&matches)?))
    }
}

#[cfg(test)]
mod tests {
    use super::ErrorsCommand;
    use clap::{Arg, Command};
    use std::ffi::OsString;

    fn tool() -> Command {
        let pair = Arg::new("pair").short('L').num_args(2).allow_hyphen_values(true);
        let verbose = Arg::new("verbose").short('v').action(clap::ArgAction::SetTrue);
        let commands = Arg::new("errors").required(true).num_args(1..);
        Command::new("tool").args([pair, verbose, commands, ErrorsCommand::flag()])
    }

    fn read(line: &str) -> Result<Option<ErrorsCommand>, String> {
        let arguments: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        ErrorsCommand::from_flag_in(&tool(), &arguments).map_err(|error| error.to_string())
    }

    #[test]
    fn the_flag_takes_what_the_command_takes() {
        let explain = || Ok(Some(ErrorsCommand::Explain { code: "A".to_owned() }));
        for line in ["tool --errors explain A", "tool -v --errors=explain A", "tool --errors explain A --agent"] {
            assert_eq!(read(line), explain(), "{line}");
        }
        assert!(matches!(read("tool --errors list --all --retryable"), Ok(Some(ErrorsCommand::List { .. }))));
        assert_eq!(read("tool --errors lst"), Err("unrecognized subcommand 'lst'".to_owned()));
    }

    #[test]
    fn a_value_of_another_option_is_not_the_flag() {
        for line in ["tool a b", "tool -- --errors list", "tool -L x --errors a", "tool -vL x --errors list"] {
            assert_eq!(read(line), Ok(None), "{line}");
        }
    }

    #[test]
    fn usage_lines_show_the_flag() {
        let arguments = ["tool", "--errors", "explain"].map(OsString::from);
        let error = ErrorsCommand::from_flag_in(&tool(), &arguments).unwrap_err();
        let super::UsageError::MissingFlags { usage, .. } = error else { panic!("{error}") };
        assert_eq!(usage.as_deref(), Some("tool --errors explain <CODE>"));
    }
}
