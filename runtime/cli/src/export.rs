//! `agent-error export`: generates schemas and documentation from a catalog.

use crate::catalogs::{self, ProgramArgs};
use crate::error::CliError;
use crate::source::{CatalogSourceError, Source};
use agent_error::clap::CommandExt as _;
use agent_error::vocabulary::DangerLevel;
use agent_error::{ErrorSet, Response, error_set};
use agent_error_tooling::{DiffError, ExportError, ExportFormat};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::path::{Path, PathBuf};

/// The errors of `export`.
const EXPORT: ErrorSet = error_set![CatalogSourceError, ExportError, "CATALOG_FILE_INVALID" in DiffError];

/// Generate schemas and documentation from a catalog
///
/// Reads the catalog from a file or standard input. To read it from a program, pass it after `--`:
///
///   agent-error export openapi catalog.json
///
///   agent-error export markdown --out docs/src -- tool
#[derive(Clone, Debug, clap::Args)]
#[command(verbatim_doc_comment, errors = EXPORT, danger = DangerLevel::Mutating)]
pub(crate) struct ExportArgs {
    /// Output format
    #[arg(value_name = "FORMAT", value_parser = formats())]
    format: ExportFormat,

    /// Catalog, or "-" for standard input
    #[arg(value_name = "CATALOG", required_unless_present = "program", conflicts_with = "program")]
    catalog: Option<PathBuf>,

    #[command(flatten)]
    program: ProgramArgs,

    /// Omit the codes that agent-error adds to every program
    #[arg(long)]
    own: bool,

    /// Output directory; without it, or with "-", writes a single document to standard output
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Parses a format. Each possible value has a description.
fn formats() -> impl TypedValueParser<Value = ExportFormat> {
    let described = [
        (ExportFormat::Schema, "JSON Schema of the envelope"),
        (ExportFormat::OpenApi, "OpenAPI 3.1 components"),
        (ExportFormat::Markdown, "Markdown pages, one per code, and an index; requires --out"),
    ];
    let values = described.map(|(format, about)| PossibleValue::new(format.as_str()).help(about));
    PossibleValuesParser::new(values).try_map(|word| word.parse::<ExportFormat>())
}

impl ExportArgs {
    /// Exports the catalog to a directory. If no directory is given, writes a single file to standard output.
    pub(crate) fn run(&self) -> Result<Response, CliError> {
        let mut document = catalogs::document(&self.source(), self.program.timeout())?;
        if self.own {
            document = document.own();
        }
        let format = self.format;
        match self.directory() {
            None if format.is_folder() => Err(ExportError::FolderMissing { format }.into()),
            None => {
                let files = document.export(format).into_iter();
                Ok(Response::document(files.map(|file| file.text).collect::<String>()))
            }
            Some(folder) => {
                let exported = document.export_to(format, folder)?;
                let text = match exported.files.as_slice() {
                    [file] => format!("Wrote {}.", folder.join(file).display()),
                    files => format!("Wrote {} files to {}.", files.len(), folder.display()),
                };
                Ok(Response::new(exported).human(text))
            }
        }
    }

    /// Returns the source of the catalog. clap requires either a file or a program.
    fn source(&self) -> Source {
        let file = || Source::of_path(self.catalog.as_deref().unwrap_or(Path::new("-")));
        self.program.source().unwrap_or_else(file)
    }

    /// Returns the output directory, or `None` for standard output.
    fn directory(&self) -> Option<&Path> {
        self.out.as_deref().filter(|out| *out != Path::new("-"))
    }
}

#[cfg(test)]
mod tests {
    use super::ExportArgs;
    use crate::source::Source;
    use agent_error_tooling::ExportFormat;
    use clap::error::ErrorKind;
    use clap::{Args as _, Command, FromArgMatches as _};
    use std::path::Path;

    fn parse(arguments: &[&str]) -> Result<ExportArgs, ErrorKind> {
        let command = ExportArgs::augment_args(Command::new("export")).no_binary_name(true);
        let matches = command.try_get_matches_from(arguments).map_err(|error| error.kind())?;
        ExportArgs::from_arg_matches(&matches).map_err(|error| error.kind())
    }

    #[test]
    fn the_format_comes_before_the_catalog() {
        let args = parse(&["openapi", "a.json", "--own"]).unwrap();
        assert_eq!((args.format, args.own), (ExportFormat::OpenApi, true));
        assert_eq!(args.source(), Source::File("a.json".into()));
        assert!(matches!(parse(&["schema", "--", "tool"]).unwrap().source(), Source::Program { .. }));
        assert_eq!(parse(&["pdf", "a.json"]).unwrap_err(), ErrorKind::InvalidValue);
        assert_eq!(parse(&["schema"]).unwrap_err(), ErrorKind::MissingRequiredArgument);
        assert_eq!(parse(&["schema", "a.json", "--", "tool"]).unwrap_err(), ErrorKind::ArgumentConflict);
        assert_eq!(parse(&["schema", "a.json", "b.json"]).unwrap_err(), ErrorKind::UnknownArgument);
    }

    #[test]
    fn every_format_can_be_named() {
        for format in ExportFormat::WORDS {
            assert_eq!(parse(&[format, "a.json"]).unwrap().format.as_str(), *format);
        }
    }

    #[test]
    fn a_dash_as_the_directory_is_standard_output() {
        assert_eq!(parse(&["schema", "a.json"]).unwrap().directory(), None);
        assert_eq!(parse(&["schema", "a.json", "--out", "-"]).unwrap().directory(), None);
        assert_eq!(parse(&["schema", "a.json", "--out", "docs"]).unwrap().directory(), Some(Path::new("docs")));
    }
}
