//! `errors diff`: what has changed between two catalogs.

use super::with_flag;
use crate::catalog::Catalog;
use crate::process::response::Response;
use crate::ready::changes::{Change, Changes};
use crate::ready::diff_error::DiffError;
use crate::ready::errors_command::ErrorsCommandError;
use crate::ready::export_error::ExportError;
use crate::tooling::annotations::{github, sarif};
use crate::tooling::contract::Contract;
use crate::vocabulary::change_class::ChangeClass;
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io};

const OLD: &str = "agent_error::diff::old";
const NEW: &str = "agent_error::diff::new";
pub(super) const AGAINST: &str = "agent_error::diff::against";
pub(super) const GITHUB: &str = "agent_error::diff::github";
pub(super) const SARIF: &str = "agent_error::diff::sarif";

pub(super) fn command() -> Command {
    Command::new("diff").about("Check whether a newer catalog breaks callers of an older one").defer(with_args)
}

fn with_args(command: Command) -> Command {
    let file = |id: &'static str, name: &'static str, help: &'static str| {
        Arg::new(id).value_name(name).value_parser(clap::value_parser!(PathBuf)).help(help)
    };
    let old =
        "The older catalog: a lock file, or the output of `errors export --format json`; \"-\" reads standard input";
    let command = command.arg(file(OLD, "OLD", old).required(true));
    let command = command.arg(file(NEW, "NEW", "The newer catalog [default: this program's]"));
    let against =
        Arg::new(AGAINST).value_name("REVISION").help("Read OLD from this git revision, as in \"origin/main\"");
    let github =
        Arg::new(GITHUB).action(ArgAction::SetTrue).help("Also write annotations for GitHub Actions to standard error");
    let sarif = Arg::new(SARIF)
        .value_name("FILE")
        .value_parser(clap::value_parser!(PathBuf))
        .help("Also write the changes to this file as SARIF");
    let command = with_flag(command, against, "against", "errors-against");
    let command = with_flag(command, github, "github", "errors-github");
    with_flag(command, sarif, "sarif", "errors-sarif")
}

/// The catalogs to compare.
pub(super) struct Sides<'a> {
    pub(super) old: &'a Path,
    pub(super) new: Option<&'a Path>,
    /// The revision that the older one is read from.
    pub(super) against: Option<&'a str>,
}

/// The older and the newer file.
pub(super) fn read(matches: &ArgMatches) -> (PathBuf, Option<PathBuf>) {
    // Clap has made sure that there is an older one.
    (matches.get_one(OLD).cloned().unwrap_or_default(), matches.get_one(NEW).cloned())
}

pub(super) fn run(
    catalog: &Catalog,
    sides: &Sides<'_>,
    annotates: bool,
    log: Option<&Path>,
) -> Result<Response, ErrorsCommandError> {
    let Sides { old, new, against } = *sides;
    let before = match against {
        Some(revision) => Contract::read_of_revision(revision, old)?,
        None => Contract::read(old)?,
    };
    let after = new.map_or_else(|| Ok(Contract::of(catalog)), Contract::read)?;
    let changes = before.changes_to(&after);
    let mistake = before.mistaken_for(&after);
    let place = |change: &Change| place(change, catalog, old);
    if annotates {
        // If the write fails, the answer still reports it.
        let _ = io::stderr().lock().write_all(github(&changes, place).as_bytes());
    }
    if let Some(log) = log {
        let not_written = |error: io::Error| ExportError::NotWritten { path: log.to_owned(), source: error.into() };
        fs::write(log, sarif(&changes, place)).map_err(not_written)?;
    }
    if !changes.are_compatible() {
        return Err(DiffError::incompatible(old, new, changes, mistake).into());
    }
    let text = match changes.is_empty() {
        true => "Nothing has changed.".to_owned(),
        false => format!("Compatible: {}.\n\n{changes}", changes.summary()),
    };
    let response = Response::new(Compatible(changes)).human(text);
    Ok(mistake.into_iter().fold(response, Response::warning))
}

/// The place of the code's declaration; for a removed code, the line of the older file that names it.
fn place(change: &Change, catalog: &Catalog, old: &Path) -> (String, u32) {
    if let Some(entry) = catalog.entry(&change.code) {
        return (entry.ty.file.to_owned(), entry.def.line());
    }
    let text = fs::read_to_string(old).unwrap_or_default();
    let name = change.code.trim_start_matches("command ").trim_start_matches("tool ").trim_matches('`');
    let line = text.lines().position(|line| line.contains(&format!("\"{name}\""))).unwrap_or_default();
    (old.display().to_string(), u32::try_from(line + 1).unwrap_or(1))
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
