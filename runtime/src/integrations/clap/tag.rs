//! Attaches declarations to a clap command.
//!
//! clap has no stable way to attach data to a command, because `Command::add` requires its `unstable-ext` feature. Each
//! declaration is therefore an argument group without arguments. clap never prints such a group, and preserves it no
//! matter how the program builds its commands. The group's id identifies the declaration.

use crate::catalog::error_set::ErrorSet;
use crate::vocabulary::terms::DangerLevel;
use clap::{ArgGroup, Command};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// The distinct error sets of the program.
static SETS: Mutex<Vec<ErrorSet>> = Mutex::new(Vec::new());

/// The id prefix of an error set. The index of the set follows.
const ERRORS: &str = "agent-error errors: ";

/// The id prefix of a danger level.
const DANGER: &str = "agent-error danger: ";

/// The id prefix of a `values_from` declaration. The argument's id and the command that lists the values follow.
const VALUES_FROM: &str = "agent-error values: ";

/// Adds codes to those that the command has already declared.
pub(super) fn with_errors(command: Command, set: &ErrorSet) -> Command {
    let all = errors(&command).unwrap_or_default().and(set);
    let mut sets = SETS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = sets.iter().position(|known| known.is(&all));
    let place = known.unwrap_or_else(|| {
        sets.push(all);
        sets.len() - 1
    });
    with_group(command, format!("{ERRORS}{place}"))
}

/// Returns the codes that the command itself declares, if any.
pub(super) fn errors(command: &Command) -> Option<ErrorSet> {
    // The last set includes all earlier ones.
    let place = values(command, ERRORS).last()?.parse::<usize>().ok()?;
    SETS.lock().unwrap_or_else(PoisonError::into_inner).get(place).cloned()
}

pub(super) fn with_danger(command: Command, danger: DangerLevel) -> Command {
    with_group(command, format!("{DANGER}{danger}"))
}

/// Returns the highest danger level that the command itself declares.
pub(super) fn danger(command: &Command) -> Option<DangerLevel> {
    values(command, DANGER).filter_map(|level| level.parse().ok()).max()
}

/// Declares the command that lists the values of an argument.
pub(super) fn with_values_from(command: Command, arg: &str, listing: &str) -> Command {
    with_group(command, format!("{VALUES_FROM}{arg}\n{listing}"))
}

/// Returns the command that lists the values of an argument, if this command declares one.
pub(super) fn values_from<'a>(command: &'a Command, arg: &str) -> Option<&'a str> {
    let listings = values(command, VALUES_FROM).filter_map(|value| value.split_once('\n'));
    listings.filter(|(known, _)| *known == arg).map(|(_, listing)| listing).last()
}

fn with_group(command: Command, id: String) -> Command {
    let is_known = command.get_groups().any(|group| group.get_id().as_str() == id);
    if is_known { command } else { command.group(ArgGroup::new(interned(id))) }
}

/// Returns a `'static` id, which clap requires. A program that builds its command repeatedly only leaks each id once.
fn interned(id: String) -> &'static str {
    static IDS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut ids = IDS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = ids.get(&*id) {
        return known;
    }
    let id = &*id.leak();
    ids.insert(id);
    id
}

/// Iterates over all ids that start with a prefix, without the prefix.
fn values<'a>(command: &'a Command, prefix: &str) -> impl Iterator<Item = &'a str> {
    command.get_groups().filter_map(move |group| group.get_id().as_str().strip_prefix(prefix))
}
