//! Methods that declare a command's errors and danger level.

use super::OutputFlags;
use crate::catalog::error_set::ErrorSet;
use crate::vocabulary::terms::Danger;
use clap::{ArgGroup, Args as _, Command};
use std::sync::{Mutex, PoisonError};

/// Methods that declare which errors a command can return, and how much it can change.
///
/// `errors manifest` shows both declarations, and `errors list --command` lists the errors. In
/// debug builds, a command that returns an undeclared code prints a warning to standard error, if
/// the program calls [`parse_args`](super::parse_args) or [`get_matches`](super::get_matches).
///
/// With clap's derive, use the methods as attributes, as in
/// `#[command(errors = error_set![StoreError])]`. The trait must be in scope. The
/// [guide](crate::_guide::cli) has an example.
///
/// Subcommands inherit the errors of a command, and can add their own. A subcommand that replaces
/// the command, as with `subcommand_negates_reqs` and `args_conflicts_with_subcommands`, inherits
/// nothing.
pub trait CommandExt: Sized {
    /// Declares codes that the command can return. Don't list codes that any program can return, or
    /// codes for invalid command lines; they're always allowed.
    #[must_use]
    fn errors(self, set: ErrorSet) -> Self;

    /// Declares how much the command can change. If called more than once, the highest level
    /// applies. Subcommands inherit the level unless they declare their own. A command that
    /// requires a subcommand is as dangerous as its most dangerous subcommand. Without a
    /// declaration, the level is `mutating`.
    #[must_use]
    fn danger(self, danger: Danger) -> Self;

    /// Declares a command that lists the valid values of an argument, where `arg` is the argument's
    /// id. Help shows it as `[values: cloudctl images list]`. If the argument is missing or invalid,
    /// the error contains the command as `values_from`.
    ///
    /// With clap's derive, use `#[command(values_from("image", "cloudctl images list"))]`.
    #[must_use]
    fn values_from(self, arg: &str, command: &str) -> Self;

    /// Adds the flags of [`OutputFlags`](super::OutputFlags). Call this on the root command.
    #[must_use]
    fn output_flags(self) -> Self;
}

impl CommandExt for Command {
    fn errors(self, set: ErrorSet) -> Self {
        let all = errors(&self).unwrap_or_default().and(&set);
        with_group(self, format!("{ERRORS}{}", place_of(all)))
    }

    fn danger(self, danger: Danger) -> Self {
        with_group(self, format!("{DANGER}{danger}"))
    }

    fn values_from(self, arg: &str, command: &str) -> Self {
        with_group(self, format!("{VALUES_FROM}{arg}\n{command}"))
    }

    fn output_flags(self) -> Self {
        OutputFlags::augment_args(self)
    }
}

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
    let id: &'static str = id.leak();
    ids.push(id);
    id
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

pub(super) fn values_from<'a>(command: &'a Command, arg: &str) -> Option<&'a str> {
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

#[cfg(test)]
mod tests {
    use super::{CommandExt as _, Danger};
    use crate::error_set;
    use crate::ready::{MissingField, RateLimited};
    use clap::Command;

    #[test]
    fn building_a_command_again_keeps_nothing_more() {
        let build = || {
            Command::new("tool")
                .errors(error_set![RateLimited])
                .errors(error_set![MissingField])
                .danger(Danger::Safe)
                .values_from("region", "tool regions")
        };
        let first = build();
        let again = build();
        let ids = |command: &Command| -> Vec<*const str> {
            let groups = command.get_groups();
            groups
                .map(|group| std::ptr::from_ref::<str>(group.get_id().as_str()))
                .collect()
        };
        assert_eq!(ids(&first), ids(&again));
        assert_eq!(ids(&first).len(), 4);
        let codes = super::errors(&first).unwrap().codes();
        assert_eq!(codes, ["MISSING_REQUIRED_FIELD", "RATE_LIMITED"]);
    }
}
