//! Completes usage errors with information from the program's commands.

use super::listings::{self, add_values_from, limit};
use super::output_args::is_output_flag;
use super::source::{Level, levels, name_source, not_utf8, parsed, shown, source_of, with_name};
use super::tree;
use crate::error::listing::Listing;
use crate::ready::catalog_error::MAX_NEAREST;
use crate::ready::clap_error::{AS_VALUE, most_similar, shown_value};
use crate::ready::usage::{UsageError, choose, name};
use crate::text::secret::REDACTED;
use crate::text::synonym::are_synonyms;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, Command};
use std::borrow::Cow;
use std::ffi::OsString;
use std::mem::take;
use std::path::Path;

/// Adds the similar names and the valid names to a usage error.
pub(super) fn complete(
    mut usage: UsageError,
    root: &Command,
    arguments: &[OsString],
) -> UsageError {
    // While parsing, clap only builds the commands that were called.
    let root = &built(root, arguments);
    // The command that clap was parsing when it rejected the command line comes last.
    let matches = parsed(Command::from(root), arguments).unwrap_or_default();
    let path = levels(root, &matches);
    let command = path.last().map_or(root, |(command, _)| command);
    let is_escaped = arguments.iter().any(|word| word == "--");
    match &mut usage {
        UsageError::UnknownCommand {
            command: typed,
            nearest,
            valid,
            advice,
        } => {
            // The arguments of clap's `help` are the path of a command.
            let mut here = command;
            for word in arguments.iter().skip_while(|word| *word != "help").skip(1) {
                let Some(below) = here.find_subcommand(word) else {
                    break;
                };
                here = below;
            }
            *nearest = similar_commands(typed, root, here);
            *valid = listings::commands(here);
            *advice = choose("command", nearest, valid);
            limit(valid, advice, here);
        }
        UsageError::UnknownFlag {
            flag,
            nearest,
            advice,
            ..
        } if is_escaped && has_flag(command, flag) => {
            nearest.clear();
            *advice = "Put it before `--`".into();
        }
        UsageError::UnknownFlag {
            flag,
            nearest,
            valid,
            advice,
        } => {
            let as_value = Some(take(advice)).filter(|advice| advice == AS_VALUE);
            let behind = behind_flag(flag, command, arguments);
            let of_flag = |(before, value)| {
                format!("To pass it as the value of `{before}`, write `{before}={value}`")
            };
            let other = behind
                .clone()
                .map(of_flag)
                .or_else(|| of_other(flag, &path))
                .or(as_value);
            *nearest = similar_flags(flag, take(nearest), command);
            *valid = listings::flags(command);
            *advice = match other.filter(|_| nearest.is_empty()) {
                Some(other) if valid.is_empty() => other,
                Some(other) => format!("{}. {other}", choose("flag", nearest, valid)),
                None if nearest.is_empty() && valid.is_empty() => {
                    "Remove it; the command has no flags".to_owned()
                }
                None => choose("flag", nearest, valid),
            };
            limit(valid, advice, command);
            if behind.is_some_and(|(_, value)| *value == *REDACTED) {
                *flag = REDACTED.into();
            }
        }
        UsageError::InvalidValue {
            flag,
            value,
            valid,
            values_from,
            advice,
            ..
        } => {
            let mut help = String::new();
            if let Some(arg) = with_name(command, flag) {
                help = listings::help_with_values(arg);
                add_values_from(values_from, command, arg);
                let values = listings::values(arg);
                if !values.is_empty() {
                    *valid = values;
                }
            }
            let mut text = take(advice).into_string();
            if !values_from.is_empty() {
                text = "List the possible values, then call again".into();
            } else if value.is_empty() && valid.is_empty() {
                let separator = if help.is_empty() { "" } else { ": " };
                text = format!("Pass a value to `{}`{separator}{help}", name(flag));
            }
            limit(valid, &mut text, command);
            *advice = text.into();
        }
        UsageError::MissingFlags {
            missing,
            usage: line,
            ..
        } => usage = missing_flags(missing, line.take(), command),
        UsageError::MissingCommand { .. } => usage = missing_command(command),
        UsageError::ConflictingFlags { flag, with } => {
            for flag in with.iter_mut().chain([flag]) {
                if let Some((ValueSource::EnvVariable, variable)) =
                    source_of(root, arguments, flag, None)
                {
                    *flag = variable;
                }
            }
        }
        UsageError::Other { reason, .. } if ErrorKind::InvalidUtf8.as_str() == Some(reason) => {
            usage = not_utf8(&path, root, arguments).unwrap_or(usage);
        }
        _ => {}
    }
    name_source(&mut usage, root, arguments);
    usage
}

/// Builds all commands. Usage lines show the name that the program was called with.
fn built(root: &Command, arguments: &[OsString]) -> Command {
    let mut root = Command::from(root);
    let name = arguments
        .first()
        .and_then(|path| Path::new(path).file_name()?.to_str());
    if let Some(name) = name.filter(|_| !root.is_no_binary_name_set()) {
        root.set_bin_name(name);
    }
    root.build();
    root
}

/// Describes the missing arguments, and adds the environment variables that can replace them to the
/// advice.
fn missing_flags(missing: &Listing, usage: Option<String>, command: &Command) -> UsageError {
    let (mut described, mut values_from, mut variables) =
        (Listing::new(), Listing::new(), String::new());
    for flag in missing.names() {
        let args = with_names(command, flag);
        let help = match args[..] {
            [arg] => listings::help_with_values(arg),
            _ => String::new(),
        };
        described.push(flag.to_owned(), help);
        let mut separator = if variables.is_empty() {
            ", or set "
        } else {
            " and "
        };
        for arg in args {
            add_values_from(&mut values_from, command, arg);
            if let Some(variable) = arg.get_env().filter(|_| !arg.is_hide_env_set()) {
                variables += &format!(
                    "{separator}`{}` in place of `{}`",
                    variable.display(),
                    name(&shown(arg))
                );
                separator = " or ";
            }
        }
    }
    let mut usage = UsageError::missing_flags(described, values_from, usage);
    if let UsageError::MissingFlags { advice, .. } = &mut usage {
        *advice += &variables;
    }
    usage
}

/// Lists the subcommands, or else the required arguments. clap's message only contains help or
/// hidden commands.
fn missing_command(command: &Command) -> UsageError {
    let mut valid = listings::commands(command);
    if valid.is_empty() {
        let mut missing = Listing::new();
        for arg in command.get_arguments().filter(|arg| arg.is_required_set()) {
            missing.push(shown(arg), String::new());
        }
        let usage = Command::from(command).render_usage().to_string();
        return missing_flags(
            &missing,
            Some(usage.trim_start_matches("Usage: ").to_owned()),
            command,
        );
    }
    let mut advice = choose("command", &[], &valid);
    limit(&mut valid, &mut advice, command);
    UsageError::MissingCommand { valid, advice }
}

/// Returns the commands that the caller may have meant by `typed`, which is no subcommand of
/// `here`.
fn similar_commands(typed: &str, root: &Command, here: &Command) -> Vec<String> {
    let level = tree::visible_subcommands(here);
    // Nobody who mistypes a command means the `errors` command.
    let below = tree::without_errors_command(root);
    let paths = |is_meant: &dyn Fn(&[String]) -> bool| {
        let mut paths = Vec::new();
        for node in &below {
            // Subcommands of different groups have different purposes: `repo delete` doesn't delete
            // an issue.
            if std::ptr::eq(here, root) && node.path.len() > 1 && is_meant(&names(node.command)) {
                paths.push(node.path.join(" "));
            }
        }
        paths
    };
    let mut nearest = paths(&|names| names.iter().any(|name| name == typed));
    let mut names_of_level = Vec::new();
    for command in &level {
        names_of_level.append(&mut names(command));
    }
    nearest.append(&mut most_similar(typed, &names_of_level));
    if nearest.is_empty() {
        nearest = paths(&|names| !most_similar(typed, names).is_empty());
    }
    if nearest.is_empty() {
        let is_synonym = |names: &[String]| names.iter().any(|name| are_synonyms(name, typed));
        for command in level {
            if is_synonym(&names(command)) {
                nearest.push(command.get_name().to_owned());
            }
        }
        nearest.append(&mut paths(&is_synonym));
    }
    nearest.truncate(MAX_NEAREST);
    nearest
}

fn names(command: &Command) -> Vec<String> {
    let mut names = vec![command.get_name()];
    names.extend(command.get_visible_aliases());
    names.into_iter().map(str::to_owned).collect()
}

/// If an unknown flag follows a flag that takes a value, returns that flag, and the argument as an
/// error may show it.
fn behind_flag<'a>(
    unknown: &str,
    command: &Command,
    arguments: &'a [OsString],
) -> Option<(&'a str, Cow<'a, str>)> {
    let is_unknown = |argument: &OsString| {
        argument
            .to_str()
            .is_some_and(|argument| argument.starts_with(unknown))
    };
    let pair = arguments.windows(2).find(|pair| is_unknown(&pair[1]))?;
    let (before, argument) = (pair[0].to_str()?, pair[1].to_str()?);
    let long = before.strip_prefix("--")?;
    let mut args = command
        .get_arguments()
        .filter(|arg| arg.get_action().takes_values());
    args.find(|arg| arg.get_long() == Some(long))?;
    Some((before, shown_value(before, argument)))
}

/// If an unknown flag belongs to a command above or to a subcommand, returns the advice to pass it
/// there.
fn of_other(unknown: &str, path: &[Level<'_>]) -> Option<String> {
    let (place, other) = match path
        .windows(2)
        .rev()
        .find(|pair| has_flag(pair[0].0, unknown))
    {
        Some(pair) => ("before", pair[1].0),
        None => (
            "after",
            tree::visible_subcommands(path.last()?.0)
                .into_iter()
                .find(|below| has_flag(below, unknown))?,
        ),
    };
    Some(format!(
        "To use this one, put it {place} `{}`",
        other.get_name()
    ))
}

fn has_flag(command: &Command, flag: &str) -> bool {
    listings::visible_flags(command)
        .iter()
        .any(|arg| name(&shown(arg)) == flag)
}

/// Returns the flags that the caller may have meant by `flag`: those that clap suggests, or else
/// similar ones.
fn similar_flags(flag: &str, suggested: Vec<String>, command: &Command) -> Vec<String> {
    let is_hidden = |flag: &str| {
        let mut ours = command
            .get_arguments()
            .filter(|arg| is_output_flag(arg) && arg.is_hide_set());
        ours.any(|arg| arg.get_long() == flag.strip_prefix("--"))
    };
    let (mut nearest, mut names, mut synonyms) = (Vec::new(), Vec::new(), Vec::new());
    nearest.extend(suggested.into_iter().filter(|flag| !is_hidden(flag)));
    for arg in listings::visible_flags(command) {
        let name = name(&shown(arg)).to_owned();
        if arg.get_long().is_some_and(|long| are_synonyms(long, flag)) {
            synonyms.push(name.clone());
        }
        names.push(name);
    }
    if nearest.is_empty() {
        // Unlike clap's measure, ours ignores case.
        nearest = most_similar(flag.trim_start_matches('-'), &names);
    }
    if nearest.is_empty() {
        synonyms
    } else {
        nearest
    }
}

/// Finds the argument that clap displays as `flag`, or the members of the group, such as
/// `<--file <FILE>|--url <URL>>`.
fn with_names<'a>(command: &'a Command, flag: &str) -> Vec<&'a Arg> {
    if let Some(arg) = with_name(command, flag) {
        return vec![arg];
    }
    let bare = |text: &str| text.trim_matches(['<', '>', '[', ']']).to_owned();
    let members: Vec<String> = flag.split('|').map(bare).collect();
    command
        .get_arguments()
        .filter(|arg| members.contains(&bare(&shown(arg))))
        .collect()
}

/// Each line of `mistakes.txt` is a mistyped command line, what the error offers, and what the
/// caller meant.
#[test]
fn at_most_two_of_a_hundred_mistyped_names_get_a_wrong_offer() {
    /// Creates a program with the commands in `programs.txt` and their flags.
    fn program(name: &str) -> Command {
        let mut program = Command::new("program");
        for line in include_str!("lookup/programs.txt").lines() {
            let (path, rest) = line.split_once(':').unwrap();
            let flags = rest
                .split(" --")
                .skip(1)
                .map(|flag| Arg::new(flag).long(flag));
            program = match path.split(' ').collect::<Vec<_>>()[..] {
                [first, command] if first == name => {
                    program.subcommand(Command::new(command).args(flags))
                }
                [first, group, command] if first == name => program
                    .mut_subcommand(group, |group| {
                        group.subcommand(Command::new(command).args(flags))
                    }),
                _ => program,
            };
        }
        program
    }

    let (mut changed, mut wrong) = (Vec::new(), Vec::new());
    for line in include_str!("lookup/mistakes.txt").lines() {
        let (typed, result) = line.split_once(" => ").unwrap();
        let (_, meant) = result.split_once("; ").unwrap();
        let arguments: Vec<OsString> = typed.split(' ').map(OsString::from).collect();
        let command = program(typed.split(' ').next().unwrap());
        let error = command
            .clone()
            .try_get_matches_from(&arguments)
            .unwrap_err();
        let (UsageError::UnknownCommand { nearest, .. } | UsageError::UnknownFlag { nearest, .. }) =
            complete(UsageError::of(&error), &command, &arguments)
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
