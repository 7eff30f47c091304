//! Attaches declarations to a clap command.
//!
//! clap has no stable way to attach data to a command, because `Command::add` requires its `unstable-ext` feature. Each
//! declaration is therefore an argument group without arguments. clap never prints such a group and always preserves
//! it, however the program builds its commands. The group's id identifies the declaration.

use crate::catalog::error_set::ErrorSet;
use crate::vocabulary::danger::DangerLevel;
use clap::{ArgGroup, Command};
use std::sync::{Mutex, PoisonError};

/// The distinct error sets of the program, with the ids of their groups.
static SETS: Mutex<Vec<(&'static str, ErrorSet)>> = Mutex::new(Vec::new());

/// The prefix of the id of an error set, followed by its index. Programs don't use such an id themselves.
const ERRORS: &str = "agent-error errors: ";

/// The group ids of the danger levels.
const DANGERS: [(&str, DangerLevel); 3] = [
    ("agent-error danger: safe", DangerLevel::Safe),
    ("agent-error danger: mutating", DangerLevel::Mutating),
    ("agent-error danger: destructive", DangerLevel::Destructive),
];

/// Adds codes to those that the command has already declared.
pub(super) fn with_errors(command: Command, set: &ErrorSet) -> Command {
    let all = errors(&command).unwrap_or_default().and(set);
    let mut sets = SETS.lock().unwrap_or_else(PoisonError::into_inner);
    // Reuse the id if the same command is built again.
    let known = sets.iter().find(|(_, known)| known.is(&all)).map(|(id, _)| *id);
    let id = known.unwrap_or_else(|| {
        // clap requires `'static` ids.
        let id: &'static str = Box::leak(format!("{ERRORS}{}", sets.len()).into_boxed_str());
        sets.push((id, all));
        id
    });
    with_group(command, id)
}

/// Returns the codes that the command itself declares, if any.
pub(super) fn errors(command: &Command) -> Option<ErrorSet> {
    // The last set includes all earlier ones.
    let place = ids(command).filter_map(|id| id.strip_prefix(ERRORS)).last()?.parse::<usize>().ok()?;
    SETS.lock().unwrap_or_else(PoisonError::into_inner).get(place).map(|(_, set)| set.clone())
}

pub(super) fn with_danger(command: Command, danger: DangerLevel) -> Command {
    match DANGERS.iter().find(|(_, level)| *level == danger) {
        Some((id, _)) => with_group(command, id),
        None => command,
    }
}

/// Returns the highest danger level that the command itself declares.
pub(super) fn danger(command: &Command) -> Option<DangerLevel> {
    ids(command).filter_map(|id| DANGERS.iter().find(|(known, _)| *known == id).map(|(_, danger)| *danger)).max()
}

/// The prefix of a group id for argument values, followed by the argument's id and the command that lists the values.
const VALUES_FROM: &str = "agent-error values: ";

/// Declares the command that lists the values of an argument.
pub(super) fn with_values_from(command: Command, arg: &str, listing: &str) -> Command {
    let id = format!("{VALUES_FROM}{arg}\n{listing}");
    if ids(&command).any(|known| known == id) {
        return command;
    }
    // clap requires `'static` ids.
    command.group(ArgGroup::new(&*id.leak()))
}

/// Returns the command that lists the values of an argument, if this command declares one.
pub(super) fn values_from<'a>(command: &'a Command, arg: &str) -> Option<&'a str> {
    let listings = ids(command).filter_map(|id| id.strip_prefix(VALUES_FROM)?.split_once('\n'));
    listings.filter(|(known, _)| *known == arg).map(|(_, listing)| listing).last()
}

fn with_group(command: Command, id: &'static str) -> Command {
    let known = ids(&command).any(|known| known == id);
    if known { command } else { command.group(ArgGroup::new(id)) }
}

fn ids(command: &Command) -> impl Iterator<Item = &str> {
    command.get_groups().map(|group| group.get_id().as_str())
}
