//! Functions that copy commands, and change a command together with all of its subcommands.

use super::errors_command::program_catalog;
use super::tree::{self, Node};
use crate::catalog::Catalog;
use crate::process::configured;
use crate::text::secret::looks_secret;
use clap::{Arg, Command};
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::mem::take;

/// Copies a command and its subcommands.
///
/// `Command::clone` would be instantiated again in this crate, together with the `Clone` impls of all parts, which
/// takes 20 kB. The `From` impl is already compiled in clap.
pub(super) fn copied(command: &Command) -> Command {
    Command::from(command)
}

/// Makes help omit the default value and the environment variable's value of each argument that looks secret, judging by
/// its name or the variable's.
pub(super) fn hide_secrets(command: &mut Command) {
    change_args(command, &mut |arg| {
        let variable = arg.get_env().map(OsStr::to_string_lossy);
        let names = [variable.as_deref(), arg.get_long(), Some(arg.get_id().as_str())];
        let is_secret = names.into_iter().flatten().any(looks_secret);
        if is_secret { arg.hide_env_values(true).hide_default_value(true) } else { arg }
    });
}

/// Makes a command and its subcommands parse as much as they can. If clap has already built the commands, it no longer
/// passes the setting on to subcommands.
pub(super) fn ignore_errors(command: &mut Command) {
    *command = take(command).ignore_errors(true);
    command.get_subcommands_mut().for_each(ignore_errors);
}

/// Changes each argument of a command and its subcommands.
pub(super) fn change_args(command: &mut Command, change: &mut dyn FnMut(Arg) -> Arg) {
    *command = take(command).mut_args(&mut *change);
    for subcommand in command.get_subcommands_mut() {
        change_args(subcommand, change);
    }
}

/// The maximum length of a line that isn't broken.
const NARROW: usize = 60;

/// Adds a line to the help of each command that declares its errors. The line contains the number of codes and the call
/// that lists them. Doesn't change programs without an `errors` command.
pub(super) fn add_errors_lines(command: &mut Command) {
    if !configured().shown_in_help {
        return;
    }
    let mut root = copied(command);
    root.build();
    let Some(list) = tree::errors_call(&root, "list") else { return };
    let (catalog, _) = program_catalog(Some(&root));
    for node in tree::without_errors_command(Node::root(&root).all()) {
        let target = node.path.iter().try_fold(&mut *command, |command, name| command.find_subcommand_mut(name));
        if let (Some(target), Some(line)) = (target, line(&node, &catalog, &list)) {
            append(target, &line);
        }
    }
}

/// Returns the line for a command. Returns `None` for a subcommand that declares no errors.
fn line(node: &Node<'_>, catalog: &Catalog, list: &str) -> Option<String> {
    let (count, call) = match node.path.is_empty() {
        true => (catalog.len(), list.to_owned()),
        false if node.errors.is_none() => return None,
        // A path with dots doesn't need quotes.
        false => (node.catalog(catalog).len(), format!("{list} --command {}", node.path.join("."))),
    };
    let noun = if count == 1 { "code" } else { "codes" };
    let line = format!("Errors: {count} {noun}; see `{call}`");
    match line.len() <= NARROW {
        true => Some(line),
        // Otherwise, a narrow terminal would wrap the line in the middle of the call.
        false => Some(format!("Errors: {count} {noun}; see\n  `{call}`")),
    }
}

/// Appends a paragraph to the text after the short help, and to the text after the long help if there is one.
fn append(command: &mut Command, line: &str) {
    let mut short = command.get_after_help().cloned().unwrap_or_default();
    let mut long = command.get_after_long_help().cloned();
    for text in std::iter::once(&mut short).chain(&mut long) {
        let gap = if text.to_string().is_empty() { "" } else { "\n\n" };
        // `StyledStr` implements `fmt::Write`.
        let _ = write!(text, "{gap}{line}");
    }
    let changed = take(command).after_help(short);
    *command = long.into_iter().fold(changed, Command::after_long_help);
}
