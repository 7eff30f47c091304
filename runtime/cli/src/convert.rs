//! `agent-error convert`: converts errors between formats.

mod conversion;
mod diagnosis;
mod error;
mod input;
mod output;

pub(crate) use error::ConvertError;

use crate::input_error::InputError;
use agent_error::clap::CommandExt as _;
use agent_error::format::ParseError;
use agent_error::vocabulary::DangerLevel;
use agent_error::{ErrorSet, Format, error_set};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser};
use conversion::Conversion;
use diagnosis::ErrorReporter;
use error::LineError;
use input::Input;
use std::path::PathBuf;
use std::process::ExitCode;

/// The errors of `convert`.
const CONVERT: ErrorSet = error_set![InputError, LineError, ParseError];

/// Convert an error to another format
///
/// Reads the formats of agent-error, and errors of GitHub, Stripe, Google, AWS, OAuth, Kubernetes, GraphQL, JSON-RPC
/// and similar APIs.
///
/// Writes the converted error to standard output and exits with 0. If the output format has no place for a value, moves
/// it to the context or appends it to the detail. Doesn't add facts that the input doesn't contain. Truncates values
/// longer than 64 KiB. Ignores a final line break in the input.
#[derive(Debug, clap::Args)]
#[command(errors = CONVERT, danger = DangerLevel::Safe)]
pub(crate) struct Args {
    /// Output format
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    to: Format,

    /// Input format [default: detected]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    from: Option<Format>,

    /// Pretty-print JSON
    #[arg(long)]
    pretty: bool,

    /// Read one error per line, as in a log file
    ///
    /// Writes each converted error on its own line as soon as its input line is read. Blank lines are skipped. If a
    /// line contains no error, reports the line on standard error, continues, and finally exits with 65.
    #[arg(long)]
    lines: bool,

    /// File to read, or "-" for standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    file: PathBuf,
}

/// Creates a parser for format names and their aliases.
fn format_parser() -> ValueParser {
    const ALIASES: [&str; 2] = ["envelope", "text"];
    let values = Format::ALL.iter().map(|format| {
        let aliases = ALIASES.into_iter().filter(|alias| Format::named(alias) == Some(*format));
        PossibleValue::new(format.as_str()).aliases(aliases)
    });
    let parser = PossibleValuesParser::new(values.collect::<Vec<_>>());
    parser.try_map(|word| Format::named(&word).ok_or("unknown format")).into()
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode, ConvertError> {
        let conversion = Conversion { from: self.from, to: self.to, pretty: self.pretty };
        let input = Input::open(&self.file)?;
        let diagnosis = ErrorReporter::new();
        match self.lines {
            true => Ok(conversion::lines(conversion, input, &diagnosis)),
            false => conversion::whole(conversion, input, &diagnosis),
        }
    }
}
