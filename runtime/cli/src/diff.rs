//! `agent-error diff`: compares two catalogs, or two directories with catalogs.

use crate::arguments::DiffArgs;
use crate::catalogs::invalid;
use crate::error::CliError;
use crate::fleet::{FleetError, directory};
use crate::source::{DocumentKind, Source};
use agent_error::Response;
use agent_error_tooling::{
    Change, ChangeClass, Changes, Contract, DiffError, Document, DocumentError, SourceLocation, github,
};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::cell::OnceCell;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

impl DiffArgs {
    /// Compares the older catalog with the newer catalog.
    pub(crate) fn run(&self) -> Result<Response, CliError> {
        let (old, new) = self.sources()?;
        match (directory(&old), directory(&new)) {
            (Some(old), Some(new)) => return self.run_fleet(old, new),
            (Some(directory), None) => return Err(mixed(directory, &new).into()),
            (None, Some(directory)) => return Err(mixed(directory, &old).into()),
            (None, None) => {}
        }
        let before = match (&self.against, &old) {
            (Some(revision), Source::File(path)) => Side::of_revision(revision, path)?,
            _ => Side::read(&old, self)?,
        };
        let after = Side::read(&new, self)?;
        let changes = before.contract.changes_to(&after.contract);
        let mistake = before.contract.mismatch_with(&after.contract);
        annotate(self, &changes, |change| place(change, &before, &after));
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

/// Creates the error for comparing a directory with a source that isn't a directory.
fn mixed(directory: &Path, other: &Source) -> FleetError {
    FleetError::Mixed { directory: directory.display().to_string(), other: other.to_string() }
}

/// Writes GitHub Actions annotations, if requested.
pub(crate) fn annotate(args: &DiffArgs, changes: &Changes, place: impl Fn(&Change) -> SourceLocation) {
    if args.github {
        // Ignore errors: the response also contains the changes.
        let _ = io::stderr().lock().write_all(github(changes, place).as_bytes());
    }
}

/// One side of the comparison: a catalog or a lock file.
pub(crate) struct Side {
    pub(crate) contract: Contract,
    /// The parsed catalog, for source locations. Parsed on first use. `None` for a lock file.
    document: OnceCell<Option<Document>>,
    text: String,
    /// The path of the file, or a description of the source.
    pub(crate) path: PathBuf,
}

impl Side {
    pub(crate) fn read(source: &Source, args: &DiffArgs) -> Result<Self, CliError> {
        let text = source.read_document(&[DocumentKind::Catalog, DocumentKind::Lock], args.timeout())?;
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
pub(crate) fn place(change: &Change, old: &Side, new: &Side) -> SourceLocation {
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
