//! Completes usage errors with information from the program's commands.

use super::output_args::is_output_flag;
use super::source::{Source, levels, not_utf8, parsed, source_of, with_name, with_source};
use super::{listings, tree};
use crate::error::listing::Listing;
use crate::ready::catalog_error::MAX_NEAREST;
use crate::ready::clap_error::{most_similar, shown_value};
use crate::ready::usage::{UsageError, choose, name};
use crate::text::synonym::are_synonyms;
use clap::error::ErrorKind;
use clap::{Arg, Command};
use std::ffi::OsString;
use std::path::Path;

/// Adds the similar names and the valid names to a usage error.
pub(super) fn complete(usage: UsageError, root: &Command, arguments: &[OsString]) -> UsageError {
    // While parsing, clap only builds the commands that were called.
    let root = &built(root, arguments);
    // The command that clap was parsing when it rejected the command line comes last.
    let matches = parsed(Command::from(root), arguments).unwrap_or_default();
    let path: Vec<&Command> = levels(root, &matches).map(|(command, _)| command).collect();
    let command = path.last().copied().unwrap_or(root);
    match usage {
        UsageError::UnknownCommand { command: typed, .. } => {
            // The arguments of clap's `help` are the path of a command.
            let mut path = arguments.iter().skip_while(|word| *word != "help").skip(1);
            let levels = std::iter::successors(Some(command), |command| command.find_subcommand(path.next()?));
            unknown_command(typed, root, levels.last().unwrap_or(command))
        }
        UsageError::UnknownFlag { flag, nearest, advice, .. } => {
            let as_value = Some(advice).filter(|advice| advice.contains("`--`"));
            if has_flag(command, &flag) && arguments.iter().any(|word| word == "--") {
                let advice = "Put it before `--`".to_owned();
                return UsageError::UnknownFlag { flag, nearest: Vec::new(), valid: Listing::new(), advice };
            }
            let advice = behind_flag(&flag, command, arguments).or_else(|| of_other(&flag, &path)).or(as_value);
            let advice = advice.filter(|_| nearest.is_empty());
            unknown_flag(flag, nearest, advice, command)
        }
        UsageError::InvalidValue { flag, value, reason, nearest, valid, advice, .. } => {
            let arg = with_name(command, &flag);
            let mut valid = arg.map(listings::values).filter(|values| !values.is_empty()).unwrap_or(valid);
            let values_from = listings::values_from(command, arg.into_iter());
            let advice = match (values_from.is_empty(), value.is_empty() && valid.is_empty()) {
                (false, _) => "List the possible values, then call again".to_owned(),
                (true, true) => {
                    let help = arg.map(listings::help_with_values).filter(|help| !help.is_empty());
                    let help = help.map(|help| format!(": {help}")).unwrap_or_default();
                    format!("Pass a value to `{}`{help}", name(&flag))
                }
                (true, false) => advice.into(),
            };
            let advice = listings::limited(&mut valid, advice, &help_call(command));
            let usage =
                UsageError::InvalidValue { flag, value, reason, nearest, valid, values_from, advice: advice.into() };
            with_source(usage, root, arguments)
        }
        UsageError::MissingFlags { missing, usage, .. } => missing_flags(&missing, usage, command),
        UsageError::MissingCommand { .. } => missing_command(command),
        UsageError::ConflictingFlags { flag, with } => {
            let source = |shown: String| match source_of(root, arguments, &shown, None) {
                Some(Source::Variable(variable)) => variable,
                _ => shown,
            };
            UsageError::ConflictingFlags { flag: source(flag), with: with.into_iter().map(source).collect() }
        }
        UsageError::Other { reason, usage } if ErrorKind::InvalidUtf8.as_str() == Some(&reason) => {
            let mut args = path.iter().flat_map(|command| command.get_arguments());
            let not_utf8 = args.find_map(|arg| not_utf8(arg, root, arguments));
            not_utf8.unwrap_or(UsageError::Other { reason, usage })
        }
        other => other,
    }
}

/// Builds all commands. Usage lines show the name that the program was called with.
fn built(root: &Command, arguments: &[OsString]) -> Command {
    let mut root = Command::from(root);
    let name = arguments.first().and_then(|path| Path::new(path).file_name()?.to_str());
    if let Some(name) = name.filter(|_| !root.is_no_binary_name_set()) {
        root.set_bin_name(name);
    }
    root.build();
    root
}

fn help_call(command: &Command) -> String {
    format!("{} --help", command.get_bin_name().unwrap_or(command.get_name()))
}

/// Describes the missing arguments, and adds the environment variables that can replace them to the advice.
fn missing_flags(missing: &Listing, usage: Option<String>, command: &Command) -> UsageError {
    let args: Vec<Vec<&Arg>> = missing.names().map(|shown| with_names(command, shown)).collect();
    let help = |args: &Vec<&Arg>| match args[..] {
        [arg] => listings::help_with_values(arg),
        _ => String::new(),
    };
    let described = missing.names().zip(args.iter().map(help)).collect();
    let values_from = listings::values_from(command, args.iter().flatten().copied());
    let mut usage = UsageError::missing_flags(described, values_from, usage);
    let variable = |arg: &&Arg| {
        let variable = arg.get_env().filter(|_| !arg.is_hide_env_set())?;
        Some(format!("`{}` in place of `{}`", variable.display(), name(&arg.to_string())))
    };
    let variables = args.iter().map(|args| args.iter().filter_map(variable).collect::<Vec<_>>().join(" or "));
    let variables: Vec<String> = variables.filter(|variables| !variables.is_empty()).collect();
    if let (UsageError::MissingFlags { advice, .. }, false) = (&mut usage, variables.is_empty()) {
        *advice = format!("{advice}, or set {}", variables.join(" and "));
    }
    usage
}

/// Lists the subcommands, or else the required arguments. clap's message only contains help or hidden commands.
fn missing_command(command: &Command) -> UsageError {
    let mut valid = listings::commands(command);
    if valid.is_empty() {
        let required = command.get_arguments().filter(|arg| arg.is_required_set());
        let missing = required.map(|arg| (arg.to_string(), "")).collect();
        let usage = Command::from(command).render_usage().to_string();
        let usage = usage.trim_start_matches("Usage: ").to_owned();
        return missing_flags(&missing, Some(usage), command);
    }
    let advice = choose("command", &[], &valid);
    let advice = listings::limited(&mut valid, advice, &help_call(command));
    UsageError::MissingCommand { valid, advice }
}

fn unknown_command(typed: String, root: &Command, here: &Command) -> UsageError {
    let names = |command: &Command| -> Vec<String> {
        std::iter::once(command.get_name()).chain(command.get_visible_aliases()).map(str::to_owned).collect()
    };
    let level: Vec<&Command> = tree::visible_subcommands(here).collect();
    // Nobody who mistypes a command means the `errors` command.
    let mut below = tree::without_errors_command(tree::Node::root(root).all());
    // Subcommands of different groups have different purposes: `repo delete` doesn't delete an issue.
    below.retain(|node| std::ptr::eq(here, root) && node.path.len() > 1);
    let paths = |is_meant: &dyn Fn(&[String]) -> bool| -> Vec<String> {
        let meant = below.iter().filter(|node| is_meant(&names(node.command)));
        meant.map(|node| node.path.join(" ")).collect()
    };
    let mut nearest = paths(&|names| names.contains(&typed));
    nearest.extend(most_similar(&typed, &level.iter().copied().flat_map(names).collect::<Vec<_>>()));
    if nearest.is_empty() {
        nearest = paths(&|names| !most_similar(&typed, names).is_empty());
    }
    if nearest.is_empty() {
        let is_synonym = |names: &[String]| names.iter().any(|name| are_synonyms(name, &typed));
        let level = level.iter().filter(|command| is_synonym(&names(command)));
        nearest = level.map(|command| command.get_name().to_owned()).collect();
        nearest.extend(paths(&is_synonym));
    }
    nearest.truncate(MAX_NEAREST);
    let mut valid = listings::commands(here);
    let advice = choose("command", &nearest, &valid);
    let advice = listings::limited(&mut valid, advice, &help_call(here));
    UsageError::UnknownCommand { command: typed, nearest, valid, advice }
}

/// If an unknown flag follows a flag that takes a value, returns the advice to write it as this value.
fn behind_flag(unknown: &str, command: &Command, arguments: &[OsString]) -> Option<String> {
    let words: Vec<&str> = arguments.iter().map_while(|word| word.to_str()).collect();
    let [before, argument] = words.windows(2).find(|pair| pair[1].starts_with(unknown))? else { return None };
    let long = before.strip_prefix("--")?;
    let mut args = command.get_arguments().filter(|arg| arg.get_action().takes_values());
    args.find(|arg| arg.get_long() == Some(long))?;
    Some(format!("To pass it as the value of `{before}`, write `{before}={}`", shown_value(before, argument)))
}

/// If an unknown flag belongs to a command above or to a subcommand, returns the advice to pass it there.
fn of_other(unknown: &str, path: &[&Command]) -> Option<String> {
    let above = path.windows(2).rev().find(|pair| has_flag(pair[0], unknown)).map(|pair| ("before", pair[1]));
    let mut below = tree::visible_subcommands(path.last()?);
    let (place, other) = above.or_else(|| Some(("after", below.find(|below| has_flag(below, unknown))?)))?;
    Some(format!("To use this one, put it {place} `{}`", other.get_name()))
}

fn has_flag(command: &Command, flag: &str) -> bool {
    listings::visible_flags(command).any(|arg| name(&arg.to_string()) == flag)
}

/// Creates the error for an unknown flag. If no valid flag is similar, its advice is `own`, which says how to pass the
/// argument as a value.
fn unknown_flag(flag: String, mut nearest: Vec<String>, own: Option<String>, command: &Command) -> UsageError {
    let mut valid = listings::flags(command);
    let is_hidden = |flag: &String| {
        let mut ours = command.get_arguments().filter(|arg| is_output_flag(arg) && arg.is_hide_set());
        ours.any(|arg| arg.get_long() == flag.strip_prefix("--"))
    };
    nearest.retain(|flag| !is_hidden(flag));
    let flags = || listings::visible_flags(command);
    let shown = |arg: &Arg| name(&arg.to_string()).to_owned();
    if nearest.is_empty() {
        // Unlike clap's measure, ours ignores case.
        nearest = most_similar(flag.trim_start_matches('-'), &flags().map(shown).collect::<Vec<_>>());
    }
    if nearest.is_empty() {
        let is_synonym = |arg: &&Arg| arg.get_long().is_some_and(|long| are_synonyms(long, &flag));
        nearest = flags().filter(is_synonym).map(shown).collect();
    }
    let advice = match own.filter(|_| nearest.is_empty()) {
        Some(own) if valid.is_empty() => own,
        Some(own) => format!("{}. {own}", choose("flag", &nearest, &valid)),
        None if nearest.is_empty() && valid.is_empty() => "Remove it; the command has no flags".to_owned(),
        None => choose("flag", &nearest, &valid),
    };
    let advice = listings::limited(&mut valid, advice, &help_call(command));
    UsageError::UnknownFlag { flag, nearest, valid, advice }
}

/// Finds the argument that clap displays as `shown`, or the members of the group, such as `<--file <FILE>|--url <URL>>`.
fn with_names<'a>(command: &'a Command, shown: &str) -> Vec<&'a Arg> {
    let bare = |text: &str| text.trim_matches(['<', '>', '[', ']']).to_owned();
    let members: Vec<String> = shown.split('|').map(bare).collect();
    match with_name(command, shown) {
        Some(arg) => vec![arg],
        None => command.get_arguments().filter(|arg| members.contains(&bare(&arg.to_string()))).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::complete;
    use crate::ready::usage::UsageError;
    use clap::{Arg, Command};
    use std::ffi::OsString;

    /// Creates a program with the commands in `programs.txt` and their flags.
    fn program(name: &str) -> Command {
        let mut program = Command::new("program");
        for line in include_str!("lookup/programs.txt").lines() {
            let (path, rest) = line.split_once(':').unwrap();
            let flags = rest.split(" --").skip(1).map(|flag| Arg::new(flag).long(flag));
            program = match path.split(' ').collect::<Vec<_>>()[..] {
                [first, command] if first == name => program.subcommand(Command::new(command).args(flags)),
                [first, group, command] if first == name => {
                    program.mut_subcommand(group, |group| group.subcommand(Command::new(command).args(flags)))
                }
                _ => program,
            };
        }
        program
    }

    /// Each line of `mistakes.txt` is a mistyped command line, what the error offers, and what the caller meant.
    #[test]
    fn at_most_two_of_a_hundred_mistyped_names_get_a_wrong_offer() {
        let (mut changed, mut wrong) = (Vec::new(), Vec::new());
        for line in include_str!("lookup/mistakes.txt").lines() {
            let (typed, result) = line.split_once(" => ").unwrap();
            let (_, meant) = result.split_once("; ").unwrap();
            let arguments: Vec<OsString> = typed.split(' ').map(OsString::from).collect();
            let command = program(typed.split(' ').next().unwrap());
            let error = command.clone().try_get_matches_from(&arguments).unwrap_err();
            let (UsageError::UnknownCommand { nearest, .. } | UsageError::UnknownFlag { nearest, .. }) =
                complete(UsageError::of(&error), &command, &arguments)
            else {
                panic!("{typed}: {error}")
            };
            let offered = if nearest.is_empty() { "-".to_owned() } else { nearest.join(", ") };
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
}
