//! `errors export`: the catalog as documents.

use super::{own_only, proofs, with_flag};
use crate::catalog::Catalog;
use crate::process::response::Response;
use crate::ready::errors_command::ErrorsCommandError;
use crate::ready::export_error::ExportError;
use crate::vocabulary::export_format::ExportFormat;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{Arg, ArgMatches, Command};
use std::path::{Path, PathBuf};

const FORMAT: &str = "agent_error::export::format";
const OUT: &str = "agent_error::export::out";

pub(super) fn command() -> Command {
    Command::new("export").about("Export the catalog as documents").defer(with_args)
}

fn with_args(command: Command) -> Command {
    let formats = PossibleValuesParser::new(ExportFormat::WORDS.iter().copied());
    let format = Arg::new(FORMAT)
        .value_name("FORMAT")
        .required(true)
        .value_parser(formats.try_map(|word| word.parse::<ExportFormat>()))
        .help("What to write");
    let out = Arg::new(OUT)
        .value_name("DIR")
        .value_parser(clap::value_parser!(PathBuf))
        .help("Output folder; without it, or with \"-\", a single document goes to standard output");
    let command = with_flag(command, format, "format", "errors-format");
    let command = with_flag(command, out, "out", "errors-out");
    let command = with_flag(command, own_only(), "own", "errors-own");
    with_flag(command, proofs::arg(), "proofs", "errors-proofs")
}

/// The format and the folder.
pub(super) fn read(matches: &ArgMatches) -> (ExportFormat, Option<PathBuf>) {
    // Clap has made sure that there is a format.
    (matches.get_one(FORMAT).copied().unwrap_or(ExportFormat::Json), matches.get_one(OUT).cloned())
}

/// Files in a folder, or a document on standard output without an envelope.
pub(super) fn run(catalog: &Catalog, format: ExportFormat, out: Option<&Path>) -> Result<Response, ErrorsCommandError> {
    let Some(folder) = out.filter(|out| *out != Path::new("-")) else {
        if format.is_folder() {
            return Err(ExportError::FolderMissing { format }.into());
        }
        return Ok(Response::document(catalog.export(format).into_iter().map(|file| file.text).collect::<String>()));
    };
    let exported = catalog.export_to(format, folder)?;
    let text = match exported.files.as_slice() {
        [file] => format!("Wrote {}.", folder.join(file).display()),
        files => format!("Wrote {} files to {}.", files.len(), folder.display()),
    };
    let text = match exported.removed.len() {
        0 => text,
        removed => format!("{text} Removed {removed} left by an earlier export."),
    };
    Ok(Response::new(exported).human(text))
}
