//! `convert`: errors from one format to another.

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
use diagnosis::Diagnosis;
use error::LineError;
use input::Input;
use std::path::PathBuf;
use std::process::ExitCode;

/// The errors of a conversion.
const CONVERT: ErrorSet = error_set![InputError, LineError, ParseError];

/// Convert an error from any format to another
///
/// Reads the formats of agent-error, and the errors of GitHub, Stripe, Google, AWS, OAuth, Kubernetes, GraphQL,
/// JSON-RPC and others of the same shapes.
///
/// Writes the converted error to standard output and exits with 0, whatever the error says. If a format has no place
/// for a value, the value goes to the context or to the end of the detail. Facts that are not in the input are not
/// added. Values longer than 64 KiB are truncated. The last line break of the input is not part of the error.
#[derive(Debug, clap::Args)]
#[command(errors = CONVERT, danger = DangerLevel::Safe)]
pub(crate) struct Args {
    /// Output format of the converted error
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    to: Format,

    /// Input format [default: detected]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    from: Option<Format>,

    /// Indent JSON
    #[arg(long)]
    pretty: bool,

    /// Read one error per line, as in a log
    ///
    /// Writes each error on a line of its own as soon as it is read. Skips blank lines. Also skips lines without an
    /// error, reports each of them on standard error, and then exits with 65.
    #[arg(long)]
    lines: bool,

    /// File to read; "-" reads standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    file: PathBuf,
}

/// The names of the formats, and their aliases.
fn format_parser() -> ValueParser {
    const ALIASES: [&str; 2] = ["envelope", "text"];
    let values = Format::ALL.iter().map(|format| {
        let aliases = ALIASES.into_iter().filter(|alias| Format::named(alias) == Some(*format));
        PossibleValue::new(format.as_str()).aliases(aliases)
    });
    let parser = PossibleValuesParser::new(values.collect::<Vec<_>>());
    parser.try_map(|word| Format::named(&word).ok_or("no format has this name")).into()
}

impl Args {
    pub(crate) fn run(self) -> Result<ExitCode, ConvertError> {
        let conversion = Conversion { from: self.from, to: self.to, pretty: self.pretty };
        let input = Input::open(&self.file)?;
        let diagnosis = Diagnosis::new();
        match self.lines {
            true => Ok(conversion::lines(conversion, input, &diagnosis)),
            false => conversion::whole(conversion, input, &diagnosis),
        }
    }
}
