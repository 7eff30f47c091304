//! The commands of a program and the codes that each of them can return.

#[cfg(debug_assertions)]
use super::command_line;
use super::declared;
use super::redacted::shown_name;
#[cfg(debug_assertions)]
use super::source::levels;
use super::usage_error::UsageError;
use crate::catalog::Catalog;
use crate::catalog::error_set::ErrorSet;
use crate::error_set;
use crate::ready::catalog_error::CatalogError;
use crate::text::nearest::nearest;
use crate::vocabulary::terms::Danger;
use clap::Command;

pub(super) const CODE: &str = "agent_error::code";

impl Catalog {
    /// Adds the codes that each visible command declares with [`CommandExt`](super::CommandExt),
    /// for exports and lock files. Omits the `errors` command and commands that require a
    /// subcommand.
    #[must_use]
    pub fn with_commands(mut self, program: &Command) -> Self {
        let mut root = Command::from(program);
        root.build();
        let mut commands = Vec::new();
        let nodes = without_errors_command(&root).into_iter();
        for node in nodes.filter(|node| !node.command.is_subcommand_required_set()) {
            commands.push((node.path.join(" "), node.errors));
        }
        self.commands = Some(commands);
        self
    }
}

/// Returns the command line of an `errors` subcommand such as `list`, if the program has it.
pub(super) fn errors_call(program: &Command, subcommand: &str) -> Option<String> {
    let nodes = Node::root(program).all();
    let node = nodes.iter().find(|node| is_errors_command(node.command))?;
    node.command.find_subcommand(subcommand)?;
    Some(format!(
        "{} {} {subcommand}",
        program.get_name(),
        node.path.join(" ")
    ))
}

/// Returns all visible commands except for the `errors` command.
pub(super) fn without_errors_command(root: &Command) -> Vec<Node<'_>> {
    let mut nodes = Node::root(root).all();
    let errors = nodes.iter().find(|node| is_errors_command(node.command));
    if let Some(path) = errors.map(|node| node.path.clone()) {
        nodes.retain(|node| !node.path.starts_with(&path));
    }
    nodes
}

/// Whether the command is the `errors` command. Recognizes it by an argument, because programs can
/// rename it.
pub(super) fn is_errors_command(command: &Command) -> bool {
    let explain = command.find_subcommand("explain");
    explain.is_some_and(|explain| {
        explain
            .get_arguments()
            .any(|argument| argument.get_id() == CODE)
    })
}

/// If the called command declares its errors, warns if the process fails with another code.
#[cfg(debug_assertions)]
pub(super) fn watch(root: &Command, matches: &clap::ArgMatches) {
    let words: Vec<&str> = levels(root, matches)
        .iter()
        .map(|(command, _)| command.get_name())
        .collect();
    let called = Node::root(root).find(&words[1..]);
    if let Some(declared) = called.and_then(|node| node.errors) {
        let expected = declared.and(&error_set![UsageError]);
        command_line::state().expected = Some((words.join(" "), expected));
    }
}

pub(super) struct Node<'a> {
    /// The names of the command and its parents, without the program name.
    pub(super) path: Vec<&'a str>,
    pub(super) command: &'a Command,
    pub(super) parent: Option<&'a Command>,
    /// The errors that the command declares or inherits.
    pub(super) errors: Option<ErrorSet>,
    /// The danger level that the command declares or inherits.
    declared_danger: Option<Danger>,
}

impl<'a> Node<'a> {
    pub(super) fn root(command: &'a Command) -> Self {
        Self {
            path: Vec::new(),
            command,
            parent: None,
            errors: declared::errors(command),
            declared_danger: declared::danger(command),
        }
    }

    fn child(&self, command: &'a Command) -> Self {
        let mut child = Self::root(command);
        child.path = [&self.path[..], &[command.get_name()]].concat();
        child.parent = Some(self.command);
        // A subcommand that replaces the command inherits no errors.
        if let Some(inherited) = &self.errors
            && !self.command.is_subcommand_negates_reqs_set()
            && !self.command.is_args_conflicts_with_subcommands_set()
        {
            child.errors = Some(child.errors.unwrap_or_default().and(inherited));
        }
        child.declared_danger = child.declared_danger.or(self.declared_danger);
        child
    }

    pub(super) fn children(&self) -> Vec<Self> {
        visible_subcommands(self.command)
            .into_iter()
            .map(|command| self.child(command))
            .collect()
    }

    /// Returns the command and all visible commands below it.
    pub(super) fn all(self) -> Vec<Self> {
        let mut nodes = vec![self];
        for child in nodes[0].children() {
            nodes.append(&mut child.all());
        }
        nodes
    }

    /// Finds a subcommand at any depth. Each word is the name or an alias of a command.
    pub(super) fn find(mut self, words: &[&str]) -> Option<Self> {
        for word in words {
            self = self.child(self.command.find_subcommand(word)?);
        }
        Some(self)
    }

    /// Returns how much a call can change. A command that requires a subcommand is as dangerous as
    /// its most dangerous subcommand.
    pub(super) fn danger(&self) -> Danger {
        let danger = if self.command.is_subcommand_required_set() {
            self.children().iter().map(Self::danger).max()
        } else {
            self.declared_danger
        };
        danger.unwrap_or(Danger::Mutating)
    }

    /// Whether the command should declare its errors but doesn't.
    pub(super) fn declares_nothing(&self) -> bool {
        self.errors.is_none() && !self.command.is_subcommand_required_set()
    }

    /// Returns all codes that the command can return: its declared codes, the codes that any
    /// program can return, and usage errors. A command without a declaration can return all codes
    /// except those of the `errors` command.
    pub(super) fn catalog(&self, program: Catalog) -> Catalog {
        let declared = self.errors.clone().unwrap_or_default();
        let known = program.filter(|def| {
            let code = def.code();
            if error_set![UsageError].contains(code) {
                true
            } else if self.declares_nothing() {
                !error_set![CatalogError].contains(code)
            } else {
                declared.allows(code)
            }
        });
        known.with_entries(declared.entries())
    }
}

/// Returns the visible subcommands, except for clap's built-in `help`.
pub(super) fn visible_subcommands(command: &Command) -> Vec<&Command> {
    command
        .get_subcommands()
        .filter(|subcommand| !subcommand.is_hide_set() && !is_help_of_clap(subcommand))
        .collect()
}

fn is_help_of_clap(command: &Command) -> bool {
    const ABOUT: &str = "Print this message or the help of the given subcommand(s)";
    let about = command.get_about();
    about.is_some_and(|about| about.to_string() == ABOUT)
}

/// Finds a command by its path, such as `db create` or `db.create`. The path may start with the
/// program name.
pub(super) fn at<'a>(root: &'a Command, path: &str) -> Result<Node<'a>, CatalogError> {
    let mut words: Vec<&str> = path.split([' ', '.']).collect();
    words.retain(|word| !word.is_empty());
    if let Some(node) = Node::root(root).find(&words) {
        return Ok(node);
    }
    if let Some(below) = words.strip_prefix(&[root.get_name()])
        && let Some(node) = Node::root(root).find(below)
    {
        return Ok(node);
    }
    let known: Vec<String> = Node::root(root).all()[1..]
        .iter()
        .map(|node| node.path.join(" "))
        .collect();
    let similar = nearest(&words.join(" "), known.iter().map(String::as_str));
    let listing =
        errors_call(root, "manifest").unwrap_or_else(|| format!("{} --help", root.get_name()));
    Err(CatalogError::unknown_command(
        shown_name(path),
        &similar,
        &listing,
    ))
}
