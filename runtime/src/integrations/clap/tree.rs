//! The commands of a program, with the codes that each may end with.

use super::commands::copied;
#[cfg(debug_assertions)]
use super::expected::expect;
use super::tag;
use crate::catalog::Catalog;
use crate::catalog::error_set::ErrorSet;
use crate::ready::errors_command::ErrorsCommandError;
use crate::ready::usage::UsageError;
use crate::text::nearest::nearest;
use crate::vocabulary::danger::DangerLevel;
use clap::{Arg, Command};
use std::sync::{Mutex, PoisonError};

impl Catalog {
    /// Adds the codes that each visible command may end with, as [`CommandExt`](super::CommandExt) declares them, for
    /// exports and lock files. Commands that only have subcommands are left out, and so is the `errors` command.
    #[must_use]
    pub fn with_commands(mut self, program: &Command) -> Self {
        let mut root = copied(program);
        root.build();
        let nodes = without_errors_command(Node::root(&root).all());
        let nodes = nodes.iter().filter(|node| !node.command.is_subcommand_required_set());
        self.declared.commands = Some(nodes.map(|node| (node.path.join(" "), node.errors.clone())).collect());
        self
    }
}

/// The tree of the running program, for its `errors` command.
static TREE: Mutex<Option<Command>> = Mutex::new(None);

pub(super) fn remember(command: Command) {
    *TREE.lock().unwrap_or_else(PoisonError::into_inner) = Some(command);
}

pub(super) fn remembered() -> Option<Command> {
    TREE.lock().unwrap_or_else(PoisonError::into_inner).as_ref().map(copied)
}

/// The id of the flag `--errors`.
pub(super) const ERRORS_FLAG: &str = "agent_error::errors";

fn errors_flag_name(arg: &Arg) -> Option<&str> {
    arg.get_long().filter(|_| arg.get_id() == ERRORS_FLAG)
}

/// Whether the running program has a command with this name, such as `instances.list`; `None` if its tree is unknown.
pub(super) fn has_command(name: &str) -> Option<bool> {
    let tree = TREE.lock().unwrap_or_else(PoisonError::into_inner);
    let command = name.split('.').try_fold(tree.as_ref()?, |command, word| command.find_subcommand(word));
    Some(command.is_some())
}

/// The call of a subcommand of `errors`, such as `list`, with the program's `errors` command or its flag.
pub(super) fn errors_call(program: &Command, subcommand: &str) -> Option<String> {
    let name = program.get_name();
    if let Some(flag) = program.get_arguments().find_map(errors_flag_name) {
        return Some(format!("{name} --{flag} {subcommand}"));
    }
    let node = Node::root(program).all().into_iter().find(|node| is_errors_command(node.command))?;
    Some(format!("{name} {} {subcommand}", node.path.join(" ")))
}

/// The nodes outside of the `errors` command.
pub(super) fn without_errors_command(nodes: Vec<Node<'_>>) -> Vec<Node<'_>> {
    let errors = nodes.iter().find(|node| is_errors_command(node.command)).map(|node| node.path.clone());
    let is_errors = |node: &Node<'_>| errors.as_ref().is_some_and(|errors| node.path.starts_with(errors));
    nodes.into_iter().filter(|node| !is_errors(node)).collect()
}

/// Whether it is the `errors` command, whatever the program calls it.
pub(super) fn is_errors_command(command: &Command) -> bool {
    ["list", "explain", "exits", "manifest"].iter().all(|name| command.find_subcommand(name).is_some())
}

/// Compares the error at the end of the process with the declaration of the called command, if it has one.
#[cfg(debug_assertions)]
pub(super) fn watch(root: &Command, matches: &clap::ArgMatches) {
    let mut node = Node::root(root);
    let mut matches = matches;
    while let Some((name, below)) = matches.subcommand() {
        let Some(subcommand) = node.command.find_subcommand(name) else { break };
        node = node.child(subcommand);
        matches = below;
    }
    if let Some(set) = &node.errors {
        let words = std::iter::once(root.get_name()).chain(node.path.iter().copied());
        let command = words.collect::<Vec<_>>().join(" ");
        expect(command, set.clone().and(&ErrorSet::of::<UsageError>()));
    }
}

/// A command in its tree.
pub(super) struct Node<'a> {
    /// Its words, without the name of the program.
    pub(super) path: Vec<&'a str>,
    pub(super) command: &'a Command,
    /// Its parent command.
    pub(super) parent: Option<&'a Command>,
    /// The errors that it declares, and those of parent commands.
    pub(super) errors: Option<ErrorSet>,
    /// Its own declaration, or that of the nearest parent.
    declared_danger: Option<DangerLevel>,
}

impl<'a> Node<'a> {
    pub(super) fn root(command: &'a Command) -> Self {
        Self {
            path: Vec::new(),
            command,
            parent: None,
            errors: tag::errors(command),
            declared_danger: tag::danger(command),
        }
    }

    fn child(&self, command: &'a Command) -> Self {
        let inherited = self.errors.clone().filter(|_| hands_down(self.command));
        let errors = match (inherited, tag::errors(command)) {
            (Some(inherited), Some(own)) => Some(inherited.and(&own)),
            (inherited, own) => own.or(inherited),
        };
        Self {
            path: [&self.path[..], &[command.get_name()]].concat(),
            command,
            parent: Some(self.command),
            errors,
            declared_danger: tag::danger(command).or(self.declared_danger),
        }
    }

    /// The visible commands below it.
    pub(super) fn children(&self) -> impl Iterator<Item = Self> {
        visible_subcommands(self.command).map(|command| self.child(command))
    }

    /// It and all visible commands below it.
    pub(super) fn all(self) -> Vec<Self> {
        let below: Vec<Self> = self.children().flat_map(Self::all).collect();
        std::iter::once(self).chain(below).collect()
    }

    /// The command of the words, which may be aliases.
    pub(super) fn find(self, words: &[&str]) -> Option<Self> {
        words.iter().try_fold(self, |node, word| Some(node.child(node.command.find_subcommand(word)?)))
    }

    /// How much a call may change; a command that only has subcommands is as dangerous as the most dangerous of them.
    pub(super) fn danger(&self) -> DangerLevel {
        match self.command.is_subcommand_required_set() {
            true => self.children().map(|child| child.danger()).max(),
            false => self.declared_danger,
        }
        .unwrap_or(DangerLevel::Mutating)
    }

    /// Whether nothing is declared about its errors.
    pub(super) fn declares_nothing(&self) -> bool {
        self.errors.is_none() && !self.command.is_subcommand_required_set()
    }

    /// Every code that the command may end with, from the catalog of its program: those that it declares, those of
    /// every program, and those of invalid command lines. A command without a declaration may end with all codes except
    /// those of the `errors` command, unless it only has subcommands.
    pub(super) fn catalog(&self, program: &Catalog) -> Catalog {
        let usage = ErrorSet::of::<UsageError>();
        if self.declares_nothing() {
            let about_errors = ErrorSet::of::<ErrorsCommandError>();
            return program.clone().only(&|code| usage.contains(code) || !about_errors.contains(code));
        }
        let declared = self.errors.clone().unwrap_or_default();
        let known = program.clone().only(&|code| declared.allows(code) || usage.contains(code));
        known.beside(declared.catalog())
    }
}

/// Whether the errors of a command also apply to its subcommands, which is not so if they replace it.
pub(super) fn hands_down(command: &Command) -> bool {
    !command.is_subcommand_negates_reqs_set() && !command.is_args_conflicts_with_subcommands_set()
}

/// The visible subcommands, without clap's own `help`.
pub(super) fn visible_subcommands(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set() && !is_claps_help(subcommand))
}

/// Whether it is clap's own `help`, and not one of the program.
fn is_claps_help(command: &Command) -> bool {
    const ABOUT: &str = "Print this message or the help of the given subcommand(s)";
    command.get_name() == "help" && command.get_about().is_some_and(|about| about.to_string() == ABOUT)
}

/// The command at a path as users write it: `db create` or `db.create`, with or without the program's name.
///
/// # Errors
///
/// The paths of similar commands.
pub(super) fn at<'a>(root: &'a Command, path: &str) -> Result<Node<'a>, Vec<String>> {
    let words: Vec<&str> = path.split_whitespace().collect();
    let parts: Vec<&str> = words.iter().flat_map(|word| word.split('.')).collect();
    for words in [&words, &parts] {
        let found = Node::root(root).find(words);
        let without_name = || words.strip_prefix(&[root.get_name()]).and_then(|words| Node::root(root).find(words));
        if let Some(node) = found.or_else(without_name) {
            return Ok(node);
        }
    }
    let known: Vec<String> = Node::root(root).all().iter().map(|node| node.path.join(" ")).collect();
    let near = nearest(&parts.join(" "), known.iter().map(String::as_str).filter(|path| !path.is_empty()));
    Err(near.into_iter().take(3).map(str::to_owned).collect())
}
