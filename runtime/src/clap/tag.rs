//! What a command declares beside what clap knows.
//!
//! clap lets nobody attach data to a command (`Command::add` needs its feature `unstable-ext`). Each declaration is a
//! group without arguments in its stead, which clap shows nowhere and keeps wherever the command goes, however the
//! program builds its tree. The id of the group leads to a table beside clap.

use crate::danger::Danger;
use crate::error_set::ErrorSet;
use clap::{ArgGroup, Command};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// The sets by the ids of their groups. As many as there are different sets in the program.
static SETS: Mutex<BTreeMap<&'static str, ErrorSet>> = Mutex::new(BTreeMap::new());

/// Every id of ours begins with this, and no program names a group so.
const ERRORS: &str = "agent-error errors: ";

/// The ids of the levels of danger.
const DANGERS: [(&str, Danger); 3] = [
    ("agent-error danger: safe", Danger::Safe),
    ("agent-error danger: mutating", Danger::Mutating),
    ("agent-error danger: destructive", Danger::Destructive),
];

/// The command with these codes beside those that it has declared before.
pub(super) fn with_errors(command: Command, set: &ErrorSet) -> Command {
    let all = errors(&command).unwrap_or_default().and(set);
    let id = format!("{ERRORS}{}", all.codes().join(" "));
    let mut sets = SETS.lock().unwrap_or_else(PoisonError::into_inner);
    let id = match sets.get_key_value(id.as_str()) {
        Some((known, _)) => known,
        None => {
            // clap takes ids that live forever. A command that is built again finds its id again.
            let id: &'static str = Box::leak(id.into_boxed_str());
            sets.insert(id, all);
            id
        }
    };
    with_group(command, id)
}

/// The codes that the command itself has declared, if it has declared any set.
pub(super) fn errors(command: &Command) -> Option<ErrorSet> {
    // A later set holds those before it.
    let id = ids(command).filter(|id| id.starts_with(ERRORS)).last()?;
    SETS.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
}

/// The command with a level of danger.
pub(super) fn with_danger(command: Command, danger: Danger) -> Command {
    match DANGERS.iter().find(|(_, level)| *level == danger) {
        Some((id, _)) => with_group(command, id),
        None => command,
    }
}

/// The highest level of danger that the command itself has declared.
pub(super) fn danger(command: &Command) -> Option<Danger> {
    ids(command).filter_map(|id| DANGERS.iter().find(|(known, _)| *known == id).map(|(_, danger)| *danger)).max()
}

fn with_group(command: Command, id: &'static str) -> Command {
    let known = ids(&command).any(|known| known == id);
    if known { command } else { command.group(ArgGroup::new(id)) }
}

fn ids(command: &Command) -> impl Iterator<Item = &str> {
    command.get_groups().map(|group| group.get_id().as_str())
}
