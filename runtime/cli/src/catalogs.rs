//! The `CATALOG` arguments of a subcommand.

use crate::error::CliError;
use crate::source::{DocumentKind, Source};
use agent_error::clap::UsageError;
use agent_error_tooling::{DiffError, Document};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// The catalogs to read: files, standard input, or the output of a program after `--`. At least one is required.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CatalogArgs {
    /// Catalogs, or "-" for standard input
    #[arg(value_name = "CATALOG", required_unless_present = "program")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    program: ProgramArgs,
}

impl CatalogArgs {
    /// Returns the sources in command-line order, with the program last.
    pub(crate) fn sources(&self) -> Vec<Source> {
        let files = self.files.iter().map(|path| Source::of_path(path));
        files.chain(self.program.source()).collect()
    }
}

/// A program that prints a catalog, and the program's time limit.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ProgramArgs {
    /// Run PROGRAM and read the catalog from its output [default ARGS: errors catalog]
    #[arg(id = "program", last = true, num_args = 1.., value_names = ["PROGRAM", "ARGS"])]
    command_line: Vec<OsString>,

    /// Time limit for PROGRAM, in seconds
    // Shown after the subcommand's own flags, but before `--help`.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, display_order = 100)]
    timeout: u32,
}

impl ProgramArgs {
    /// Returns the program, if there is one.
    pub(crate) fn source(&self) -> Option<Source> {
        (!self.command_line.is_empty()).then(|| Source::of_program(&self.command_line))
    }

    pub(crate) fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout.into())
    }
}

/// Reads all catalogs in command-line order.
pub(crate) fn read(catalogs: &CatalogArgs) -> Result<Vec<Document>, CliError> {
    let sources = catalogs.sources();
    check_stdin(&sources)?;
    sources.iter().map(|source| document(source, catalogs.program.timeout())).collect()
}

/// Reads a catalog.
pub(crate) fn document(source: &Source, timeout: Duration) -> Result<Document, CliError> {
    let text = source.read_document(&[DocumentKind::Catalog], timeout)?;
    text.parse().map_err(|error| invalid(source, &error).into())
}

/// Returns an error if standard input is used more than once, because it can only be read once.
pub(crate) fn check_stdin<'a>(sources: impl IntoIterator<Item = &'a Source>) -> Result<(), UsageError> {
    match sources.into_iter().filter(|source| **source == Source::Stdin).count() {
        0 | 1 => Ok(()),
        _ => Err(conflict("-", "-")),
    }
}

/// Creates the error for two conflicting arguments.
pub(crate) fn conflict(argument: &str, other: &str) -> UsageError {
    UsageError::ConflictingFlags { flag: argument.to_owned(), with: vec![other.to_owned()] }
}

/// Creates the error for a source that contains an invalid document.
pub(crate) fn invalid(source: &Source, problem: &impl ToString) -> DiffError {
    DiffError::Invalid { path: PathBuf::from(source.to_string()), problem: problem.to_string() }
}
