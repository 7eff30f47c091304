//! Declarations of a command that clap has no place for.
//!
//! clap has no stable way to attach data to a command (`Command::add` needs its feature `unstable-ext`). Each
//! declaration is therefore a group without arguments, which clap never shows and always keeps, however the program
//! builds its tree. The id of the group is the key of a table.

use crate::catalog::error_set::ErrorSet;
use crate::vocabulary::danger::DangerLevel;
use clap::{ArgGroup, Command};
use std::sync::{Mutex, PoisonError};

/// The different sets of the program, each with the id of its group.
static SETS: Mutex<Vec<(&'static str, ErrorSet)>> = Mutex::new(Vec::new());

/// The prefix of the id of a set, followed by its index. Programs do not use such a name.
const ERRORS: &str = "agent-error errors: ";

/// The ids of the levels of danger.
const DANGERS: [(&str, DangerLevel); 3] = [
    ("agent-error danger: safe", DangerLevel::Safe),
    ("agent-error danger: mutating", DangerLevel::Mutating),
    ("agent-error danger: destructive", DangerLevel::Destructive),
];

/// The command with these codes added to earlier ones.
pub(super) fn with_errors(command: Command, set: &ErrorSet) -> Command {
    let all = errors(&command).unwrap_or_default().and(set);
    let mut sets = SETS.lock().unwrap_or_else(PoisonError::into_inner);
    // A command that is built again finds its id again.
    let known = sets.iter().find(|(_, known)| known.is(&all)).map(|(id, _)| *id);
    let id = known.unwrap_or_else(|| {
        // clap requires ids of static lifetime.
        let id: &'static str = Box::leak(format!("{ERRORS}{}", sets.len()).into_boxed_str());
        sets.push((id, all));
        id
    });
    with_group(command, id)
}

/// The codes that the command itself has declared, if any.
pub(super) fn errors(command: &Command) -> Option<ErrorSet> {
    // A later set includes earlier ones.
    let place = ids(command).filter_map(|id| id.strip_prefix(ERRORS)).last()?.parse::<usize>().ok()?;
    SETS.lock().unwrap_or_else(PoisonError::into_inner).get(place).map(|(_, set)| set.clone())
}

/// The command with a level of danger.
pub(super) fn with_danger(command: Command, danger: DangerLevel) -> Command {
    match DANGERS.iter().find(|(_, level)| *level == danger) {
        Some((id, _)) => with_group(command, id),
        None => command,
    }
}

/// The highest level of danger that the command itself has declared.
pub(super) fn danger(command: &Command) -> Option<DangerLevel> {
    ids(command).filter_map(|id| DANGERS.iter().find(|(known, _)| *known == id).map(|(_, danger)| *danger)).max()
}

/// The prefix of the id of a command that lists the values of an argument, followed by the argument's id and the command.
const VALUES_FROM: &str = "agent-error values: ";

/// The command with the command that lists the values of an argument.
pub(super) fn with_values_from(command: Command, arg: &str, listing: &str) -> Command {
    let id = format!("{VALUES_FROM}{arg}\n{listing}");
    if ids(&command).any(|known| known == id) {
        return command;
    }
    // clap requires ids of static lifetime.
    command.group(ArgGroup::new(&*id.leak()))
}

/// The command that lists the values of an argument, if the command itself has declared it.
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
