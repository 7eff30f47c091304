//! The line about errors in a command's help.

use super::commands::copied;
use super::tree::{self, Node};
use crate::process::configured;
use clap::Command;
use std::fmt::Write as _;
use std::mem::take;

/// Adds a line to the help of each command that declares its errors, with the call that lists them. Doesn't change
/// programs without an `errors` command.
pub(super) fn add_errors_lines(command: &mut Command) {
    if !configured().shown_in_help {
        return;
    }
    let mut root = copied(command);
    root.build();
    let Some(list) = tree::errors_call(&root, "list") else { return };
    for node in tree::without_errors_command(Node::root(&root).all()) {
        let target = node.path.iter().try_fold(&mut *command, |command, name| command.find_subcommand_mut(name));
        match target {
            Some(root) if node.path.is_empty() => append(root, &format!("Errors: see `{list}`")),
            // A path with dots doesn't need quotes.
            Some(target) if node.errors.is_some() => {
                append(target, &format!("Errors: see `{list} --command {}`", node.path.join(".")));
            }
            _ => {}
        }
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
