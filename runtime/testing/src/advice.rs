//! Checks that the commands and flags in a catalog exist.

mod entry;
mod error;
mod placeholder_marker;
mod text;
mod tree;
mod value;

pub use error::{AdviceError, InvalidAdvice};

use agent_error::Catalog;
use agent_error::clap::Danger;
use agent_error_rules::shell::split;
use clap::Command;
use entry::EntryCheck;
use error::{Problem, Strictness};
use placeholder_marker::{is_marked, readable};
use tree::{Dangers, Tree};

/// Checks that the advice in a catalog matches a command-line interface. Parses the commands in the
/// advice with clap.
///
/// - `fix`, `check` and `values_from` must be complete, valid command lines of this program, or run
///   an [allowed](Self::program) program. If the program declares danger levels, a `fix` must not
///   run a destructive command, and `check` and `values_from` must only run safe ones. A call such
///   as `tool run -- ls` is safe if `ls` is allowed.
/// - `replacement` must be a command, a flag, a declared [tool](Self::actions) or a URL.
/// - In `suggest`, `fix_required` and `detail`, text in backticks is checked if it starts with the
///   program's name, one of its subcommands, or a flag. In a command line such as
///   `cd x && tool list`, all calls of the program are checked. At least one command must accept
///   the flag. Required arguments may be missing.
/// - In `suggest` and `fix_required`, flags outside of backticks must exist, too. To mention a flag
///   of another program, put its command in backticks. Commands outside of backticks aren't
///   checked.
/// - In `suggest(cli = "…")`, the same applies. In `suggest(mcp = "…")`, tools that the hint tells
///   clients to call must be [declared](Self::actions).
/// - A command must be written as a command line: `tool instances list`, not `instances.list` as in
///   the manifest, and not as the name of a tool, as in ``Call `list` ``, unless the tool is
///   [declared](Self::actions).
/// - If a global option selects the data, such as `--db`, command lines in `fix`, `check`,
///   `values_from` and `actions` must pass it on, as in `fix = "tool init --db={path}"`. Otherwise,
///   they read or change other data than the failed call. An action such as `instances.list` needs
///   nothing, because the program adds the options of the failed call. Of the global options with a
///   value, this applies to all but those of `OutputFlags`, those that have both possible values and
///   a default, and [declared](Self::independent_of) ones.
/// - If the context of an invalid-input error has the name of an argument, the argument's help or
///   the error must say which values are valid, or which command lists them.
/// - If a failed call may have had side effects and no command shows them, the advice must not be
///   to retry. `agent-error lint` checks further rules.
/// - `actions` must be declared tools, or visible commands of the program as written in its
///   manifest, such as `instances.list`.
///
/// A placeholder in a template matches any value. In a `fix` or a `check`, the program, subcommands
/// and flags must not be placeholders. Other advice with such a placeholder isn't checked.
///
/// ```
/// use agent_error_testing::AdviceChecker;
/// use agent_error::{AgentError, Catalog};
///
/// #[derive(Debug, thiserror::Error, AgentError)]
/// #[error("no user {name}")]
/// #[code("USER_NOT_FOUND", exit = 5, suggest = "See `tool list --all`", fix = "tool create --nmae {name}")]
/// struct NoUser {
///     name: String,
/// }
///
/// let tool = clap::Command::new("tool")
///     .subcommand(clap::Command::new("list").arg(clap::arg!(--all)))
///     .subcommand(clap::Command::new("create").arg(clap::arg!(--name <NAME>)));
/// let untrue = AdviceChecker::new(&tool).check(&Catalog::of::<NoUser>()).unwrap_err();
/// assert_eq!(untrue.problems.len(), 1);
/// assert_eq!(untrue.problems[0].reason, "`tool create` has no flag `--nmae`");
/// assert_eq!(untrue.problems[0].nearest.as_deref(), Some("--name"));
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is checked until you call `check` or `assert_valid`"]
pub struct AdviceChecker {
    tree: Tree,
    /// Other programs that the advice may run.
    programs: Vec<String>,
    /// Tool names that are valid in `actions`.
    actions: Vec<String>,
    /// Global options that don't select the data.
    independent: Vec<String>,
}

impl AdviceChecker {
    /// Creates a checker for a program with the given command-line interface, such as
    /// `Cli::command()`.
    pub fn new(command: &Command) -> Self {
        Self {
            tree: Tree::new(command),
            programs: Vec::new(),
            actions: Vec::new(),
            independent: Vec::new(),
        }
    }

    /// Allows commands in the advice to run another program. The arguments of that program aren't
    /// checked.
    pub fn program(mut self, name: impl Into<String>) -> Self {
        self.programs.push(name.into());
        self
    }

    /// Allows `actions` to contain these tools, in addition to the program's own commands, and
    /// `suggest` to call them.
    pub fn actions(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.actions.extend(names.into_iter().map(Into::into));
        self
    }

    /// Allows commands in the advice to leave out global options that don't select the data, such
    /// as `--timeout`.
    pub fn independent_of(mut self, flags: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.independent.extend(flags.into_iter().map(Into::into));
        self
    }

    /// Checks that all advice in the catalog is valid.
    ///
    /// # Errors
    ///
    /// Returns an [`AdviceError`] that lists all invalid advice.
    pub fn check(&self, catalog: &Catalog) -> Result<(), AdviceError> {
        let dangers = self.tree.dangers(catalog);
        let problems: Vec<_> = catalog
            .__declarations()
            .flat_map(|entry| EntryCheck::run(self, &dangers, entry))
            .collect();
        if problems.is_empty() {
            Ok(())
        } else {
            Err(AdviceError { problems })
        }
    }

    /// Asserts that all advice in the catalog is valid.
    ///
    /// # Panics
    ///
    /// Panics if any advice is invalid, or if the catalog contains none of the program's own codes.
    /// The message lists all invalid advice.
    #[track_caller]
    #[allow(clippy::panic, reason = "assertions panic")]
    pub fn assert_valid(&self, catalog: &Catalog) {
        assert!(
            !catalog.own().is_empty(),
            "the catalog has no codes of the program; link the crate that declares them"
        );
        if let Err(untrue) = self.check(catalog) {
            panic!("{untrue}");
        }
    }

    /// Checks that a command line is complete and valid, and that it doesn't change more than
    /// `allowed`.
    fn check_command(&self, text: &str, allowed: Danger, dangers: &Dangers) -> Result<(), Problem> {
        let words = split(text).ok_or_else(|| Problem::new("unclosed quote"))?;
        let (program, arguments) = words
            .split_first()
            .ok_or_else(|| Problem::new("empty command"))?;
        if self.tree.is_named(program) {
            return self.check_own_command(arguments, allowed, dangers);
        }
        if is_marked(program) {
            let program = readable(program);
            return Err(Problem::new(format!(
                "cannot check `{program}` as the program"
            )));
        }
        if self.programs.contains(program) {
            return Ok(());
        }
        Err(Problem::unknown(
            format!("`{program}` is not this program; allow it with `.program(...)`"),
            program,
            self.program_names(),
        ))
    }

    fn check_own_command(
        &self,
        arguments: &[String],
        allowed: Danger,
        dangers: &Dangers,
    ) -> Result<(), Problem> {
        self.tree.parse(&[], arguments, Strictness::Complete)?;
        self.tree.check_passes_on(arguments, &self.independent)?;
        if self.runs_allowed_program(arguments) {
            return Ok(());
        }
        match self.tree.command_of(arguments) {
            Some(command) => dangers.check(&command, allowed),
            None => Ok(()),
        }
    }

    /// Whether a call runs an allowed program, as in `tool run -- ls`.
    fn runs_allowed_program(&self, arguments: &[String]) -> bool {
        let program = arguments.iter().skip_while(|word| *word != "--").nth(1);
        program.is_some_and(|program| self.programs.contains(program))
    }

    /// Returns the names of this program and of the allowed programs.
    fn program_names(&self) -> impl Iterator<Item = &str> {
        let programs = self.programs.iter().map(String::as_str);
        self.tree.names().chain(programs)
    }

    /// Checks a string in backticks if it's a flag or a command line with calls of this program.
    /// Ignores all other strings. `verb` is the word before the string, if the advice is to call or
    /// run the string.
    fn check_quoted(&self, text: &str, verb: Option<&str>) -> Result<(), Problem> {
        let first = first_word(text);
        let Some(words) = split(text) else {
            if self.is_own(first) {
                return Err(Problem::new("unclosed quote"));
            }
            return Ok(());
        };
        if is_flag(first) {
            return self.tree.parse_anywhere(&words);
        }
        self.check_is_command_line(text, verb)?;
        for command in text::commands(&words) {
            if let Some(arguments) = self.own_arguments(command, first) {
                self.tree
                    .parse(&[], arguments, Strictness::AllowsMissingArguments)?;
            }
        }
        Ok(())
    }

    /// Returns the arguments if the command is a call of this program. A string that starts with a
    /// subcommand leaves out the name of the program.
    fn own_arguments<'w>(&self, command: &'w [String], start: &str) -> Option<&'w [String]> {
        let (program, arguments) = command.split_first()?;
        if self.tree.is_named(program) {
            Some(arguments)
        } else if program == start && self.tree.has_command(start) {
            Some(command)
        } else {
            None
        }
    }

    /// Checks that a string is neither the name of a command in the manifest nor the name of a tool,
    /// unless the name is allowed.
    fn check_is_command_line(&self, text: &str, verb: Option<&str>) -> Result<(), Problem> {
        let mut commands = self.tree.manifest_names();
        if verb.is_none() {
            // Without a verb, a single word such as `list` may mean anything.
            commands.retain(|command| command.contains('.'));
        }
        let command = commands
            .iter()
            .find(|command| *command == text || command.replace('.', "_") == text);
        let is_called = verb.is_some_and(|verb| verb.eq_ignore_ascii_case("call"));
        let may_be_name = command.is_some() || is_called;
        if !may_be_name {
            return Ok(());
        }
        let is_tool = self.actions.iter().any(|tool| tool == text);
        if is_tool || self.program_names().any(|program| program == text) {
            return Ok(());
        }
        let program = self.tree.names().next().unwrap_or_default();
        Err(Problem {
            reason: format!("`{text}` isn't a command line"),
            nearest: command.map(|command| format!("{program} {}", command.replace('.', " "))),
        })
    }

    /// Checks that a replacement is a command, a flag, a tool or a URL. Ignores a replacement that
    /// starts with a placeholder.
    fn check_replacement(&self, text: &str) -> Result<(), Problem> {
        let first = first_word(text);
        if self.is_own(first) {
            return self.check_quoted(text, None);
        }
        let is_url = first.contains('/');
        let is_program = self.programs.iter().any(|program| program == first);
        // A request consists of a method and a path.
        let is_request = text
            .split_whitespace()
            .nth(1)
            .is_some_and(|path| path.starts_with('/'));
        if is_marked(first) || is_url || is_program || is_request {
            return Ok(());
        }
        self.check_action(text)
    }

    /// Whether a string that starts with this word is a flag or a call of this program.
    fn is_own(&self, first: &str) -> bool {
        is_flag(first) || self.tree.is_named(first) || self.tree.has_command(first)
    }

    fn check_action(&self, action: &str) -> Result<(), Problem> {
        let commands = self.tree.manifest_names();
        let known = self.actions.iter().chain(&commands).map(String::as_str);
        if known.clone().any(|name| name == action) {
            return Ok(());
        }
        let reason = if self.actions.is_empty() {
            format!("unknown command `{action}`; declare the tools with `.actions([...])`")
        } else {
            format!("unknown tool `{action}`")
        };
        Err(Problem::unknown(reason, action, known))
    }

    fn check_tool(&self, name: &str) -> Result<(), Problem> {
        if self.actions.iter().any(|tool| tool == name) {
            return Ok(());
        }
        Err(Problem::unknown(
            format!("unknown tool `{name}`; declare the tools with `.actions([...])`"),
            name,
            self.actions.iter().map(String::as_str),
        ))
    }
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

fn is_flag(word: &str) -> bool {
    word.starts_with('-') && !matches!(word, "-" | "--") && word.parse::<f64>().is_err()
}
