//! Completes usage errors with information from the program's commands.

mod invalid_value;
mod missing;
mod unknown_command;
mod unknown_flag;

use super::command_line;
use super::declared;
use super::global_options::{self, GlobalOption, pass_on};
use super::source::{Level, levels, name_source, not_utf8, parsed, shown, source_of, with_names};
use super::usage_error::{Mistake, UsageError};
use crate::definition::Template;
use crate::definition::part::Part;
use crate::error::listing::Listing;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, Command};
use invalid_value::InvalidValue;
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

    fn is_escaped(&self) -> bool {
        self.arguments.iter().any(|word| word == "--")
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

    /// Returns the environment variable that a flag's value comes from, or else the flag.
    fn named_by_source(&self, flag: String) -> String {
        match source_of(self.root, self.arguments, &flag, None) {
            Some((ValueSource::EnvVariable, variable)) => variable,
            _ => flag,
        }
    }
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
