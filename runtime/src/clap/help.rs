//! The section of a command's help that shows its errors.

use super::tag;
use crate::error_set::ErrorSet;
use clap::Command;
use clap::builder::StyledStr;
use std::fmt::Write as _;

/// The command with more errors in its help, behind those that it had before.
pub(super) fn with_more(command: Command, before: &ErrorSet, more: &ErrorSet) -> Command {
    let lines = lines(more, |code| !before.contains(code));
    let known = if before.is_empty() { String::new() } else { self::lines(before, |_| true) };
    let continues = |text: &StyledStr| !known.is_empty() && text.to_string().ends_with(&known);
    let heading = heading(&command, "Errors, with exit codes");
    append(command, |text| match text {
        _ if lines.is_empty() => None,
        Some(text) if continues(text) => Some(lines.clone()),
        _ => Some(format!("{heading}{lines}")),
    })
}

/// The tree with all errors that its commands inherit, and with those that were lost because another text was set
/// behind their declaration.
pub(super) fn with_all(command: Command) -> Command {
    let name = command.get_name().to_owned();
    below(command, &name, &[])
}

/// The errors that all commands below one may end with, and the words that lead to it.
type Inherited = (String, ErrorSet);

fn below(command: Command, path: &str, inherited: &[Inherited]) -> Command {
    let own = tag::errors(&command).unwrap_or_default();
    let mut command = restored(command, &own);
    let mut known = own.clone();
    for (ancestor, set) in inherited.iter().rev() {
        let lines = lines(set, |code| !known.contains(code));
        let heading = heading(&command, &format!("Errors of all commands of `{ancestor}`"));
        command = append(command, |_| (!lines.is_empty()).then(|| format!("{heading}{lines}")));
        known = known.and(set);
    }
    let all = [inherited, &[(path.to_owned(), own)]].concat();
    command.mut_subcommands(|subcommand| {
        let path = format!("{path} {}", subcommand.get_name());
        below(subcommand, &path, &all)
    })
}

/// The command with its own errors in every help that it has.
fn restored(command: Command, own: &ErrorSet) -> Command {
    let lines = lines(own, |_| true);
    let heading = heading(&command, "Errors, with exit codes");
    append(command, |text| {
        let there = text.is_some_and(|text| text.to_string().contains(&lines));
        (!there && !lines.is_empty()).then(|| format!("{heading}{lines}"))
    })
}

/// The command with a text behind its short help, and behind its long help if that ends in its own way.
fn append(command: Command, text: impl Fn(Option<&StyledStr>) -> Option<String>) -> Command {
    let behind = |before: Option<&StyledStr>| {
        let text = text(before)?;
        let mut all = before.cloned().unwrap_or_default();
        let gap = if before.is_some() && !text.starts_with('\n') { "\n\n" } else { "" };
        // A `StyledStr` grows as a string does.
        let _ = write!(all, "{gap}{text}");
        Some(all)
    };
    let long = command.get_after_long_help().and_then(|before| behind(Some(before)));
    let short = behind(command.get_after_help());
    let command = short.into_iter().fold(command, Command::after_help);
    long.into_iter().fold(command, Command::after_long_help)
}

fn heading(command: &Command, text: &str) -> String {
    let style = command.get_styles().get_header();
    format!("{style}{text}:{style:#}")
}

/// A line a code: the code, its exit code, and when it occurs. Each begins with its line break.
fn lines(set: &ErrorSet, wanted: impl Fn(&str) -> bool) -> String {
    // Every start of the program comes here, for each of its commands.
    let mut defs = set.defs();
    defs.retain(|def| wanted(def.code));
    let width = defs.iter().map(|def| def.code.len()).max().unwrap_or_default();
    let mut lines = String::new();
    for def in defs {
        let _ = write!(lines, "\n  {:<width$}  {:>2} ", def.code, def.exit);
        let words = def.summary.unwrap_or_default().split_whitespace();
        words.for_each(|word| lines.extend([" ", word]));
        lines.truncate(lines.trim_end().len());
    }
    lines
}
