//! The section with the errors in a command's help.

use super::commands::with_each_subcommand;
use super::{tag, tree};
use crate::catalog::error_set::ErrorSet;
use crate::definition::error_def::ErrorDef;
use crate::definition::own_exits::exit_code;
use crate::process::configured;
use clap::Command;
use clap::builder::StyledStr;
use std::fmt::Write as _;

/// The heading of the errors that a command itself declares. If a help has it, the errors below were added before.
const OWN: &str = "Errors, with exit codes";

/// The command with more errors in its help, after those that it already has.
pub(super) fn with_more(command: Command, before: &ErrorSet, more: &ErrorSet) -> Command {
    if !configured().shown_in_help {
        return command;
    }
    // Every start of the program runs this for each command.
    let all = before.clone().and(more).defs();
    let width = width(&all);
    let new: Vec<&ErrorDef> = all.iter().copied().filter(|def| !before.contains(def.code())).collect();
    let heading = heading(&command, OWN);
    append(command, |text| match text.map_or(Section::Missing, |text| Section::of(text, &heading)) {
        Section::Missing => (!all.is_empty()).then(|| format!("{heading}{}", lines(&all, width))),
        Section::Last | Section::Within if new.is_empty() => None,
        Section::Last => Some(lines(&new, width)),
        Section::Within => Some(format!("{heading}{}", lines(&new, width))),
    })
}

/// The place of the section of a command's own errors in its help.
enum Section {
    Missing,
    Within,
    Last,
}

impl Section {
    fn of(text: &StyledStr, heading: &str) -> Self {
        // clap leaves out styles here, unless it was built without colors.
        let text = text.to_string();
        let is_heading = |line: &&str| *line == heading || line.strip_prefix(OWN) == Some(":");
        let mut below = text.lines().skip_while(|line| !is_heading(line));
        match (below.next(), below.all(|line| line.starts_with("  "))) {
            (None, _) => Self::Missing,
            (Some(_), false) => Self::Within,
            (Some(_), true) => Self::Last,
        }
    }
}

/// The tree with the inherited errors of all commands, and with those that were lost because another text was set after
/// their declaration.
pub(super) fn with_all(command: Command) -> Command {
    if !configured().shown_in_help {
        return command;
    }
    let name = command.get_name().to_owned();
    below(command, &name, &[])
}

/// The errors of all commands below one, and the words of that one.
type Inherited = (String, ErrorSet);

fn below(command: Command, path: &str, inherited: &[Inherited]) -> Command {
    let own = tag::errors(&command).unwrap_or_default();
    let mut command = with_more(command, &own, &ErrorSet::EMPTY);
    let mut known = own.clone();
    for (ancestor, set) in inherited.iter().rev() {
        let mut defs = set.defs();
        defs.retain(|def| !known.contains(def.code()));
        let heading = heading(&command, &format!("Errors of all commands of `{ancestor}`"));
        command = append(command, |_| (!defs.is_empty()).then(|| format!("{heading}{}", lines(&defs, width(&defs)))));
        known = known.and(set);
    }
    let mut all = inherited.to_vec();
    if tree::hands_down(&command) {
        all.push((path.to_owned(), own));
    }
    with_each_subcommand(command, |subcommand| {
        let path = format!("{path} {}", subcommand.get_name());
        below(subcommand, &path, &all)
    })
}

/// The command with a text after its short help, and after its long help if that has its own end.
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

/// The length of the longest code.
fn width(defs: &[&ErrorDef]) -> usize {
    defs.iter().map(|def| def.code().len()).max().unwrap_or_default()
}

/// One line per code: the code, its exit code, and when it occurs. Each begins with a line break.
fn lines(defs: &[&ErrorDef], width: usize) -> String {
    let mut lines = String::new();
    for def in defs {
        let _ = write!(lines, "\n  {:<width$}  {:>2} ", def.code(), exit_code(def));
        let words = def.summary().unwrap_or_default().split_whitespace();
        for word in words {
            lines.extend([" ", word]);
        }
        lines.truncate(lines.trim_end().len());
    }
    lines
}
