//! Arguments of `export`.

use super::CatalogArgs;
use crate::fleet::FleetError;
use crate::source::CatalogSourceError;
use agent_error::clap::CommandExt as _;
use agent_error::vocabulary::DangerLevel;
use agent_error::{ErrorSet, error_set};
use agent_error_tooling::{DiffError, ExportError, ExportFormat};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::path::{Path, PathBuf};

/// The errors of `export`.
const EXPORT: ErrorSet = error_set![
    CatalogSourceError,
    "FLEET_EMPTY" in FleetError,
    ExportError,
    "CATALOG_FILE_UNREADABLE" in DiffError,
    "CATALOG_FILE_INVALID" in DiffError,
];

/// Generate schemas, types and documentation from catalogs
///
/// Reads the catalogs from files or standard input. To read one from a program, pass it after `--`:
///
///   agent-error export openapi catalog.json
///
///   agent-error export site --out docs -- tool
#[derive(Clone, Debug, clap::Args)]
#[command(verbatim_doc_comment, errors = EXPORT, danger = DangerLevel::Mutating)]
pub struct ExportArgs {
    /// Output format
    #[arg(value_name = "FORMAT", value_parser = formats())]
    pub format: ExportFormat,

    /// The catalogs to export.
    #[command(flatten)]
    pub catalogs: CatalogArgs,

    /// File with proofs of the advice, such as "errors.proofs.json"
    #[arg(long, value_name = "FILE")]
    pub proofs: Option<PathBuf>,

    /// Omit the codes that agent-error adds to every program
    #[arg(long)]
    pub own: bool,

    /// Output directory; without it, or with "-", writes a single document to standard output
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Parses a format. Each possible value has a description.
fn formats() -> impl TypedValueParser<Value = ExportFormat> {
    let described = [
        (ExportFormat::Schema, "JSON Schema of the envelope"),
        (ExportFormat::OpenApi, "OpenAPI 3.1 components"),
        (ExportFormat::TypeScript, "TypeScript types"),
        (ExportFormat::Markdown, "Markdown pages, one per code, and an index; requires --out"),
        (ExportFormat::Site, "mdBook site; requires --out. With several catalogs, also an index of all codes"),
        (ExportFormat::Llms, "Section for a project's llms.txt"),
    ];
    let values = described.map(|(format, about)| PossibleValue::new(format.as_str()).help(about));
    PossibleValuesParser::new(values).try_map(|word| word.parse::<ExportFormat>())
}

impl ExportArgs {
    /// Returns the output directory, or `None` for standard output.
    pub fn directory(&self) -> Option<&Path> {
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
    fn the_format_comes_before_the_catalogs() {
        let args = parse(&["openapi", "a.json", "b.json", "--own", "--proofs", "p.json", "--", "tool"]).unwrap();
        assert_eq!((args.format, args.own), (ExportFormat::OpenApi, true));
        assert_eq!(args.proofs.as_deref(), Some(Path::new("p.json")));
        let sources = args.catalogs.sources().unwrap();
        assert_eq!(sources[..2], [Source::File("a.json".into()), Source::File("b.json".into())]);
        assert_eq!(sources.len(), 3);
        assert_eq!(parse(&["pdf", "a.json"]).unwrap_err(), ErrorKind::InvalidValue);
        assert_eq!(parse(&["schema"]).unwrap_err(), ErrorKind::MissingRequiredArgument);
    }

    #[test]
    fn every_format_can_be_named() {
        for format in ExportFormat::WORDS {
            assert_eq!(parse(&[format, "a.json"]).unwrap().format.as_str(), *format);
        }
    }

    #[test]
    fn a_dash_as_the_directory_is_standard_output() {
        assert_eq!(parse(&["llms", "a.json"]).unwrap().directory(), None);
        assert_eq!(parse(&["llms", "a.json", "--out", "-"]).unwrap().directory(), None);
        assert_eq!(parse(&["llms", "a.json", "--out", "docs"]).unwrap().directory(), Some(Path::new("docs")));
    }
}
