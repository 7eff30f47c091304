//! The flags that select the format.

use crate::format::Format;
use crate::process::{Program, configured};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};

/// The flags that select the format: `--output FORMAT` and `--agent`, on every subcommand; the last one is used.
///
/// [`run`](crate::run) and [`main`](macro@crate::main) read them from the command line, so that an invalid command line
/// is also answered in the right format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutputArgs {
    /// `--output`.
    pub output: Option<Format>,
    /// `--agent`.
    pub agent: bool,
}

impl OutputArgs {
    /// The two flags. Inside of [`run`](crate::run) and [`main`](macro@crate::main) their help describes the settings
    /// of the program, elsewhere the defaults.
    pub fn args() -> [Arg; 2] {
        let program = configured();
        let output = Arg::new("output")
            .long("output")
            .value_name("FORMAT")
            .global(true)
            .value_parser(format_parser())
            .overrides_with_all(["output", "agent"])
            .help(help_of_output(&program));
        let agent = Arg::new("agent")
            .long("agent")
            .global(true)
            .action(ArgAction::SetTrue)
            .overrides_with_all(["output", "agent"])
            .help(format!("Answer in the format for agents, as `--output {}` does", program.agent_format));
        [output, agent].map(|arg| arg.help_heading("Answer"))
    }
}

fn help_of_output(program: &Program) -> String {
    let default = match program.unwatched_format {
        Format::Human => "text".to_owned(),
        Format::Envelope => "JSON in a pipe or under `CI`, else text".to_owned(),
        other => format!("`{other}` in a pipe or under `CI`, else text"),
    };
    let errors = if program.errors_on_stderr { "; errors go to standard error" } else { "" };
    format!("The format of the answer; by default {default}{errors}")
}

fn format_parser() -> ValueParser {
    let aliased = |format: &Format| {
        let word = PossibleValue::new(format.as_str());
        word.aliases(["envelope", "text"].into_iter().filter(|alias| Format::named(alias) == Some(*format)))
    };
    let values: Vec<PossibleValue> = Format::ALL.iter().map(aliased).collect();
    let parser = PossibleValuesParser::new(values);
    parser.map(|word| Format::named(&word).unwrap_or(Format::Human)).into()
}

impl Args for OutputArgs {
    fn augment_args(command: Command) -> Command {
        command.args(Self::args())
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for OutputArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self { output: matches.get_one("output").copied(), agent: matches.get_flag("agent") })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
