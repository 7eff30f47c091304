//! The command tree of a program, which parses command lines.

use super::error::{Problem, Strictness};
use super::placeholder_marker::is_marked;
use super::value;
use agent_error::Catalog;
use agent_error::clap::{
    __selects_data, __values_from, CommandExt as _, Danger, Manifest, UsageError,
};
use agent_error_rules::advice::may_say_valid_values;
use agent_error_rules::nearest::nearest;
use clap::builder::ValueParser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, Command};
use serde_json::Value;

#[derive(Clone, Debug)]
pub(super) struct Tree {
    /// The original command.
    real: Command,
    /// The command without value parsers, which accepts placeholders as values.
    relaxed: Command,
}

impl Tree {
    pub(super) fn new(command: &Command) -> Self {
        let mut real = command.clone();
        real.build();
        Self {
            relaxed: relaxed(real.clone()),
            real,
        }
    }

    /// Returns the valid names of the program.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.real
            .get_bin_name()
            .into_iter()
            .chain([self.real.get_name()])
    }

    pub(super) fn is_named(&self, program: &str) -> bool {
        self.names().any(|name| name == program)
    }

    /// Whether the program has a top-level subcommand with this name.
    pub(super) fn has_command(&self, name: &str) -> bool {
        self.real.find_subcommand(name).is_some()
    }

    /// Returns the names of all visible subcommands as written in a manifest, such as
    /// `instances.list`.
    pub(super) fn manifest_names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for path in paths(&self.real) {
            let is_program = path.is_empty();
            if !is_program && !is_hidden(&self.real, &path) {
                names.push(path.join("."));
            }
        }
        names
    }

    /// Returns the name of the called subcommand as written in a manifest. Returns `None` if the
    /// arguments are invalid or only print help.
    pub(super) fn command_of(&self, words: &[String]) -> Option<String> {
        let matches = parse_words(&self.relaxed, words).ok()?;
        let mut path = Vec::new();
        let mut rest = matches.subcommand();
        while let Some((name, below)) = rest {
            path.push(name);
            rest = below.subcommand();
        }
        Some(path.join("."))
    }

    /// Checks that a command line passes all global options that select the data. `independent`
    /// contains the flags that don't.
    pub(super) fn check_passes_on(
        &self,
        words: &[String],
        independent: &[String],
    ) -> Result<(), Problem> {
        let Ok(matches) = parse_words(&self.relaxed, words) else {
            return Ok(());
        };
        if matches.subcommand().is_none() || self.is_errors_command(&matches) {
            return Ok(());
        }
        for option in self.real.get_arguments() {
            let Some(long) = option.get_long() else {
                continue;
            };
            let is_independent = independent.contains(&format!("--{long}"));
            if __selects_data(option) && !is_independent && !value::is_given(&matches, option) {
                return Err(Problem::new(format!(
                    "`--{long}` is missing, so the command may read or change other data than the failed call; \
                     pass it on, as in `--{long}={{field}}`"
                )));
            }
        }
        Ok(())
    }

    /// Checks that the help of an argument with the name of a context field says which values are
    /// valid, if the program has such an argument.
    pub(super) fn check_says_valid_values(&self, field: &str) -> Result<(), Problem> {
        for path in paths(&self.real) {
            let command = at(&self.real, &path);
            // Global arguments are checked where they're declared.
            let is_root = path.is_empty();
            let mut own = command
                .get_arguments()
                .filter(|arg| is_root || !arg.is_global_set());
            if let Some(arg) = own.find(|arg| has_name(arg, field))
                && !says_valid_values(command, arg)
            {
                return Err(Problem::new(format!(
                    "neither the error nor the help of `{arg}` says which values are valid; describe them, or declare \
                     the command that lists them with `values_from`"
                )));
            }
        }
        Ok(())
    }

    /// Whether the command is the one that lists and explains errors, which doesn't depend on data.
    fn is_errors_command(&self, matches: &ArgMatches) -> bool {
        let called = matches.subcommand_name().unwrap_or_default();
        let command = self.real.find_subcommand(called);
        called == "help"
            || command.is_some_and(|command| command.find_subcommand("explain").is_some())
    }

    pub(super) fn dangers(&self, catalog: &Catalog) -> Dangers {
        Dangers::new(&self.real, catalog)
    }

    /// Checks that at least one command accepts the arguments, which start with a flag.
    pub(super) fn parse_anywhere(&self, words: &[String]) -> Result<(), Problem> {
        let first = words.first().map_or("", String::as_str);
        let (flag, _) = first.split_once('=').unwrap_or((first, ""));
        let mut problem = None;
        for path in paths(&self.real) {
            match self.parse(&path, words, Strictness::AllowsMissingArguments) {
                Ok(()) => return Ok(()),
                // Prefer the problem of a command that has the flag.
                Err(found) if has_flag(at(&self.real, &path), flag) => {
                    problem = problem.or(Some(found));
                }
                Err(_) => {}
            }
        }
        Err(problem.unwrap_or_else(|| self.unknown_flag(flag)))
    }

    /// Describes a flag that no command has.
    fn unknown_flag(&self, flag: &str) -> Problem {
        let mut known = Vec::new();
        for path in paths(&self.real) {
            known.append(&mut flags(at(&self.real, &path)));
        }
        Problem {
            reason: format!("unknown flag `{flag}`"),
            nearest: nearest_flag(flag, &known),
        }
    }

    /// Checks that the command at the given path accepts the arguments.
    pub(super) fn parse(
        &self,
        path: &[String],
        words: &[String],
        strictness: Strictness,
    ) -> Result<(), Problem> {
        let real = at(&self.real, path);
        let error = match parse_words(at(&self.relaxed, path), words) {
            Ok(matches) => return value::check(real, &matches, strictness),
            Err(error) => error,
        };
        if matches!(
            error.kind(),
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
        ) {
            return Ok(());
        }
        if strictness == Strictness::AllowsMissingArguments {
            if is_incomplete(&error) {
                return self.check_incomplete(path, words);
            }
            if is_about_field(&error) {
                return Ok(());
            }
        }
        Err(self.problem(real, words, error))
    }

    /// Checks the values of a command line that is valid so far.
    fn check_incomplete(&self, path: &[String], words: &[String]) -> Result<(), Problem> {
        let tolerant = ignoring_errors(self.relaxed.clone());
        let Ok(matches) = parse_words(at(&tolerant, path), words) else {
            return Ok(());
        };
        let real = at(&self.real, path);
        value::check(real, &matches, Strictness::AllowsMissingArguments)
    }

    fn problem(&self, command: &Command, words: &[String], error: clap::Error) -> Problem {
        if error.kind() == ErrorKind::UnknownArgument
            && let Some(flag) = string(&error, ContextKind::InvalidArg)
        {
            return self.unknown_argument(command, words, flag);
        }
        if error.kind() == ErrorKind::InvalidSubcommand
            && let Some(name) = string(&error, ContextKind::InvalidSubcommand)
        {
            return unknown_command(command, words, name);
        }
        Problem::new(UsageError::from(error).to_string())
    }

    fn unknown_argument(&self, command: &Command, words: &[String], flag: &str) -> Problem {
        let command = command_before(command, words, flag);
        let name = full_name(command);
        if is_marked(flag) {
            return Problem::new(format!("cannot check whether `{name}` accepts `{flag}`"));
        }
        if !flag.starts_with('-') {
            return Problem::new(format!("unexpected argument `{flag}` of `{name}`"));
        }
        let mut reason = format!("`{name}` has no flag `{flag}`");
        let all_paths = paths(&self.real);
        let mut commands = all_paths.iter().map(|path| at(&self.real, path));
        if let Some(owner) = commands.find(|command| has_flag(command, flag)) {
            reason += &format!(", but `{}` has", full_name(owner));
        }
        Problem {
            reason,
            nearest: nearest_flag(flag, &flags(command)),
        }
    }
}

fn unknown_command(command: &Command, words: &[String], unknown: &str) -> Problem {
    let command = command_before(command, words, unknown);
    let name = full_name(command);
    if is_marked(unknown) {
        return Problem::new(format!(
            "cannot check `{unknown}` as a subcommand of `{name}`"
        ));
    }
    Problem::unknown(
        format!("`{name}` has no command `{unknown}`"),
        unknown,
        command.get_subcommands().map(Command::get_name),
    )
}

/// Returns a string that clap's error contains.
fn string(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text),
        _ => None,
    }
}

fn parse_words(command: &Command, words: &[String]) -> Result<ArgMatches, clap::Error> {
    // clap expects the program name as the first argument.
    command.clone().try_get_matches_from(
        std::iter::once(command.get_name()).chain(words.iter().map(String::as_str)),
    )
}

/// Whether an argument that takes values has the name of a context field.
fn has_name(arg: &Arg, field: &str) -> bool {
    let id_and_long = [Some(arg.get_id().as_str()), arg.get_long()];
    let mut names = id_and_long.into_iter().flatten();
    arg.get_action().takes_values() && names.any(|name| name.replace('-', "_") == field)
}

/// Whether the help of an argument may say which values are valid, or which command lists them.
fn says_valid_values(command: &Command, arg: &Arg) -> bool {
    let id = arg.get_id().as_str();
    let texts = [arg.get_help(), arg.get_long_help()];
    let mut texts = texts.into_iter().flatten().map(ToString::to_string);
    !arg.get_possible_values().is_empty()
        || __values_from(command, id).is_some()
        || texts.any(|text| may_say_valid_values(&text))
}

/// Whether the command line is valid so far, but incomplete.
fn is_incomplete(error: &clap::Error) -> bool {
    match error.kind() {
        ErrorKind::MissingRequiredArgument
        | ErrorKind::MissingSubcommand
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
        | ErrorKind::TooFewValues => true,
        ErrorKind::InvalidValue => {
            string(error, ContextKind::InvalidValue).is_none_or(str::is_empty)
        }
        _ => false,
    }
}

/// Whether the error is about a placeholder in place of a subcommand or a flag.
fn is_about_field(error: &clap::Error) -> bool {
    [ContextKind::InvalidArg, ContextKind::InvalidSubcommand]
        .into_iter()
        .filter_map(|kind| string(error, kind))
        .any(is_marked)
}

/// Applies `change` to each direct subcommand without reordering them. clap 4.5 doesn't have
/// `mut_subcommands`.
fn with_each_subcommand(
    mut command: Command,
    mut change: impl FnMut(Command) -> Command,
) -> Command {
    let names: Vec<String> = command
        .get_subcommands()
        .map(|subcommand| subcommand.get_name().to_owned())
        .collect();
    for name in names {
        // `mut_subcommand` moves the subcommand to the end. Moving every subcommand once restores
        // the original order.
        command = command.mut_subcommand(name, &mut change);
    }
    command
}

fn relaxed(command: Command) -> Command {
    with_each_subcommand(command.mut_args(accepting_any_value), relaxed)
}

fn accepting_any_value(arg: Arg) -> Arg {
    if arg.get_action().takes_values() {
        arg.value_parser(ValueParser::os_string())
    } else {
        arg
    }
}

fn ignoring_errors(command: Command) -> Command {
    with_each_subcommand(command.ignore_errors(true), ignoring_errors)
}

fn at<'a>(command: &'a Command, path: &[String]) -> &'a Command {
    path.iter().fold(command, |command, name| {
        command.find_subcommand(name).unwrap_or(command)
    })
}

fn is_hidden(command: &Command, path: &[String]) -> bool {
    (1..=path.len()).any(|length| at(command, &path[..length]).is_hide_set())
}

/// Returns the paths of all commands except `help`, starting with the program itself.
fn paths(command: &Command) -> Vec<Vec<String>> {
    let mut all = vec![Vec::new()];
    for subcommand in command.get_subcommands() {
        let name = subcommand.get_name();
        if name == "help" {
            continue;
        }
        for mut path in paths(subcommand) {
            path.insert(0, name.to_owned());
            all.push(path);
        }
    }
    all
}

/// Returns the innermost subcommand before `word` on the command line.
fn command_before<'a>(command: &'a Command, words: &[String], word: &str) -> &'a Command {
    let mut innermost = command;
    for known in words {
        if known.split('=').next() == Some(word) {
            break;
        }
        innermost = innermost.find_subcommand(known).unwrap_or(innermost);
    }
    innermost
}

fn full_name(command: &Command) -> &str {
    command.get_bin_name().unwrap_or_else(|| command.get_name())
}

fn flags(command: &Command) -> Vec<String> {
    let mut names = Vec::new();
    for arg in command.get_arguments() {
        for long in arg.get_long_and_visible_aliases().unwrap_or_default() {
            names.push(format!("--{long}"));
        }
        for short in arg.get_short_and_visible_aliases().unwrap_or_default() {
            names.push(format!("-{short}"));
        }
    }
    names
}

/// Returns the most similar long flag. Ignores short flags, because they all resemble each other.
fn nearest_flag(flag: &str, known: &[String]) -> Option<String> {
    if !flag.starts_with("--") {
        return None;
    }
    let all = known.iter().map(String::as_str);
    let long = all.filter(|known| known.starts_with("--"));
    nearest(flag, long).first().map(ToString::to_string)
}

fn has_flag(command: &Command, flag: &str) -> bool {
    flags(command).iter().any(|known| known == flag)
}

/// The manifest of a program in which commands without a declared level are safe.
pub(super) struct Dangers(Value);

impl Dangers {
    fn new(command: &Command, catalog: &Catalog) -> Self {
        // Commands without a declared level inherit `safe` from the root.
        let command = command.clone().danger(Danger::Safe);
        Self(serde_json::to_value(Manifest::of(&command, catalog)).unwrap_or_default())
    }

    /// Checks that a command doesn't change more than `allowed`. `path` is the name in the
    /// manifest.
    pub(super) fn check(&self, path: &str, allowed: Danger) -> Result<(), Problem> {
        let level = self.0["commands"][path]["danger_level"]
            .as_str()
            .unwrap_or_default();
        let remedy = match (allowed, level) {
            (Danger::Safe, "mutating" | "destructive") => "run a command that only reads",
            (Danger::Mutating, "destructive") => {
                "describe it in `suggest`, or list it in `actions`"
            }
            _ => return Ok(()),
        };
        Err(Problem::new(format!(
            "`{}` is declared as {level}; {remedy}",
            path.replace('.', " ")
        )))
    }
}
