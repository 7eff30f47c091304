//! The line about errors in a command's help.

use super::commands::{copied, with_each_subcommand};
use super::errors_command::program_catalog;
use super::tree::{self, Node};
use crate::catalog::{Catalog, Filter};
use crate::process::configured;
use clap::Command;
use std::fmt::Write as _;

/// The longest line that stays whole in narrow terminals.
const NARROW: usize = 60;

/// The tree with a line in the help of each command whose errors are known: how many codes there are, and the call that
/// lists them. Programs without the `errors` command have no such line.
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

/// The line of a command; none if it declares no errors, unless it's the program itself.
fn line(node: &Node<'_>, catalog: &Catalog, list: &str) -> Option<String> {
    let codes = |catalog: &Catalog| catalog.list(&Filter::default()).iter().len();
    let (count, call) = match node.path.is_empty() {
        true => (codes(catalog), list.to_owned()),
        false if node.errors.is_none() => return None,
        // With dots, the path is one word.
        false => (codes(&node.catalog(catalog)), format!("{list} --command {}", node.path.join("."))),
    };
    let noun = if count == 1 { "code" } else { "codes" };
    let line = format!("Errors: {count} {noun}; see `{call}`");
    match line.len() <= NARROW {
        true => Some(line),
        // A terminal would otherwise break the line inside of the call.
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

/// The command with a paragraph after its short help, and after its long help if that has its own end.
fn append(command: Command, line: &str) -> Command {
    let mut short = command.get_after_help().cloned().unwrap_or_default();
    let mut long = command.get_after_long_help().cloned();
    for text in std::iter::once(&mut short).chain(&mut long) {
        let gap = if text.to_string().is_empty() { "" } else { "\n\n" };
        // A `StyledStr` grows as a string does.
        let _ = write!(text, "{gap}{line}");
    }
    let command = command.after_help(short);
    long.into_iter().fold(command, Command::after_long_help)
}
