//! The line about errors in a command's help.

use super::commands::{copied, with_each_subcommand};
use super::errors_command::program_catalog;
use super::tree::{self, Node};
use crate::catalog::Catalog;
use crate::process::configured;
use clap::Command;
use std::fmt::Write as _;

/// The maximum length of a line that isn't broken.
const NARROW: usize = 60;

/// Adds a line to the help of each command that declares its errors. The line contains the number of codes and the call
/// that lists them. Doesn't change programs without an `errors` command.
pub(super) fn with_errors_line(command: Command) -> Command {
    if !configured().shown_in_help {
        return command;
    }
    let mut root = copied(&command);
    root.build();
    let Some(list) = tree::errors_call(&root, "list") else { return command };
    let (catalog, _) = program_catalog(Some(&root));
    let lines: Vec<(Vec<&str>, String)> = tree::without_errors_command(Node::root(&root).all())
        .iter()
        .filter_map(|node| Some((node.path.clone(), line(node, &catalog, &list)?)))
        .collect();
    with_lines(command, &[], &lines)
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

fn with_lines(command: Command, path: &[String], lines: &[(Vec<&str>, String)]) -> Command {
    let command = match lines.iter().find(|(known, _)| known == path) {
        Some((_, line)) => append(command, line),
        None => command,
    };
    with_each_subcommand(command, |subcommand| {
        let path = [path, &[subcommand.get_name().to_owned()]].concat();
        with_lines(subcommand, &path, lines)
    })
}

/// Appends a paragraph to the text after the short help, and to the text after the long help if there is one.
fn append(command: Command, line: &str) -> Command {
    let mut short = command.get_after_help().cloned().unwrap_or_default();
    let mut long = command.get_after_long_help().cloned();
    for text in std::iter::once(&mut short).chain(&mut long) {
        let gap = if text.to_string().is_empty() { "" } else { "\n\n" };
        // `StyledStr` implements `fmt::Write`.
        let _ = write!(text, "{gap}{line}");
    }
    let command = command.after_help(short);
    long.into_iter().fold(command, Command::after_long_help)
}
