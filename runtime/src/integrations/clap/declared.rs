//! What the program declares about a command beyond clap: its errors, its danger level, and where the
//! values of its arguments are listed.

use crate::catalog::error_set::ErrorSet;
use crate::vocabulary::terms::Danger;
use clap::{ArgGroup, Command};
use std::sync::{Mutex, PoisonError};

// clap has no stable way to attach data to a command, because `Command::add` requires its
// `unstable-ext` feature. Each declaration is therefore an argument group without arguments. clap
// never prints such a group, and preserves it no matter how the program builds its commands. The
// group's id is a prefix and the declaration: the place of an error set in `SETS`, a danger level,
// or an argument's id and the command that lists its values.
//
// An id must be a `'static` string, so the process keeps each id, and each error set. Equal
// declarations share theirs: a program that builds its commands again keeps nothing more.

static IDS: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
static SETS: Mutex<Vec<ErrorSet>> = Mutex::new(Vec::new());

const ERRORS: &str = "agent-error errors: ";
const DANGER: &str = "agent-error danger: ";
const VALUES_FROM: &str = "agent-error values: ";

/// Returns the place of an error set in `SETS`.
fn place_of(set: ErrorSet) -> usize {
    let mut sets = SETS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(place) = sets.iter().position(|known| known.is_same(&set)) {
        return place;
    }
    sets.push(set);
    sets.len() - 1
}

/// Returns a `'static` copy of an id.
fn kept(id: String) -> &'static str {
    let mut ids = IDS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = ids.iter().find(|known| **known == id) {
        return known;
    }
    let leaked: &'static str = id.leak();
    ids.push(leaked);
    leaked
}

/// Adds an error set to those that the command declares.
pub(super) fn with_errors(command: Command, set: &ErrorSet) -> Command {
    let all = errors(&command).unwrap_or_default().and(set);
    with_group(command, format!("{ERRORS}{}", place_of(all)))
}

pub(super) fn with_danger(command: Command, danger: Danger) -> Command {
    with_group(command, format!("{DANGER}{danger}"))
}

pub(super) fn with_values_from(command: Command, arg: &str, listing: &str) -> Command {
    with_group(command, format!("{VALUES_FROM}{arg}\n{listing}"))
}

pub(super) fn errors(command: &Command) -> Option<ErrorSet> {
    // The last set includes all earlier ones.
    let place = values(command, ERRORS).last()?.parse::<usize>().ok()?;
    SETS.lock()
        .unwrap_or_else(PoisonError::into_inner)
        .get(place)
        .cloned()
}

pub(super) fn danger(command: &Command) -> Option<Danger> {
    values(command, DANGER)
        .filter_map(|level| level.parse().ok())
        .max()
}

/// Returns the command that lists the values of an argument, if the command declares it.
pub fn values_from<'a>(command: &'a Command, arg: &str) -> Option<&'a str> {
    let listings = values(command, VALUES_FROM).filter_map(|value| value.split_once('\n'));
    listings
        .filter(|(known, _)| *known == arg)
        .map(|(_, listing)| listing)
        .last()
}

#[inline(never)] // Its callers are chained.
fn with_group(command: Command, id: String) -> Command {
    let is_known = command
        .get_groups()
        .any(|group| group.get_id().as_str() == id);
    if is_known {
        return command;
    }
    command.group(ArgGroup::new(kept(id)))
}

/// Iterates over all ids that start with a prefix, without the prefix.
fn values<'a>(command: &'a Command, prefix: &str) -> impl Iterator<Item = &'a str> {
    command
        .get_groups()
        .filter_map(move |group| group.get_id().as_str().strip_prefix(prefix))
}
