//! The line about errors in a command's help.

use super::commands::copied;
use super::errors_command::program_catalog;
use super::tree::{self, Node};
use crate::catalog::Catalog;
use crate::process::configured;
use clap::Command;
use std::fmt::Write as _;
use std::mem::take;

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
    Some(format!("Errors: {count} {noun}; see `{call}`"))
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
