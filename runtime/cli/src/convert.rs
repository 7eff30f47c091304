//! The command line.

use crate::convert::{self, Conversion};
use crate::diagnose::Diagnosis;
use crate::error::{ConvertError, InputError, LineError};
use crate::input::Input;
use agent_error::clap::{CommandExt as _, ErrorsCommand, OutputArgs, UsageError};
use agent_error::format::ParseError;
use agent_error::vocabulary::DangerLevel;
use agent_error::{ErrorSet, Format, Program, error_set};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser};
use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// The errors of a conversion.
const CONVERT: ErrorSet = error_set![InputError, LineError, ParseError];

/// Reads an error in any format and writes it in another.
///
/// Besides its own formats it reads the errors of GitHub, Stripe, Google, AWS, OAuth, Kubernetes, GraphQL and
/// JSON-RPC, and others of their shapes.
///
/// The converted error goes to standard output and the exit code is 0, whatever the error says.
/// What a format has no place for goes to the nearest one: among the named values, or behind the detail. Facts that the
/// input lacks are not added. Values over 64 KiB are cut. One line break at the end of the
/// input is not part of the error.
#[derive(Debug, Parser)]
#[command(version, subcommand_negates_reqs = true, errors = CONVERT, danger = DangerLevel::Safe)]
pub(crate) struct Cli {
    #[command(flatten)]
    _output: OutputArgs,

    /// The format to write
    #[arg(long, value_name = "FORMAT", required = true, value_parser = format_parser())]
    to: Option<Format>,

    /// The format to insist on; without it, the format is detected, and so are errors of other systems
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    from: Option<Format>,

    /// Indent the formats that are JSON
    #[arg(long)]
    pretty: bool,

    /// Read one error a line, as in a log
    ///
    /// Each is written as soon as it is read, with a line break after it. Blank lines are left out. So are
    /// lines that hold no error: each of them is an error on standard error, and the exit code is then 65.
    /// An input without lines is converted to nothing.
    #[arg(long)]
    lines: bool,

    /// The file to read, or `-` for standard input; `./errors` is a file of that name
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    file: PathBuf,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// The errors that this program can end with
    Errors(ErrorsCommand),
}

/// The words of the formats, and their other names.
fn format_parser() -> ValueParser {
    const ALIASES: [&str; 2] = ["envelope", "text"];
    let values = Format::ALL.iter().map(|format| {
        let aliases = ALIASES.into_iter().filter(|alias| Format::named(alias) == Some(*format));
        PossibleValue::new(format.as_str()).aliases(aliases)
    });
    let parser = PossibleValuesParser::new(values.collect::<Vec<_>>());
    parser.try_map(|word| Format::named(&word).ok_or("no format has this name")).into()
}

impl Cli {
    pub(crate) fn run(self) -> Result<ExitCode, ConvertError> {
        match (&self.command, self.to) {
            (Some(_), Some(_)) => Err(UsageError::ConflictingFlags {
                flag: "--to".to_owned(),
                with: vec!["errors".to_owned()],
                usage: None,
            })?,
            (Some(Command::Errors(command)), None) => {
                let program = Program::new(env!("CARGO_BIN_NAME")).version(env!("CARGO_PKG_VERSION"));
                Ok(program.run(|| command.run().map_err(ConvertError::from)))
            }
            (None, to) => {
                // clap has refused a command line without `--to`.
                let to = to.unwrap_or(Format::Envelope);
                let conversion = Conversion { from: self.from, to, pretty: self.pretty };
                let input = Input::open(&self.file)?;
                let diagnosis = Diagnosis::new();
                match self.lines {
                    true => Ok(convert::lines(conversion, input, &diagnosis)),
                    false => convert::whole(conversion, input, &diagnosis),
                }
            }
        }
    }
}
