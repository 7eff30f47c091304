//! Arguments of `lint`.

use super::CatalogArgs;
use crate::fleet::FleetError;
use crate::source::CatalogSourceError;
use agent_error::clap::CommandExt as _;
use agent_error::vocabulary::DangerLevel;
use agent_error::{ErrorSet, error_set};
use agent_error_tooling::{DiffError, ExportError, LintError};
use std::path::PathBuf;

/// The errors of `lint`.
const LINT: ErrorSet = error_set![
    CatalogSourceError,
    "FLEET_EMPTY" in FleetError,
    "FLEET_PROGRAM_DUPLICATE" in FleetError,
    LintError,
    "CATALOG_FILE_UNREADABLE" in DiffError,
    "CATALOG_FILE_INVALID" in DiffError,
    "EXPORT_NOT_WRITTEN" in ExportError,
];

/// Find errors in catalogs that lack information
///
/// Reads the catalogs from files or standard input. To read one from a program, pass it after `--`:
///
///   agent-error lint --strict catalog.json
///
///   agent-error lint --baseline accepted.txt -- tool
///
/// With several catalogs, also reports codes on which the programs disagree:
///
///   agent-error lint catalogs/
#[derive(Clone, Debug, clap::Args)]
#[command(verbatim_doc_comment, errors = LINT, danger = DangerLevel::Mutating)]
pub struct LintArgs {
    /// The catalogs to lint.
    #[command(flatten)]
    pub catalogs: CatalogArgs,

    /// Exit with an error if there are findings
    #[arg(long)]
    pub strict: bool,

    /// Ignore the findings listed in this file
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,

    /// Accept all current findings and write them to the --baseline file
    #[arg(long, requires = "baseline")]
    pub write_baseline: bool,
}

#[cfg(test)]
mod tests {
    use super::LintArgs;
    use clap::error::ErrorKind;
    use clap::{Args as _, Command, FromArgMatches as _};
    use std::path::Path;

    fn parse(arguments: &[&str]) -> Result<LintArgs, ErrorKind> {
        let command = LintArgs::augment_args(Command::new("lint")).no_binary_name(true);
        let matches = command.try_get_matches_from(arguments).map_err(|error| error.kind())?;
        LintArgs::from_arg_matches(&matches).map_err(|error| error.kind())
    }

    #[test]
    fn only_a_baseline_can_be_written() {
        let args = parse(&["--baseline", "accepted", "--write-baseline", "--", "tool"]).unwrap();
        assert_eq!((args.baseline.as_deref(), args.write_baseline), (Some(Path::new("accepted")), true));
        assert_eq!(parse(&["a.json", "--write-baseline"]).unwrap_err(), ErrorKind::MissingRequiredArgument);
    }
}
