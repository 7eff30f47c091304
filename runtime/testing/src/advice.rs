//! Checks that the commands and flags in a catalog exist.

mod error;
mod placeholder_marker;
mod text;
mod tree;
mod value;

pub use error::{AdviceError, InvalidAdvice};

use agent_error::__tooling::Part;
use agent_error::__tooling::{Caller, Entry, FieldDef, Template};
use agent_error::clap::Danger;
use agent_error::{Catalog, ErrorDef};
use agent_error_rules::advice::{
    Advice, AdviceProblem, called_names, is_about_invalid_input, may_say_valid_values,
    stated_effects,
};
use agent_error_rules::command::is_command_line;
use agent_error_rules::nearest::nearest;
use agent_error_rules::shell::split;
use clap::Command;
use error::{Problem, Strictness};
use placeholder_marker::{filled, is_marked, readable};
use text::Parts;
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
            .flat_map(|entry| self.of_entry(entry, &dangers))
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

    fn of_entry(&self, entry: &Entry, dangers: &Dangers) -> Vec<InvalidAdvice> {
        let def = entry.def;
        let mut found = Vec::new();
        let commands = [
            ("fix", def.template(Part::FixCommand), Danger::Mutating),
            ("check", def.template(Part::CheckCommand), Danger::Safe),
        ];
        let commands = commands
            .into_iter()
            .filter_map(|(key, text, allowed)| Some((key, filled(text?), allowed)));
        let listings = def.fields().filter_map(|field| field.values_from);
        let listings = listings.map(|command| ("values_from", command.to_owned(), Danger::Safe));
        for (key, text, allowed) in commands.chain(listings) {
            if let Err(problem) = self.fix(&text, allowed, dangers) {
                found.push(InvalidAdvice::new(entry, key, &text, &text, problem));
            }
        }
        let lists_values = |field: &FieldDef| {
            let ty = field.rust_type;
            field.lists_nearest
                || field.values_from.is_some()
                || ty.contains("FieldError")
                || ty.contains("Listing")
        };
        let acts = !def.actions().is_empty() || def.actions_field().is_some();
        let advice = Advice {
            code: def.code(),
            message: def.message().map_or("", Template::as_str),
            suggestion: def.template(Part::Suggestion).map_or("", Template::as_str),
            side_effects: stated_effects(Some(def.side_effects().as_str()), def.summary()),
            is_retryable: def.is_retryable(),
            has_check: def.template(Part::CheckCommand).is_some() || acts,
            has_fix: def.template(Part::FixCommand).is_some(),
            has_lookup: acts || def.fields().any(|field| lists_values(&field)),
        };
        for problem in AdviceProblem::ALL
            .into_iter()
            .filter(|problem| advice.has(*problem))
        {
            let (key, text) = match (problem, def.template(Part::FixCommand)) {
                (AdviceProblem::BlindFix, Some(fix)) => ("fix", fix.as_str()),
                _ => ("suggest", advice.suggestion),
            };
            found.push(InvalidAdvice::new(
                entry,
                key,
                text,
                text,
                Problem::new(problem.text()),
            ));
        }
        if is_about_invalid_input(def.code()) && !says_valid_values(def, &advice) {
            for field in def.fields() {
                if let Err(problem) = self.tree.check_says_valid_values(field.name) {
                    let text = advice.suggestion;
                    found.push(InvalidAdvice::new(entry, "suggest", text, text, problem));
                }
            }
        }
        let texts = [
            ("suggest", def.template(Part::Suggestion)),
            ("fix_required", def.template(Part::FixRequired)),
            ("detail", def.template(Part::Detail)),
        ];
        let texts = texts
            .into_iter()
            .filter_map(|(key, template)| Some((key, template?)));
        let hints_for_cli = def.hints().filter(|(caller, _)| *caller == Caller::Cli);
        let hints_for_cli = hints_for_cli.map(|(_, hint)| ("suggest(cli)", hint));
        for (key, template) in texts.chain(hints_for_cli) {
            let text = filled(template);
            let problems = self.of_text(&text, key != "detail");
            found.extend(
                problems
                    .into_iter()
                    .map(|(part, problem)| InvalidAdvice::new(entry, key, &text, part, problem)),
            );
        }
        let hints_for_mcp = def.hints().filter(|(caller, _)| *caller == Caller::Mcp);
        for (_, hint) in hints_for_mcp {
            let text = filled(hint);
            let problems = self.called_tools(&text);
            found.extend(problems.into_iter().map(|(part, problem)| {
                InvalidAdvice::new(entry, "suggest(mcp)", &text, part, problem)
            }));
        }
        if let Some(text) = def.template(Part::Replacement).map(filled)
            && let Err(problem) = self.replacement(&text)
        {
            found.push(InvalidAdvice::new(
                entry,
                "replacement",
                &text,
                &text,
                problem,
            ));
        }
        for action in def.actions() {
            let problem = if is_command_line(action) {
                let text = filled(Template::new(action));
                self.fix(&text, Danger::Destructive, dangers)
            } else {
                self.action(action)
            };
            if let Err(problem) = problem {
                found.push(InvalidAdvice::new(
                    entry, "actions", action, action, problem,
                ));
            }
        }
        found
    }

    /// Returns the invalid parts of a prose string. If `is_advice` is true, flags outside of
    /// backticks must exist.
    fn of_text<'a>(&self, text: &'a str, is_advice: bool) -> Vec<(&'a str, Problem)> {
        let parts = Parts::of(text);
        let verb = |part: &str| {
            called_names(text)
                .find(|(_, name)| *name == part)
                .map(|(verb, _)| verb)
        };
        let quoted = parts
            .quoted
            .iter()
            .map(|part| (*part, self.reference(part, verb(part))));
        let flags = parts.flags_in_prose().filter(|_| is_advice);
        let flags = flags.map(|flag| (flag, self.tree.parse_anywhere(&[flag.to_owned()])));
        quoted
            .chain(flags)
            .filter_map(|(part, result)| Some((part, result.err()?)))
            .collect()
    }

    /// Returns the names that a hint for MCP clients tells them to call, but that aren't tools.
    fn called_tools<'a>(&self, text: &'a str) -> Vec<(&'a str, Problem)> {
        called_names(text)
            .map(|(_, name)| name)
            .filter(|name| !self.actions.iter().any(|tool| tool == name))
            .map(|name| (name, self.unknown_tool(name)))
            .collect()
    }

    fn unknown_tool(&self, name: &str) -> Problem {
        let tools = self.actions.iter().map(String::as_str);
        Problem {
            reason: format!("unknown tool `{name}`; declare the tools with `.actions([...])`"),
            nearest: nearest(name, tools).first().map(|tool| (*tool).to_owned()),
        }
    }

    /// Checks that a command line is complete and valid, and that it doesn't change more than
    /// `allowed`.
    fn fix(&self, text: &str, allowed: Danger, dangers: &Dangers) -> Result<(), Problem> {
        let words = split(text).ok_or_else(|| Problem::new("unclosed quote"))?;
        let (program, arguments) = words
            .split_first()
            .ok_or_else(|| Problem::new("empty command"))?;
        if self.tree.is_named(program) {
            self.tree.parse(&[], arguments, Strictness::Complete)?;
            self.tree.check_passes_on(arguments, &self.independent)?;
            let command = self
                .tree
                .command_of(arguments)
                .filter(|_| !self.passes_allowed_program(arguments));
            return command.map_or(Ok(()), |command| dangers.check(&command, allowed));
        }
        if is_marked(program) {
            return Err(Problem::new(format!(
                "cannot check `{}` as the program",
                readable(program)
            )));
        }
        if self.programs.contains(program) {
            Ok(())
        } else {
            Err(self.unknown_program(program))
        }
    }

    /// Whether a call runs an allowed program, as in `tool run -- ls`.
    fn passes_allowed_program(&self, arguments: &[String]) -> bool {
        let program = arguments.iter().skip_while(|word| *word != "--").nth(1);
        program.is_some_and(|program| self.programs.contains(program))
    }

    fn unknown_program(&self, program: &str) -> Problem {
        let known = self
            .tree
            .names()
            .chain(self.programs.iter().map(String::as_str));
        let nearest = nearest(program, known)
            .first()
            .map(|name| (*name).to_owned());
        let reason = format!("`{program}` is not this program; allow it with `.program(...)`");
        Problem { reason, nearest }
    }

    /// Checks a string in backticks if it's a flag or a command line with calls of this program.
    /// Ignores all other strings. `verb` is the word before the string, if the advice is to call or
    /// run the string.
    fn reference(&self, text: &str, verb: Option<&str>) -> Result<(), Problem> {
        let first = text.split_whitespace().next().unwrap_or_default();
        let is_flag = is_flag(first);
        let is_own = is_flag || self.tree.is_named(first) || self.tree.has_command(first);
        let Some(words) = split(text) else {
            return if is_own {
                Err(Problem::new("unclosed quote"))
            } else {
                Ok(())
            };
        };
        if is_flag {
            return self.tree.parse_anywhere(&words);
        }
        let is_called = |name: &&String| *name == text || name.replace('.', "_") == text;
        let names = self.tree.manifest_names();
        let command = names
            .iter()
            .find(|name| (verb.is_some() || name.contains('.')) && is_called(name));
        let is_tool =
            command.is_some() || verb.is_some_and(|verb| verb.eq_ignore_ascii_case("call"));
        let mut allowed = self.tree.names().chain(
            self.programs
                .iter()
                .chain(&self.actions)
                .map(String::as_str),
        );
        if is_tool && !allowed.any(|name| name == text) {
            let program = self.tree.names().next().unwrap_or_default();
            let nearest = command.map(|name| format!("{program} {}", name.replace('.', " ")));
            return Err(Problem {
                reason: format!("`{text}` isn't a command line"),
                nearest,
            });
        }
        text::commands(&words).try_for_each(|words| match words {
            [program, arguments @ ..] if self.tree.is_named(program) => {
                self.tree
                    .parse(&[], arguments, Strictness::AllowsMissingArguments)
            }
            [command, ..] if is_own && command == first => {
                self.tree
                    .parse(&[], words, Strictness::AllowsMissingArguments)
            }
            _ => Ok(()),
        })
    }

    /// Checks that a replacement is a command, a flag, a tool or a URL. Ignores a replacement that
    /// starts with a placeholder.
    fn replacement(&self, text: &str) -> Result<(), Problem> {
        let first = text.split_whitespace().next().unwrap_or_default();
        let is_own = is_flag(first) || self.tree.is_named(first) || self.tree.has_command(first);
        let is_foreign = is_marked(first)
            || first.contains('/')
            || self.programs.iter().any(|known| known == first);
        let is_request = text
            .split_whitespace()
            .nth(1)
            .is_some_and(|path| path.starts_with('/'));
        match is_own {
            true => self.reference(text, None),
            false if is_foreign || is_request => Ok(()),
            false => self.action(text),
        }
    }

    fn action(&self, action: &str) -> Result<(), Problem> {
        let commands = self.tree.manifest_names();
        if self
            .actions
            .iter()
            .chain(&commands)
            .any(|known| known == action)
        {
            return Ok(());
        }
        let known = self.actions.iter().chain(&commands).map(String::as_str);
        let nearest = nearest(action, known)
            .first()
            .map(|name| (*name).to_owned());
        let reason = if self.actions.is_empty() {
            format!("unknown command `{action}`; declare the tools with `.actions([...])`")
        } else {
            format!("unknown tool `{action}`")
        };
        Err(Problem { reason, nearest })
    }
}

/// Whether an error says which values are valid, or which command lists them. Assumes that advice
/// from a field does.
fn says_valid_values(def: &ErrorDef, advice: &Advice<'_>) -> bool {
    let texts = [Part::Suggestion, Part::FixRequired, Part::Detail].map(|part| def.template(part));
    let hints = def.hints().map(|(_, hint)| hint);
    advice.has_lookup
        || advice.has_fix
        || def.message().is_some_and(|message| has_rule(message))
        || texts
            .into_iter()
            .flatten()
            .chain(hints)
            .any(|text| text.fields().next().is_some() || may_say_valid_values(text.as_str()))
}

/// Whether a message contains a number outside of its placeholders, as in "not from 1 to 9".
fn has_rule(message: Template<'_>) -> bool {
    let text = message.filled(|_, _| String::new());
    text.contains(|c: char| c.is_ascii_digit())
}

fn is_flag(word: &str) -> bool {
    word.starts_with('-') && !matches!(word, "-" | "--") && word.parse::<f64>().is_err()
}
