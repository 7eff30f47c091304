//! Completes usage errors with information from the program's commands.

mod invalid_value;
mod missing;
mod unknown_command;
mod unknown_flag;

use super::command_line;
use super::declared;
use super::global_options::{self, GlobalOption, pass_on};
use super::source::{
    Level, args_shown_as, levels, name_source, not_utf8, parsed, shown, source_of,
};
use super::usage_error::{Mistake, UsageError};
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
    let program = built(root, arguments);
    let matches = parsed(Command::from(&program), arguments).unwrap_or_default();
    let called = levels(&program, &matches);
    let innermost = called.last().map_or(&program, |(command, _)| command);
    let call = FailedCall {
        error,
        root: &program,
        options: global_options::given(&program, &matches),
        levels: called,
        command: innermost,
        arguments,
    };
    let mut mistake = call.completed(Mistake::of(error));
    name_source(&mut mistake, &program, arguments);
    if let Some(advice) = call.advice_for_retired_command() {
        mistake.set_advice(advice);
    }
    mistake
}

/// Builds all commands. Usage lines show the name that the program was called with.
fn built(root: &Command, arguments: &[OsString]) -> Command {
    let mut program = Command::from(root);
    let has_binary_name = !program.is_no_binary_name_set();
    if has_binary_name && let Some(name) = binary_name(arguments) {
        program.set_bin_name(name);
    }
    program.build();
    program
}

/// Returns the file name of the program, which is the first argument.
fn binary_name(arguments: &[OsString]) -> Option<&str> {
    let path = Path::new(arguments.first()?);
    path.file_name()?.to_str()
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
            Mistake::MissingFlags { missing, usage, .. } => {
                if self.error.kind() == ErrorKind::MissingRequiredArgument {
                    self.missing_flags(missing.names(), usage)
                } else {
                    // clap's error only contains help.
                    self.missing_command()
                }
            }
            // clap's error may list hidden commands.
            Mistake::MissingCommand { .. } => self.missing_command(),
            Mistake::ConflictingFlags { flag, with } => Mistake::ConflictingFlags {
                flag: self.named_by_source(flag),
                with: with
                    .into_iter()
                    .map(|flag| self.named_by_source(flag))
                    .collect(),
            },
            other @ Mistake::Other { .. } => {
                if self.error.kind() == ErrorKind::InvalidUtf8 {
                    not_utf8(&self.levels, self.root, self.arguments).unwrap_or(other)
                } else {
                    other
                }
            }
        }
    }

    /// If a called command is hidden, and one of its errors has a replacement, returns the advice to
    /// call the replacement. Such a command only exists for callers who know its old name.
    fn advice_for_retired_command(&self) -> Option<String> {
        let mut commands = self.levels.iter().rev().map(|(command, _)| *command);
        let retired = commands.find(|command| command.is_hide_set())?;
        let replacement = replacement_of(retired)?;
        let name = retired.get_bin_name().unwrap_or(retired.get_name());
        Some(format!("Use `{replacement}` instead; `{name}` is retired"))
    }

    /// Returns the innermost called command that has this argument or group. It may be a parent of the
    /// command that failed.
    fn command_with(&self, flag: &str) -> &Command {
        for (command, _) in self.levels.iter().rev() {
            if !args_shown_as(command, flag).is_empty() {
                return command;
            }
        }
        self.command
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
        let source = source_of(self.root, self.arguments, &flag, None);
        if let Some((ValueSource::EnvVariable, variable)) = source {
            variable
        } else {
            flag
        }
    }
}

/// Returns the first replacement without placeholders that one of the command's errors declares.
fn replacement_of(command: &Command) -> Option<&'static str> {
    for entry in declared::errors(command)?.entries() {
        if let Some(template) = entry.def.template(Part::Replacement)
            && template.fields().next().is_none()
        {
            return Some(template.as_str());
        }
    }
    None
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
