//! The section of a command's help that shows its errors.

use super::tag;
use crate::error_set::ErrorSet;
use clap::Command;
use clap::builder::StyledStr;

/// The command with the section of one set in place of that of another.
pub(super) fn with_section(command: Command, before: &ErrorSet, after: &ErrorSet) -> Command {
    let (before, after) = (section(&command, before), section(&command, after));
    let long = command.get_after_long_help().map(|text| replaced(text, &before, &after));
    let short = command.get_after_help().map_or_else(|| after.clone(), |text| replaced(text, &before, &after));
    let command = if short.is_empty() { command } else { command.after_help(short) };
    match long {
        // Without one of its own, the long help ends as the short help does.
        None => command,
        Some(long) => command.after_long_help(long),
    }
}

/// The tree with the errors that commands inherit, and with the sections of those that had another text set behind their
/// declaration.
pub(super) fn with_all_sections(command: Command) -> Command {
    below(command, &ErrorSet::EMPTY)
}

fn below(command: Command, inherited: &ErrorSet) -> Command {
    let own = tag::errors(&command).unwrap_or_default();
    let all = inherited.clone().and(&own);
    let command = with_section(command, &own, &all);
    command.mut_subcommands(|subcommand| below(subcommand, &all))
}

/// A text with one section in place of another, or behind it.
fn replaced(text: &StyledStr, before: &str, after: &str) -> String {
    let text = text.ansi().to_string();
    match (before.is_empty(), after.is_empty()) {
        (_, true) => text,
        (false, _) if text.contains(before) => text.replace(before, after),
        _ => format!("{}\n\n{after}", text.trim_end()),
    }
}

/// A line a code: the code, its exit code, and when it occurs.
fn section(command: &Command, set: &ErrorSet) -> String {
    let catalog = set.catalog();
    let width = catalog.iter().map(|entry| entry.def.code.len()).max().unwrap_or_default();
    let lines = catalog.iter().map(|entry| {
        let def = entry.def;
        let summary = def.summary.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
        format!("\n  {:<width$}  {:>2}  {summary}", def.code, def.exit).trim_end().to_owned()
    });
    let lines: String = lines.collect();
    match lines.is_empty() {
        true => lines,
        false => {
            let header = command.get_styles().get_header();
            format!("{header}Errors, with exit codes:{header:#}{lines}")
        }
    }
}
