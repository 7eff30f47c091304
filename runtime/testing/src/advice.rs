//! Checks that the commands and flags in a catalog exist.

mod error;
mod placeholder_marker;
mod problem;
mod tree;
mod value;

pub use error::{AdviceError, InvalidAdvice};

use agent_error::Catalog;
use agent_error::definition::Entry;
use agent_error_rules::nearest::nearest;
use agent_error_rules::shell::split;
use clap::Command;
use placeholder_marker::{filled, is_marked, readable};
use problem::{Problem, Strictness};
use tree::Tree;

/// Checks that the advice in a catalog matches a command-line interface. Parses the commands in the advice with clap.
///
/// - `fix`, `check` and `values_from` must be complete, valid command lines of this program, or run an
///   [allowed](Self::program) program.
/// - `replacement` is checked like text in backticks.
/// - In `suggest`, `fix_required` and `detail`, text in backticks is checked if it starts with the program's name, one
///   of its subcommands, or a flag. At least one command must accept the flag. Required arguments may be missing.
/// - `actions` must be declared [tools](Self::actions), or commands of the program as written in its manifest, such as
///   `instances.list`.
///
/// A placeholder in a template matches any value. In a `fix` or a `check`, a placeholder can't take the place of the
/// program, a subcommand or a flag, because the command couldn't be checked. Other advice with such a placeholder is
/// accepted.
///
/// ```
/// use agent_error_testing::Advice;
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
/// let untrue = Advice::new(&tool).check(&Catalog::of::<NoUser>()).unwrap_err();
/// assert_eq!(untrue.problems.len(), 1);
/// assert_eq!(untrue.problems[0].reason, "`tool create` has no flag `--nmae`");
/// assert_eq!(untrue.problems[0].nearest.as_deref(), Some("--name"));
/// ```
#[derive(Clone, Debug)]
#[must_use = "nothing is checked until you call `check` or `assert_valid`"]
pub struct Advice {
    tree: Tree,
    /// Other programs that the advice may run.
    programs: Vec<String>,
    /// Tool names that are valid in `actions`.
    actions: Vec<String>,
}

impl Advice {
    /// Creates a checker for a program with the given command-line interface, such as `Cli::command()`.
    pub fn new(command: &Command) -> Self {
        Self { tree: Tree::new(command), programs: Vec::new(), actions: Vec::new() }
    }

    /// Allows commands in the advice to run another program. The arguments of that program aren't checked.
    pub fn program(mut self, name: impl Into<String>) -> Self {
        self.programs.push(name.into());
        self
    }

    /// Allows `actions` to contain these tools, in addition to the program's own commands.
    pub fn actions(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.actions.extend(names.into_iter().map(Into::into));
        self
    }

    /// Checks that all advice in the catalog is valid.
    ///
    /// # Errors
    ///
    /// Returns an [`AdviceError`] that lists all invalid advice.
    pub fn check(&self, catalog: &Catalog) -> Result<(), AdviceError> {
        let problems = self.problems(catalog);
        if problems.is_empty() { Ok(()) } else { Err(AdviceError { problems }) }
    }

    /// Asserts that all advice in the catalog is valid.
    ///
    /// # Panics
    ///
    /// Panics if any advice is invalid. The message lists all invalid advice.
    #[track_caller]
    #[allow(clippy::panic, reason = "assertions panic")]
    pub fn assert_valid(&self, catalog: &Catalog) {
        if let Err(untrue) = self.check(catalog) {
            panic!("{untrue}");
        }
    }

    /// Returns all invalid advice.
    fn problems(&self, catalog: &Catalog) -> Vec<InvalidAdvice> {
        catalog.declarations().flat_map(|entry| self.of_entry(entry)).collect()
    }

    fn of_entry(&self, entry: &Entry) -> Vec<InvalidAdvice> {
        let def = entry.def;
        let mut found = Vec::new();
        if let Some(template) = def.fix_command() {
            let text = filled(template);
            if let Err(problem) = self.fix(&text) {
                found.push(InvalidAdvice::new(entry, "fix", &text, &text, problem));
            }
        }
        if let Some(template) = def.check_command() {
            let text = filled(template);
            if let Err(problem) = self.fix(&text) {
                found.push(InvalidAdvice::new(entry, "check", &text, &text, problem));
            }
        }
        for field in def.fields() {
            if let Some(command) = field.values_from()
                && let Err(problem) = self.fix(command)
            {
                found.push(InvalidAdvice::new(entry, "values_from", command, command, problem));
            }
        }
        let texts = [("suggest", def.suggestion()), ("fix_required", def.fix_required()), ("detail", def.detail())];
        for (key, template) in texts {
            let Some(text) = template.map(filled) else { continue };
            for named in in_backticks(&text) {
                if let Err(problem) = self.reference(named) {
                    found.push(InvalidAdvice::new(entry, key, &text, named, problem));
                }
            }
        }
        if let Some(text) = def.replacement().map(filled)
            && let Err(problem) = self.reference(&text)
        {
            found.push(InvalidAdvice::new(entry, "replacement", &text, &text, problem));
        }
        for action in def.actions() {
            if let Err(problem) = self.action(action) {
                found.push(InvalidAdvice::new(entry, "actions", action, action, problem));
            }
        }
        found
    }

    /// Checks that a command line is complete and valid.
    fn fix(&self, text: &str) -> Result<(), Problem> {
        let words = split(text).ok_or_else(|| Problem::new("unclosed quote"))?;
        let (program, arguments) = words.split_first().ok_or_else(|| Problem::new("empty command"))?;
        if self.tree.is_named(program) {
            return self.tree.parse(&[], arguments, Strictness::Complete);
        }
        if is_marked(program) {
            return Err(Problem::new(format!("cannot check `{}` as the program", readable(program))));
        }
        if self.programs.contains(program) {
            return Ok(());
        }
        let known = self.tree.names().chain(self.programs.iter().map(String::as_str));
        let nearest = nearest(program, known).first().map(|name| (*name).to_owned());
        let reason = format!("`{program}` is not this program; allow it with `.program(...)`");
        Err(Problem { reason, nearest })
    }

    /// Checks a string in backticks if it's a flag or a command line of this program. Ignores all other strings.
    fn reference(&self, text: &str) -> Result<(), Problem> {
        let first = text.split_whitespace().next().unwrap_or_default();
        let is_flag = first.starts_with('-') && !matches!(first, "-" | "--") && first.parse::<f64>().is_err();
        if !is_flag && !self.tree.is_named(first) && !self.tree.has_command(first) {
            return Ok(());
        }
        let words = split(text).ok_or_else(|| Problem::new("unclosed quote"))?;
        match words.as_slice() {
            words if is_flag => self.tree.parse_anywhere(words),
            [program, arguments @ ..] if self.tree.is_named(program) => {
                self.tree.parse(&[], arguments, Strictness::AllowsMissingArguments)
            }
            words => self.tree.parse(&[], words, Strictness::AllowsMissingArguments),
        }
    }

    fn action(&self, action: &str) -> Result<(), Problem> {
        let commands = self.tree.manifest_names();
        if self.actions.iter().chain(&commands).any(|known| known == action) {
            return Ok(());
        }
        let known = self.actions.iter().chain(&commands).map(String::as_str);
        let nearest = nearest(action, known).first().map(|name| (*name).to_owned());
        let reason = match self.actions.is_empty() {
            true => format!("unknown command `{action}`; declare the tools with `.actions([...])`"),
            false => format!("unknown tool `{action}`"),
        };
        Err(Problem { reason, nearest })
    }
}

/// Returns the parts of a string between backticks.
fn in_backticks(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (_, after) = rest.split_once('`')?;
        let (inside, after) = after.split_once('`')?;
        rest = after;
        Some(inside)
    })
}
