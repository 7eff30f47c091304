//! Completes usage errors with information from the program's commands.

use super::advice::{AS_VALUE, add_missing, choose};
use super::command_line;
use super::declared;
use super::errors_command::FULL_ONLY;
use super::global_options::{self, GlobalOption, pass_on};
use super::listings::{self, limit};
use super::mistake::{Context, most_similar};
use super::numbers::{NumberError, Range};
use super::redacted::shown_value;
use super::source::{
    Level, levels, name_source, not_utf8, parsed, shown, source_of, with_name, with_names,
};
use super::tree;
use super::usage_error::{Mistake, Needs, UsageError, name};
use crate::definition::Template;
use crate::definition::part::Part;
use crate::error::listing::Listing;
use crate::ready::catalog_error::MAX_NEAREST;
use crate::text::secret::REDACTED;
use crate::text::synonym::are_synonyms;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, Command};
use std::error::Error as _;
use std::ffi::OsString;
use std::path::Path;

/// Converts clap's error, and keeps it for people.
pub(super) fn usage_error(
    error: clap::Error,
    root: &Command,
    arguments: &[OsString],
) -> UsageError {
    let mistake = mistake(&error, root, arguments);
    command_line::keep(error);
    mistake.into()
}

/// Describes the mistake in a call, with the similar names and the valid names.
fn mistake(error: &clap::Error, root: &Command, arguments: &[OsString]) -> Mistake {
    // While parsing, clap only builds the commands that were called.
    let root = &built(root, arguments);
    let matches = parsed(Command::from(root), arguments).unwrap_or_default();
    let levels = levels(root, &matches);
    let call = FailedCall {
        error,
        root,
        options: global_options::given(root, &matches),
        command: levels.last().map_or(root, |(command, _)| command),
        levels,
        arguments,
    };
    let mut mistake = call.completed(Mistake::of(error));
    name_source(&mut mistake, root, arguments);
    if let Some(advice) = call.advice_for_retired_command() {
        mistake.set_advice(advice);
    }
    mistake
}

/// Builds all commands. Usage lines show the name that the program was called with.
fn built(root: &Command, arguments: &[OsString]) -> Command {
    let mut root = Command::from(root);
    let path = arguments.first().map(Path::new);
    let name = path.and_then(|path| path.file_name()?.to_str());
    if let Some(name) = name.filter(|_| !root.is_no_binary_name_set()) {
        root.set_bin_name(name);
    }
    root.build();
    root
}

/// A call that clap rejected.
struct FailedCall<'a> {
    error: &'a clap::Error,
    /// The program's commands.
    root: &'a Command,
    /// The global options that select the data.
    options: Vec<GlobalOption>,
    /// The commands that were called, from the root down.
    levels: Vec<Level<'a>>,
    /// The command that clap was parsing when it rejected the call: the last one of `levels`.
    command: &'a Command,
    arguments: &'a [OsString],
}

impl FailedCall<'_> {
    fn completed(&self, mistake: Mistake) -> Mistake {
        match mistake {
            Mistake::UnknownCommand { command, .. } => self.unknown_command(command),
            Mistake::UnknownFlag { flag, nearest, .. } => self.unknown_flag(flag, nearest),
            Mistake::UnexpectedArgument {
                argument,
                advice,
                usage,
            } => Mistake::UnexpectedArgument {
                advice: self.advice_to_escape().unwrap_or(advice),
                argument,
                usage,
            },
            Mistake::InvalidValue {
                flag,
                value,
                reason,
                nearest,
                valid,
                advice,
                ..
            } => self.invalid_value(InvalidValue {
                flag,
                value,
                reason,
                nearest,
                valid,
                advice,
            }),
            Mistake::MissingFlags { missing, usage, .. }
                if self.error.kind() == ErrorKind::MissingRequiredArgument =>
            {
                self.missing_flags(missing.names(), usage)
            }
            // clap's message only contains help or hidden commands.
            Mistake::MissingFlags { .. } | Mistake::MissingCommand { .. } => self.missing_command(),
            Mistake::ConflictingFlags { flag, with } => Mistake::ConflictingFlags {
                flag: self.named_by_source(flag),
                with: with
                    .into_iter()
                    .map(|flag| self.named_by_source(flag))
                    .collect(),
            },
            other @ Mistake::Other { .. } if self.error.kind() == ErrorKind::InvalidUtf8 => {
                not_utf8(&self.levels, self.root, self.arguments).unwrap_or(other)
            }
            other @ Mistake::Other { .. } => other,
        }
    }

    /// If a called command is hidden, and one of its errors has a replacement, the command only exists
    /// for callers who know its old name. Returns the advice to call the replacement.
    fn advice_for_retired_command(&self) -> Option<String> {
        let mut commands = self.levels.iter().rev().map(|(command, _)| *command);
        let retired = commands.find(|command| command.is_hide_set())?;
        let replacement = replacement_of(retired)?;
        let name = retired.get_bin_name().unwrap_or(retired.get_name());
        Some(format!("Use `{replacement}` instead; `{name}` is retired"))
    }

    /// Returns the innermost called command that has an argument or group. clap checks those of the
    /// commands above last, for example because a value comes from an environment variable.
    fn command_with(&self, flag: &str) -> &Command {
        let mut commands = self.levels.iter().rev().map(|(command, _)| *command);
        commands
            .find(|command| !with_names(command, flag).is_empty())
            .unwrap_or(self.command)
    }

    fn unknown_command(&self, typed: String) -> Mistake {
        let level = self.level_of_help();
        let nearest = similar_commands(&typed, self.root, level);
        let mut valid = listings::commands(level);
        let mut advice = choose("command", &nearest, &valid);
        limit(&mut valid, &mut advice, level);
        if tree::is_errors_command(level) && FULL_ONLY.contains(&&*typed) {
            advice += ". To add it to the program, use `FullErrorsCommand` for `Errors`";
        }
        Mistake::UnknownCommand {
            command: typed,
            nearest,
            valid,
            advice,
        }
    }

    /// Returns the called command. The arguments of clap's `help` are the path of another one.
    fn level_of_help(&self) -> &Command {
        let path = self.arguments.iter().skip_while(|word| *word != "help");
        let mut level = self.command;
        for word in path.skip(1) {
            match level.find_subcommand(word) {
                Some(below) => level = below,
                None => break,
            }
        }
        level
    }

    /// `suggested` contains the similar flags that clap knows.
    fn unknown_flag(&self, flag: String, suggested: Vec<String>) -> Mistake {
        let mut valid = listings::flags(self.command);
        if self.is_escaped() && has_flag(self.command, &flag) {
            return Mistake::UnknownFlag {
                flag,
                nearest: Vec::new(),
                valid: Listing::new(),
                advice: "Put it before `--`".to_owned(),
            };
        }
        let nearest = similar_flags(&flag, suggested, self.command);
        let value = self.value_like_flag(&flag);
        let elsewhere = if nearest.is_empty() {
            self.other_meaning(&flag, value.as_ref())
        } else {
            None
        };
        let mut advice = match elsewhere {
            Some(elsewhere) if valid.is_empty() => elsewhere,
            Some(elsewhere) => format!("{}. {elsewhere}", choose("flag", &nearest, &valid)),
            None if nearest.is_empty() && valid.is_empty() => {
                "Remove it; the command has no flags".to_owned()
            }
            None => choose("flag", &nearest, &valid),
        };
        limit(&mut valid, &mut advice, self.command);
        let is_secret = value.is_some_and(|value| value.shown == REDACTED);
        Mistake::UnknownFlag {
            flag: if is_secret { REDACTED.into() } else { flag },
            nearest,
            valid,
            advice,
        }
    }

    fn is_escaped(&self) -> bool {
        self.arguments.iter().any(|word| word == "--")
    }

    /// If an unknown flag is probably a value, or belongs to another command, says where to put it.
    fn other_meaning(&self, flag: &str, value: Option<&ValueLikeFlag>) -> Option<String> {
        if let Some(ValueLikeFlag { before, shown }) = value {
            return Some(format!(
                "To pass it as the value of `{before}`, write `{before}={shown}`"
            ));
        }
        if let Some(advice) = self.advice_for_other_command(flag) {
            return Some(advice);
        }
        if self.takes_as_argument(flag) {
            return Some(AS_VALUE.to_owned());
        }
        None
    }

    /// If an unknown flag follows a flag that takes a value, as in `--text -x` or `-n -1`, returns
    /// both.
    fn value_like_flag(&self, unknown: &str) -> Option<ValueLikeFlag> {
        let pair = self
            .arguments
            .windows(2)
            .find(|pair| starts_with(&pair[1], unknown))?;
        let before = pair[0].to_str()?;
        let value = pair[1].to_str()?;
        let mut flags = self.command.get_arguments();
        let flag = match before.strip_prefix("--") {
            Some(long) => flags.find(|arg| arg.get_long() == Some(long))?,
            None => {
                let short = before.strip_prefix('-')?.chars().next_back();
                flags.find(|arg| arg.get_short().is_some() && arg.get_short() == short)?
            }
        };
        if !flag.get_action().takes_values() {
            return None;
        }
        Some(ValueLikeFlag {
            before: before.to_owned(),
            shown: shown_value(&shown(flag), value).into_owned(),
        })
    }

    /// If an unknown flag belongs to a command above or to a subcommand, returns the advice to pass
    /// it there.
    fn advice_for_other_command(&self, unknown: &str) -> Option<String> {
        for pair in self.levels.windows(2).rev() {
            let (above, _) = pair[0];
            let (below, _) = pair[1];
            if has_flag(above, unknown) {
                return Some(format!(
                    "To use this one, put it before `{}`",
                    below.get_name()
                ));
            }
        }
        let below = tree::visible_subcommands(self.command)
            .into_iter()
            .find(|below| has_flag(below, unknown))?;
        Some(format!(
            "To use this one, put it after `{}`",
            below.get_name()
        ))
    }

    /// Whether the command takes the unknown flag as an argument after `--`. clap suggests that
    /// even if all arguments are already given.
    fn takes_as_argument(&self, flag: &str) -> bool {
        if !Context(self.error).may_be_value() {
            return false;
        }
        let mut arguments = self.arguments.to_vec();
        let place = arguments.iter().position(|word| starts_with(word, flag));
        let Some(place) = place else { return false };
        let word = arguments.remove(place);
        arguments.push("--".into());
        arguments.push(word);
        self.accepts_names_of(&arguments)
    }

    /// If the call lacks the `--` before arguments that require it, returns the advice to add it.
    fn advice_to_escape(&self) -> Option<String> {
        let last = self
            .command
            .get_positionals()
            .find(|arg| arg.is_last_set())?;
        if self.is_escaped() {
            return None;
        }
        Some(format!(
            "To pass it as `{}`, put `--` before it",
            shown(last)
        ))
    }

    /// Whether the commands have all flags and take all arguments of a call, whatever the values
    /// are.
    fn accepts_names_of(&self, arguments: &[OsString]) -> bool {
        match Command::from(self.root).try_get_matches_from(arguments) {
            Ok(_) => true,
            Err(error) => !matches!(
                error.kind(),
                ErrorKind::UnknownArgument
                    | ErrorKind::InvalidSubcommand
                    | ErrorKind::TooManyValues
            ),
        }
    }

    fn invalid_value(&self, invalid: InvalidValue) -> Mistake {
        let InvalidValue {
            flag,
            value,
            mut reason,
            nearest,
            mut valid,
            mut advice,
        } = invalid;
        let mut values_from = Listing::new();
        let mut help = String::new();
        let command = self.command_with(&flag);
        if let Some(arg) = with_name(command, &flag) {
            help = listings::help_with_values(arg);
            self.add_values_from(&mut values_from, command, arg);
            let values = listings::values(arg);
            if !values.is_empty() {
                valid = values;
            }
            if value != REDACTED {
                reason = self.expected_number(arg).unwrap_or(reason);
            }
        }
        if !values_from.is_empty() {
            advice = "List the possible values, then call again".to_owned();
        } else if value.is_empty() && valid.is_empty() {
            let separator = if help.is_empty() { "" } else { ": " };
            advice = format!("Pass a value to `{}`{separator}{help}", name(&flag));
        }
        limit(&mut valid, &mut advice, command);
        Mistake::InvalidValue {
            flag,
            value,
            reason,
            nearest,
            valid,
            values_from,
            advice,
        }
    }

    /// Adds the id of an argument and the command that lists its values, if declared.
    fn add_values_from(&self, listing: &mut Listing, command: &Command, arg: &Arg) {
        let id = arg.get_id().as_str();
        if let Some(call) = declared::values_from(command, id) {
            listing.push(
                id.to_owned(),
                pass_on(&self.options, self.root, Some(arg), call),
            );
        }
    }

    /// If the value of an argument isn't a valid number, says which numbers are.
    fn expected_number(&self, arg: &Arg) -> Option<String> {
        let error = NumberError::of(self.error.source()?)?;
        error.expected(Range::of(arg))
    }

    /// Describes the missing arguments, and adds the environment variables that can replace them to
    /// the advice.
    fn missing_flags<'f>(
        &self,
        flags: impl Iterator<Item = &'f str>,
        usage: Option<String>,
    ) -> Mistake {
        let mut missing = Listing::new();
        let mut values_from = Listing::new();
        let mut variables = Vec::new();
        let mut escaped = Vec::new();
        for flag in flags {
            let command = self.command_with(flag);
            let args = with_names(command, flag);
            missing.push(flag.to_owned(), described(&args));
            for arg in &args {
                self.add_values_from(&mut values_from, command, arg);
                if arg.is_last_set() {
                    escaped.push(format!("`{}`", shown(arg)));
                }
            }
            variables.extend(variables_of(&args));
        }
        let mut advice = add_missing(&missing, &values_from);
        if !escaped.is_empty() {
            advice += &format!("; put `--` before {}", escaped.join(" and "));
        }
        if !variables.is_empty() {
            advice += &format!(", or set {}", variables.join(" and "));
        }
        Mistake::MissingFlags {
            missing,
            values_from,
            usage,
            advice,
        }
    }

    /// Lists the subcommands, or else the required arguments.
    fn missing_command(&self) -> Mistake {
        let mut valid = listings::commands(self.command);
        if valid.is_empty() {
            let required: Vec<String> = self
                .command
                .get_arguments()
                .filter(|arg| arg.is_required_set())
                .map(shown)
                .collect();
            let usage = Command::from(self.command).render_usage().to_string();
            let usage = usage.trim_start_matches("Usage: ").to_owned();
            return self.missing_flags(required.iter().map(String::as_str), Some(usage));
        }
        let needs = if self.command.is_subcommand_required_set() {
            Needs::Command
        } else {
            Needs::CommandOrArgument
        };
        let mut advice = choose("command", &[], &valid);
        if needs == Needs::CommandOrArgument {
            advice += ", or pass an argument";
        }
        limit(&mut valid, &mut advice, self.command);
        Mistake::MissingCommand {
            valid,
            needs,
            advice,
        }
    }

    /// Returns the environment variable that a flag's value comes from, or else the flag.
    fn named_by_source(&self, flag: String) -> String {
        match source_of(self.root, self.arguments, &flag, None) {
            Some((ValueSource::EnvVariable, variable)) => variable,
            _ => flag,
        }
    }
}

fn starts_with(argument: &OsString, prefix: &str) -> bool {
    argument
        .to_str()
        .is_some_and(|argument| argument.starts_with(prefix))
}

/// A flag that takes a value, followed by a word that clap read as another flag.
struct ValueLikeFlag {
    before: String,
    /// The word, redacted if it may be a secret.
    shown: String,
}

/// The members of [`Mistake::InvalidValue`] that clap's error contains.
struct InvalidValue {
    flag: String,
    value: String,
    reason: String,
    nearest: Vec<String>,
    valid: Listing,
    advice: String,
}

/// Returns the replacement that one of the command's errors declares.
fn replacement_of(command: &Command) -> Option<&'static str> {
    let entries = declared::errors(command)?.entries();
    let templates = entries
        .iter()
        .filter_map(|entry| entry.def.template(Part::Replacement));
    let mut fixed = templates.filter(|template| template.fields().next().is_none());
    fixed.next().map(Template::as_str)
}

/// Describes a missing argument, or the members of a missing group.
fn described(args: &[&Arg]) -> String {
    if let [arg] = args {
        return listings::help_with_values(arg);
    }
    let mut members = Vec::new();
    for arg in args {
        let help = listings::help_with_values(arg);
        if !help.is_empty() {
            members.push(format!("{}: {help}", name(&shown(arg))));
        }
    }
    members.join("; ")
}

/// Returns the environment variables that can replace a missing argument, or one of the members of
/// a group.
fn variables_of(args: &[&Arg]) -> Option<String> {
    let mut variables = Vec::new();
    for arg in args {
        if let Some(variable) = arg.get_env().filter(|_| !arg.is_hide_env_set()) {
            let flag = shown(arg);
            let variable = variable.display();
            variables.push(format!("`{variable}` in place of `{}`", name(&flag)));
        }
    }
    (!variables.is_empty()).then(|| variables.join(" or "))
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
    let mut nearest = paths(&nested, |name| name == typed);
    let mut names = Vec::new();
    for sibling in &siblings {
        names.append(&mut names_of(sibling));
    }
    nearest.append(&mut most_similar(typed, &names));
    if nearest.is_empty() {
        nearest = paths(&nested, |name| {
            !most_similar(typed, &[name.to_owned()]).is_empty()
        });
    }
    if nearest.is_empty() {
        for sibling in siblings {
            if names_of(sibling)
                .iter()
                .any(|name| are_synonyms(name, typed))
            {
                nearest.push(sibling.get_name().to_owned());
            }
        }
        nearest.append(&mut paths(&nested, |name| are_synonyms(name, typed)));
    }
    nearest.truncate(MAX_NEAREST);
    nearest
}

/// Returns the visible commands below the first level. Nobody who mistypes a command means the
/// `errors` command.
fn nested_commands(root: &Command) -> Vec<tree::Node<'_>> {
    let mut nodes = tree::without_errors_command(root);
    nodes.retain(|node| node.path.len() > 1);
    nodes
}

/// Returns the paths of the commands of which a name is meant.
fn paths(commands: &[tree::Node<'_>], is_meant: impl Fn(&str) -> bool) -> Vec<String> {
    let is_meant: &dyn Fn(&str) -> bool = &is_meant;
    let mut paths = Vec::new();
    for node in commands {
        if names_of(node.command).iter().any(|name| is_meant(name)) {
            paths.push(node.path.join(" "));
        }
    }
    paths
}

fn names_of(command: &Command) -> Vec<String> {
    let mut names = vec![command.get_name().to_owned()];
    names.extend(command.get_visible_aliases().map(str::to_owned));
    names
}

fn has_flag(command: &Command, flag: &str) -> bool {
    listings::visible_flags(command)
        .iter()
        .any(|arg| name(&shown(arg)) == flag)
}

/// Returns the flags that the caller may have meant by `flag`: those that clap suggests, or else
/// similar ones, or else synonyms.
fn similar_flags(flag: &str, mut suggested: Vec<String>, command: &Command) -> Vec<String> {
    // clap also suggests hidden flags.
    suggested.retain(|suggested| !is_hidden(suggested, command));
    if !suggested.is_empty() {
        return suggested;
    }
    let mut names = Vec::new();
    let mut synonyms = Vec::new();
    for arg in listings::visible_flags(command) {
        let name = name(&shown(arg)).to_owned();
        if arg.get_long().is_some_and(|long| are_synonyms(long, flag)) {
            synonyms.push(name.clone());
        }
        names.push(name);
    }
    // Unlike clap's measure, ours ignores case.
    let similar = most_similar(flag.trim_start_matches('-'), &names);
    if similar.is_empty() {
        synonyms
    } else {
        similar
    }
}

fn is_hidden(flag: &str, command: &Command) -> bool {
    let name = flag.trim_start_matches('-');
    command.get_arguments().any(|arg| {
        let names = arg.get_all_aliases().unwrap_or_default();
        arg.is_hide_set() && (arg.get_long() == Some(name) || names.contains(&name))
    })
}

/// Each line of `mistakes.txt` is a mistyped command line, what the error offers, and what the
/// caller meant. `<…>` in `programs.txt` lists the values of an argument.
#[test]
fn at_most_two_of_a_hundred_mistyped_names_get_a_wrong_offer() {
    /// Creates a program with the commands in `programs.txt` and their flags.
    fn program(name: &str) -> Command {
        let mut program = Command::new("program");
        for line in include_str!("failed_call/programs.txt").lines() {
            let (path, rest) = line.split_once(':').unwrap();
            let (rest, values) = rest.split_once(" <").unwrap_or((rest, ""));
            let values: Vec<&str> = values.trim_end_matches('>').split_whitespace().collect();
            let flags = rest.split(" --").skip(1);
            let mut args: Vec<Arg> = flags.map(|flag| Arg::new(flag).long(flag)).collect();
            if !values.is_empty() {
                args.push(Arg::new("value").value_parser(values));
            }
            program = match path.split(' ').collect::<Vec<_>>()[..] {
                [first, command] if first == name => {
                    program.subcommand(Command::new(command).args(args))
                }
                [first, group, command] if first == name => program
                    .mut_subcommand(group, |group| {
                        group.subcommand(Command::new(command).args(args))
                    }),
                _ => program,
            };
        }
        program
    }

    let (mut changed, mut wrong) = (Vec::new(), Vec::new());
    for line in include_str!("failed_call/mistakes.txt").lines() {
        let (typed, result) = line.split_once(" => ").unwrap();
        let (_, meant) = result.split_once("; ").unwrap();
        let arguments: Vec<OsString> = typed.split(' ').map(OsString::from).collect();
        let command = program(typed.split(' ').next().unwrap());
        let error = command
            .clone()
            .try_get_matches_from(&arguments)
            .unwrap_err();
        let (Mistake::UnknownCommand { nearest, .. }
        | Mistake::UnknownFlag { nearest, .. }
        | Mistake::InvalidValue { nearest, .. }) = mistake(&error, &command, &arguments)
        else {
            panic!("{typed}: {error}")
        };
        let offered = if nearest.is_empty() {
            "-".to_owned()
        } else {
            nearest.join(", ")
        };
        if format!("{offered}; {meant}") != result {
            changed.push(format!("{typed} => {offered}; {meant}"));
        }
        if !nearest.is_empty() && !nearest.iter().any(|offered| offered == meant) {
            wrong.push(line);
        }
    }
    assert_eq!(changed, [""; 0]);
    assert!(wrong.len() <= 2, "{wrong:#?}");
}
