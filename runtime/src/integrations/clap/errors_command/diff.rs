//! `errors diff`: what has changed between two catalogs.

use crate::catalog::Catalog;
use crate::process::response::Response;
use crate::ready::changes::Changes;
use crate::ready::diff_error::DiffError;
use crate::ready::errors_command::ErrorsCommandError;
use crate::tooling::contract::Contract;
use crate::vocabulary::change_class::ChangeClass;
use clap::{Arg, ArgMatches, Command};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::path::{Path, PathBuf};

pub(super) fn command() -> Command {
    let file = |id: &'static str, help: &'static str| {
        Arg::new(id).value_name(id).value_parser(clap::value_parser!(PathBuf)).help(help)
    };
    Command::new("diff").about("Tell whether a newer catalog breaks those who rely on an older one").args([
        file("OLD", "What `errors export --format json` wrote, or a lock file").required(true),
        file("NEW", "The same of a newer version; without it, this program"),
    ])
}

/// The older and the newer file.
pub(super) fn read(matches: &ArgMatches) -> (PathBuf, Option<PathBuf>) {
    // Clap has made sure that there is an older one.
    (matches.get_one("OLD").cloned().unwrap_or_default(), matches.get_one("NEW").cloned())
}

pub(super) fn run(catalog: &Catalog, old: &Path, new: Option<&Path>) -> Result<Response, ErrorsCommandError> {
    let before = Contract::read(old)?;
    let after = new.map_or_else(|| Ok(Contract::of(catalog)), Contract::read)?;
    let changes = before.changes_to(&after);
    if !changes.are_compatible() {
        return Err(DiffError::incompatible(old, new, changes).into());
    }
    let text = match changes.is_empty() {
        true => "Nothing has changed.".to_owned(),
        false => format!("Compatible: {}.\n\n{changes}", changes.summary()),
    };
    Ok(Response::new(Compatible(changes)).human(text))
}

/// Changes of which none is breaking.
struct Compatible(Changes);

impl Serialize for Compatible {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(4))?;
        map.serialize_entry("compatible", &true)?;
        map.serialize_entry("additive", &self.0.count(ChangeClass::Additive))?;
        map.serialize_entry("cosmetic", &self.0.count(ChangeClass::Cosmetic))?;
        map.serialize_entry("changes", &self.0)?;
        map.end()
    }
}
