//! Arguments of `diff`.

use super::catalogs::ProgramArgs;
use super::{check_stdin, conflict};
use crate::fleet::FleetError;
use crate::source::{CatalogSourceError, Source};
use agent_error::clap::{CommandExt as _, UsageError};
use agent_error::vocabulary::DangerLevel;
use agent_error::{ErrorSet, error_set};
use agent_error_tooling::DiffError;
use std::path::PathBuf;
use std::time::Duration;

/// The errors of `diff`.
const DIFF: ErrorSet = error_set![CatalogSourceError, DiffError, FleetError];

/// Check a newer catalog for changes that break its callers
///
/// Reads each catalog from a file or standard input. To read the newer one from a program, pass it after `--`:
///
///   agent-error diff old.json new.json
///
///   agent-error diff --against origin/main errors.lock.json -- tool
///
/// To compare two releases of several programs, pass two directories with one catalog per program:
///
///   agent-error diff release-1/ release-2/
#[derive(Clone, Debug, clap::Args)]
#[command(verbatim_doc_comment, errors = DIFF, danger = DangerLevel::Safe)]
pub struct DiffArgs {
    /// Older catalog or lock file, directory, or "-" for standard input
    #[arg(value_name = "OLD")]
    old: PathBuf,

    /// Newer catalog or lock file, directory, or "-" for standard input
    #[arg(value_name = "NEW", required_unless_present = "program", conflicts_with = "program")]
    new: Option<PathBuf>,

    #[command(flatten)]
    program: ProgramArgs,

    /// Read OLD from this git revision, such as "origin/main"
    #[arg(long, value_name = "REVISION")]
    pub against: Option<String>,

    /// Also write GitHub Actions annotations to standard error
    #[arg(long)]
    pub github: bool,
}

impl DiffArgs {
    /// Returns the older and the newer source. The newer source is the program after `--`, if there is one.
    ///
    /// # Errors
    ///
    /// Returns [`UsageError::ConflictingFlags`] if both sources are standard input, or if `--against` is used and the
    /// older source is standard input or a directory.
    pub fn sources(&self) -> Result<(Source, Source), UsageError> {
        let old = Source::of_path(&self.old);
        // clap requires either NEW or a program.
        let new = self.program.source().unwrap_or_else(|| Source::of_path(self.new.as_deref().unwrap_or(&self.old)));
        check_stdin([&old, &new])?;
        match &old {
            Source::Stdin if self.against.is_some() => Err(conflict("--against", "-")),
            Source::File(path) if self.against.is_some() && path.is_dir() => {
                Err(conflict("--against", &path.display().to_string()))
            }
            _ => Ok((old, new)),
        }
    }

    /// Whether the changes are also written as annotations.
    pub fn reports(&self) -> bool {
        self.github
    }

    /// Returns the program's time limit. Defaults to 30 seconds.
    pub fn timeout(&self) -> Duration {
        self.program.timeout
    }
}

#[cfg(test)]
mod tests {
    use super::DiffArgs;
    use crate::source::Source;
    use clap::error::ErrorKind;
    use clap::{Args as _, Command, FromArgMatches as _};

    fn parse(arguments: &[&str]) -> Result<DiffArgs, ErrorKind> {
        let command = DiffArgs::augment_args(Command::new("diff")).no_binary_name(true);
        let matches = command.try_get_matches_from(arguments).map_err(|error| error.kind())?;
        DiffArgs::from_arg_matches(&matches).map_err(|error| error.kind())
    }

    #[test]
    fn the_newer_catalog_is_a_file_or_a_program() {
        let (old, new) = parse(&["errors.lock.json", "-"]).unwrap().sources().unwrap();
        assert_eq!((old, new), (Source::File("errors.lock.json".into()), Source::Stdin));
        let (old, new) = parse(&["-", "--", "tool"]).unwrap().sources().unwrap();
        let command_line = ["tool", "errors", "catalog"].map(Into::into).into();
        assert_eq!((old, new), (Source::Stdin, Source::Program { command_line }));
    }

    #[test]
    fn two_catalogs_are_required() {
        for arguments in [&[][..], &["a.json"], &["--", "tool"]] {
            assert_eq!(parse(arguments).unwrap_err(), ErrorKind::MissingRequiredArgument, "{arguments:?}");
        }
        assert_eq!(parse(&["a", "b", "--", "tool"]).unwrap_err(), ErrorKind::ArgumentConflict);
        assert_eq!(parse(&["a", "b", "c"]).unwrap_err(), ErrorKind::UnknownArgument);
    }

    #[test]
    fn standard_input_is_one_catalog_and_in_no_revision() {
        let message = |arguments: &[&str]| parse(arguments).unwrap().sources().unwrap_err().to_string();
        assert_eq!(message(&["-", "-"]), "the argument '-' cannot be used multiple times");
        assert_eq!(message(&["-", "a", "--against", "v1"]), "the argument '--against' cannot be used with '-'");
        assert!(parse(&["a", "-", "--against", "v1"]).unwrap().sources().is_ok());
    }

    #[test]
    fn changes_are_also_written_for_ci() {
        let args = parse(&["a", "b", "--against", "origin/main", "--github"]).unwrap();
        assert_eq!((args.against.as_deref(), args.github), (Some("origin/main"), true));
    }
}
