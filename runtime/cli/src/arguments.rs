//! Arguments of `export`, `diff` and `lint`.

mod catalogs;
mod diff;
mod export;
mod lint;

pub use catalogs::CatalogArgs;
pub use diff::DiffArgs;
pub use export::ExportArgs;
pub use lint::LintArgs;

use crate::source::Source;
use agent_error::clap::UsageError;

/// Returns an error if standard input is used more than once, because it can only be read once.
fn check_stdin<'a>(sources: impl IntoIterator<Item = &'a Source>) -> Result<(), UsageError> {
    match sources.into_iter().filter(|source| **source == Source::Stdin).count() {
        0 | 1 => Ok(()),
        _ => Err(conflict("-", "-")),
    }
}

/// Creates the error for two conflicting arguments.
fn conflict(argument: &str, other: &str) -> UsageError {
    UsageError::ConflictingFlags { flag: argument.to_owned(), with: vec![other.to_owned()] }
}
