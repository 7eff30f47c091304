//! `errors export`: the catalog as documents.

use crate::catalog::Catalog;
use crate::process::response::Response;
use crate::ready::errors_command::ErrorsCommandError;
use crate::ready::export_error::ExportError;
use crate::vocabulary::export_format::ExportFormat;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{Arg, ArgMatches, Command};
use std::path::{Path, PathBuf};

pub(super) fn command() -> Command {
    let formats = PossibleValuesParser::new(ExportFormat::WORDS.iter().copied());
    let format = Arg::new("format")
        .long("format")
        .value_name("FORMAT")
        .required(true)
        .value_parser(formats.try_map(|word| word.parse::<ExportFormat>()))
        .help("What to write");
    let out = Arg::new("out")
        .long("out")
        .value_name("DIR")
        .value_parser(clap::value_parser!(PathBuf))
        .help("The folder for the files; without it, or for \"-\", a single document goes to standard output");
    Command::new("export").about("Write all error codes as documents").args([
        format,
        out,
        super::own_only(),
        super::proofs::arg(),
    ])
}

/// The format and the folder.
pub(super) fn read(matches: &ArgMatches) -> (ExportFormat, Option<PathBuf>) {
    // Clap has made sure that there is a format.
    (matches.get_one("format").copied().unwrap_or(ExportFormat::Json), matches.get_one("out").cloned())
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
