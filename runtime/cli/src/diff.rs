//! `agent-error diff`: compares two catalogs.

use crate::catalogs::{ProgramArgs, check_stdin, conflict, invalid};
use crate::error::CliError;
use crate::source::{CatalogSourceError, DocumentKind, Source};
use agent_error::clap::{CommandExt as _, UsageError};
use agent_error::vocabulary::DangerLevel;
use agent_error::{ErrorSet, Response, error_set};
use agent_error_tooling::{
    Change, ChangeClass, Changes, Contract, DiffError, Document, DocumentError, SourceLocation, github,
};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::cell::OnceCell;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The errors of `diff`.
const DIFF: ErrorSet = error_set![CatalogSourceError, DiffError];

/// Check a newer catalog for changes that break its callers
///
/// Reads each catalog from a file or standard input. To read the newer one from a program, pass it after `--`:
///
///   agent-error diff old.json new.json
///
///   agent-error diff --against origin/main errors.lock.json -- tool
#[derive(Clone, Debug, clap::Args)]
#[command(verbatim_doc_comment, errors = DIFF, danger = DangerLevel::Mutating)]
pub(crate) struct DiffArgs {
    /// Older catalog or lock file, or "-" for standard input
    #[arg(value_name = "OLD")]
    old: PathBuf,

    /// Newer catalog or lock file, or "-" for standard input
    #[arg(value_name = "NEW", required_unless_present = "program", conflicts_with = "program")]
    new: Option<PathBuf>,

    #[command(flatten)]
    program: ProgramArgs,

    /// Read OLD from this git revision, such as "origin/main"
    #[arg(long, value_name = "REVISION")]
    against: Option<String>,

    /// Also write GitHub Actions annotations to standard error
    #[arg(long)]
    github: bool,
}

impl DiffArgs {
    /// Returns the older and the newer source. The newer source is the program after `--`, if there is one.
    fn sources(&self) -> Result<(Source, Source), UsageError> {
        let old = Source::of_path(&self.old);
        // clap requires either NEW or a program.
        let new = self.program.source().unwrap_or_else(|| Source::of_path(self.new.as_deref().unwrap_or(&self.old)));
        check_stdin([&old, &new])?;
        match &old {
            Source::Stdin if self.against.is_some() => Err(conflict("--against", "-")),
            _ => Ok((old, new)),
        }
    }

    /// Compares the older catalog with the newer catalog.
    pub(crate) fn run(&self) -> Result<Response, CliError> {
        let (old, new) = self.sources()?;
        let before = match (&self.against, &old) {
            (Some(revision), Source::File(path)) => Side::of_revision(revision, path)?,
            _ => Side::read(&old, self)?,
        };
        let after = Side::read(&new, self)?;
        let changes = before.contract.changes_to(&after.contract);
        let mistake = before.contract.mismatch_with(&after.contract);
        if self.github {
            // Ignore errors: the response also contains the changes.
            let _ = io::stderr().lock().write_all(github(&changes, |change| place(change, &before, &after)).as_bytes());
        }
        if !changes.are_compatible() {
            let new = (!matches!(new, Source::Program { .. })).then_some(after.path.as_path());
            return Err(DiffError::incompatible(&before.path, new, changes, mistake).into());
        }
        let text = match changes.is_empty() {
            true => "No changes.".to_owned(),
            false => format!("Compatible: {}.\n\n{changes}", changes.summary()),
        };
        let response = Response::new(Compatible(changes)).human(text);
        Ok(mistake.into_iter().fold(response, Response::warning))
    }
}

/// One side of the comparison: a catalog or a lock file.
struct Side {
    contract: Contract,
    /// The parsed catalog, for source locations. Parsed on first use. `None` for a lock file.
    document: OnceCell<Option<Document>>,
    text: String,
    /// The path of the file, or a description of the source.
    path: PathBuf,
}

impl Side {
    fn read(source: &Source, args: &DiffArgs) -> Result<Self, CliError> {
        let text = source.read_document(&[DocumentKind::Catalog, DocumentKind::Lock], args.program.timeout())?;
        let path = match source {
            Source::File(path) => path.clone(),
            other => PathBuf::from(other.to_string()),
        };
        let contract = text.parse().map_err(|error: DocumentError| invalid(source, &error))?;
        Ok(Self { contract, document: OnceCell::new(), text, path })
    }

    fn of_revision(revision: &str, path: &Path) -> Result<Self, DiffError> {
        let contract = Contract::read_of_revision(revision, path)?;
        let text = fs::read_to_string(path).unwrap_or_default();
        Ok(Self { contract, document: OnceCell::from(None), text, path: path.to_owned() })
    }

    fn document(&self) -> Option<&Document> {
        self.document.get_or_init(|| self.text.parse().ok()).as_ref()
    }
}

/// Returns the source location of a changed code's declaration. If it's unknown, for example because the code was
/// removed, returns the first line of the older file that mentions the code.
fn place(change: &Change, old: &Side, new: &Side) -> SourceLocation {
    if let Some((file, line)) = new.document().and_then(|document| document.source(&change.code)) {
        return (file.to_owned(), line);
    }
    let name = change.code.trim_start_matches("command ").trim_start_matches("tool ").trim_matches('`');
    let line = old.text.lines().position(|line| line.contains(&format!("\"{name}\""))).unwrap_or_default();
    (old.path.display().to_string(), u32::try_from(line + 1).unwrap_or(1))
}

/// The response if all changes are compatible.
struct Compatible(Changes);

impl Serialize for Compatible {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("compatible", &true)?;
        map.serialize_entry("additive", &self.0.count(ChangeClass::Additive))?;
        map.serialize_entry("cosmetic", &self.0.count(ChangeClass::Cosmetic))?;
        map.serialize_entry("changes", &self.0)?;
        if !self.0.not_compared().is_empty() {
            map.serialize_entry("not_compared", self.0.not_compared())?;
        }
        map.end()
    }
}
