//! Completes the error for an unknown command.

use super::FailedCall;
use crate::integrations::clap::advice::choose;
use crate::integrations::clap::errors_command::FULL_ONLY;
use crate::integrations::clap::listings::{self, limit};
use crate::integrations::clap::mistake::most_similar;
use crate::integrations::clap::tree;
use crate::integrations::clap::usage_error::Mistake;
use crate::ready::catalog_error::MAX_NEAREST;
use crate::text::synonym::are_synonyms;
use clap::Command;

impl FailedCall<'_> {
    pub(super) fn unknown_command(&self, typed: String) -> Mistake {
        let level = self.level_of_help();
        let nearest = similar_commands(&typed, self.root, level);
        let mut valid = listings::commands(level);
        let mut advice = choose("command", &nearest, &valid);
        limit(&mut valid, &mut advice, level);
        // In a release build, the caller usually can't change the program.
        let is_for_developer = cfg!(debug_assertions) && tree::is_errors_command(level);
        if is_for_developer && FULL_ONLY.contains(&&*typed) {
            advice += ". To add it to the program, use `FullErrorsCommand` for `Errors`";
        }
        Mistake::UnknownCommand {
            command: typed,
            nearest,
            valid,
            advice,
        }
    }

    /// Returns the called command. If clap's `help` was called, returns the command that its arguments
    /// lead to.
    fn level_of_help(&self) -> &Command {
        let help = self.arguments.iter().skip_while(|word| *word != "help");
        let path = help.skip(1);
        let mut level = self.command;
        for word in path {
            let Some(below) = level.find_subcommand(word) else {
                break;
            };
            level = below;
        }
        level
    }
}

/// Returns the commands that the caller may have meant by `typed`, which is no subcommand of
/// `level`.
fn similar_commands(typed: &str, root: &Command, level: &Command) -> Vec<String> {
    let siblings = tree::visible_subcommands(level);
    // Subcommands of different groups have different purposes: `repo delete` doesn't delete an
    // issue. So only a call of the root may have meant a nested command.
    let nested = if std::ptr::eq(level, root) {
        nested_commands(root)
    } else {
        Vec::new()
    };
    let mut names = Vec::new();
    for sibling in &siblings {
        names.append(&mut names_of(sibling));
    }
    let mut nearest = paths(&nested, &|name| name == typed);
    nearest.append(&mut most_similar(typed, &names));
    if nearest.is_empty() {
        nearest = paths(&nested, &|name| is_similar(typed, name));
    }
    if nearest.is_empty() {
        for sibling in siblings {
            if has_name(sibling, &|name| are_synonyms(name, typed)) {
                nearest.push(sibling.get_name().to_owned());
            }
        }
        nearest.append(&mut paths(&nested, &|name| are_synonyms(name, typed)));
    }
    nearest.truncate(MAX_NEAREST);
    nearest
}

fn is_similar(typed: &str, name: &str) -> bool {
    !most_similar(typed, &[name.to_owned()]).is_empty()
}

/// Returns the visible commands below the first level. Nobody who mistypes a command means the
/// `errors` command.
fn nested_commands(root: &Command) -> Vec<tree::Node<'_>> {
    let mut nodes = tree::without_errors_command(root);
    nodes.retain(|node| node.path.len() > 1);
    nodes
}

/// Returns the paths of the commands of which a name is meant.
fn paths(commands: &[tree::Node<'_>], is_meant: &dyn Fn(&str) -> bool) -> Vec<String> {
    let mut meant = Vec::new();
    for node in commands {
        if has_name(node.command, is_meant) {
            meant.push(node.path.join(" "));
        }
    }
    meant
}

/// Whether a name or a visible alias of the command is meant.
fn has_name(command: &Command, is_meant: &dyn Fn(&str) -> bool) -> bool {
    names_of(command).iter().any(|name| is_meant(name))
}

fn names_of(command: &Command) -> Vec<String> {
    let mut names = vec![command.get_name().to_owned()];
    names.extend(command.get_visible_aliases().map(str::to_owned));
    names
}
