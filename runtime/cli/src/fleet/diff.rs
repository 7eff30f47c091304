//! Compares two releases of a fleet.

use super::{FleetError, catalogs_in};
use crate::arguments::DiffArgs;
use crate::diff::{Side, annotate};
use crate::error::CliError;
use crate::source::Source;
use agent_error::Response;
use agent_error_tooling::{Change, Contract, FleetChanges, SourceLocation};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

impl DiffArgs {
    /// Compares the catalogs in two directories, by program.
    pub(crate) fn run_fleet(&self, old: &Path, new: &Path) -> Result<Response, CliError> {
        let (before, after) = (Release::read(old, self)?, Release::read(new, self)?);
        let changes = FleetChanges::between(&before.contracts(), &after.contracts());
        let flattened = changes.flattened();
        if self.reports() {
            let places = places(&changes, &before, &after);
            // `places` contains every change.
            let place = |change: &Change| places.get(&change.code).cloned().unwrap_or_default();
            annotate(self, &flattened, place);
        }
        if !changes.are_compatible() {
            let (old, new) = (old.display().to_string(), new.display().to_string());
            return Err(FleetError::incompatible(old, new, changes).into());
        }
        let text = match flattened.is_empty() {
            true => format!("No changes in {} programs.", changes.unchanged),
            false => format!("Compatible: {}.\n\n{flattened}", flattened.summary()),
        };
        Ok(Response::new(changes).human(text))
    }
}

/// The catalogs of a release, by program.
struct Release(BTreeMap<String, Side>);

impl Release {
    fn read(directory: &Path, args: &DiffArgs) -> Result<Self, CliError> {
        let mut programs: BTreeMap<String, Side> = BTreeMap::new();
        for path in catalogs_in(directory)? {
            let side = Side::read(&Source::File(path.clone()), args)?;
            // Lock files may lack the name of the program. Fall back to the file name.
            let of_file = || path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let program = side.contract.program().map_or_else(of_file, str::to_owned);
            if let Some(first) = programs.get(&program) {
                let (first, second) = (first.path.display().to_string(), path.display().to_string());
                return Err(FleetError::DuplicateProgram { program, first, second }.into());
            }
            programs.insert(program, side);
        }
        Ok(Self(programs))
    }

    fn contracts(&self) -> BTreeMap<&str, &Contract> {
        self.0.iter().map(|(program, side)| (program.as_str(), &side.contract)).collect()
    }
}

/// Maps the code of each change in [`FleetChanges::flattened`] to its source location.
fn places(changes: &FleetChanges, old: &Release, new: &Release) -> HashMap<String, SourceLocation> {
    let file =
        |release: &Release, program: &String| (program.clone(), (release.0[program].path.display().to_string(), 1));
    let removed = changes.removed.iter().map(|program| file(old, program));
    let added = changes.added.iter().map(|program| file(new, program));
    let of_programs = changes.changed.iter().flat_map(|changed| {
        let (old, new) = (&old.0[&changed.program], &new.0[&changed.program]);
        changed.flattened().map(|(code, change)| (code, crate::diff::place(change, old, new)))
    });
    removed.chain(added).chain(of_programs).collect()
}
