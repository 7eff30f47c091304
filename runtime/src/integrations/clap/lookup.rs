//! Facts about an invalid command line that only the tree of commands has.

use super::commands::{copied, with_each_subcommand};
use super::usage::most_similar;
use super::{number, secrets, tree};
use crate::ready::usage::{UsageError, name, or_help, quoted};
use clap::builder::ValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Command};
use std::borrow::Cow;
use std::ffi::OsString;

/// The most names in a list.
const MOST_NAMED: usize = 20;
/// The most invalid values that are searched.
const MOST_VALUES: usize = 8;
/// The usual names of flags that select the format.
const FORMAT_FLAGS: [&str; 4] = ["output", "format", "output-format", "fmt"];

/// The error with facts from the tree.
pub(super) fn complete(usage: UsageError, root: &Command, arguments: &[OsString]) -> UsageError {
    // clap has only built the part of the tree that it has read.
    let mut root = copied(root);
    root.build();
    let root = &root;
    match usage {
        UsageError::UnknownCommand { command, usage, .. } => unknown_command(command, usage, root, arguments),
        UsageError::UnknownFlag { flag, nearest, usage, advice } => {
            match format_flag(&flag, called(root, arguments, &flag), arguments) {
                Some((other, advice)) => UsageError::UnknownFlag { flag, nearest: Some(other), usage, advice },
                None => UsageError::UnknownFlag { flag, nearest, usage, advice },
            }
        }
        UsageError::InvalidValue { flag, value, reason, valid, advice } => {
            let range = with_name(called(root, arguments, ""), &flag).and_then(number::range);
            let range = range.filter(|_| !value.is_empty() && !secrets::is_secret(&flag));
            let (reason, advice) = match range {
                Some(range) => {
                    let advice = format!("Pass a whole number from {range} to `{}`, then call again", name(&flag));
                    (number::reason_with(&reason, &range), advice)
                }
                None => (reason, advice),
            };
            let others = other_values(root, arguments, &flag);
            let advice = match others.is_empty() {
                true => advice,
                false => format!("{advice}. Also correct: {}", others.join("; ")),
            };
            UsageError::InvalidValue { flag, value, reason, valid, advice }
        }
        other => other,
    }
}

/// The command of the arguments before an index.
pub(super) fn called<'a>(root: &'a Command, arguments: &[OsString], before: &str) -> &'a Command {
    let words = arguments.iter().skip(usize::from(!root.is_no_binary_name_set())).take_while(|word| *word != before);
    words.fold(root, |command, word| command.find_subcommand(word).unwrap_or(command))
}

fn unknown_command(typed: String, usage: Option<String>, root: &Command, arguments: &[OsString]) -> UsageError {
    let names = |command: &Command| -> Vec<String> {
        std::iter::once(command.get_name()).chain(command.get_visible_aliases()).map(str::to_owned).collect()
    };
    let here = called(root, arguments, &typed);
    let level: Vec<&Command> = tree::visible_subcommands(here).collect();
    // The `errors` command is about errors: nothing in it does what a caller of the program means.
    let everywhere = tree::without_errors_command(tree::Node::root(root).all());
    let paths = |is_meant: &dyn Fn(&[String]) -> bool| -> Vec<String> {
        let meant = everywhere.iter().filter(|node| node.path.len() > 1 && is_meant(&names(node.command)));
        meant.map(|node| node.path.join(" ")).collect()
    };
    let mut nearest = paths(&|names| names.contains(&typed));
    nearest.extend(most_similar(&typed, &level.iter().copied().flat_map(names).collect::<Vec<_>>()));
    if nearest.is_empty() {
        nearest = paths(&|names| !most_similar(&typed, names).is_empty());
    }
    if nearest.is_empty() {
        let described = everywhere.iter().filter(|node| !node.path.is_empty() && is_described_by(node.command, &typed));
        nearest = described.map(|node| node.path.join(" ")).collect();
    }
    nearest.truncate(3);
    let valid: Vec<String> = level.iter().map(|command| command.get_name().to_owned()).collect();
    let valid = Some(valid).filter(|valid| !valid.is_empty());
    let about = |path: &String| {
        let node = everywhere.iter().find(|node| node.path.join(" ") == *path)?;
        let about = node.command.get_about()?.to_string();
        let first = about.lines().next()?.trim_end_matches('.').to_owned();
        is_described_by(node.command, &typed).then_some(format!(" ({first})"))
    };
    let advice = or_help(match (nearest.first(), &valid) {
        (Some(nearest), _) => Some(format!("Did you mean `{nearest}`{}?", about(nearest).unwrap_or_default())),
        (None, Some(valid)) => {
            let more = if valid.len() > MOST_NAMED { " and others" } else { "" };
            Some(format!("The commands are {}{more}.", quoted(&valid[..valid.len().min(MOST_NAMED)])))
        }
        (None, None) => None,
    });
    UsageError::UnknownCommand { command: typed, nearest, valid, usage, advice: advice.into() }
}

/// Whether the first line of a command's description has the word, as "Import items" has `import`.
fn is_described_by(command: &Command, word: &str) -> bool {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let mut words = about.lines().next().unwrap_or_default().split(|c: char| !c.is_alphanumeric());
    word.len() > 2 && words.any(|known| known.eq_ignore_ascii_case(word))
}

/// The flag of this command that selects the format, if another program's name was used.
fn format_flag(flag: &str, command: &Command, arguments: &[OsString]) -> Option<(String, String)> {
    let is_format = |name: &str| FORMAT_FLAGS.contains(&name);
    is_format(flag.strip_prefix("--")?).then_some(())?;
    let mut known = command.get_arguments().filter(|arg| !arg.is_hide_set() && arg.get_action().takes_values());
    let arg = known.find(|arg| arg.get_long().is_some_and(is_format))?;
    let other = format!("--{}", arg.get_long()?);
    let mut words = arguments.iter().map(|word| word.to_string_lossy()).skip_while(|word| !word.starts_with(flag));
    let value = match words.next()?.split_once('=') {
        Some((_, value)) => Some(value.to_owned()),
        None => words.next().map(Cow::into_owned),
    };
    let is_valid = |value: &String| arg.get_possible_values().iter().any(|valid| valid.matches(value, false));
    let advice = match value.filter(is_valid) {
        Some(value) => format!("Pass `{other} {value}`."),
        None => format!("Did you mean `{other}`?"),
    };
    Some((other, or_help(Some(advice))))
}

/// The argument that clap shows under this name.
fn with_name<'a>(command: &'a Command, shown: &str) -> Option<&'a Arg> {
    command.get_arguments().find(|arg| arg.to_string() == shown)
}

/// The mistakes in other values of the same command line: clap stops at the first, which is therefore accepted.
fn other_values(root: &Command, arguments: &[OsString], first: &str) -> Vec<String> {
    let mut command = letting_pass(copied(root), first);
    let mut found = Vec::new();
    while found.len() < MOST_VALUES {
        let Err(error) = copied(&command).try_get_matches_from(arguments) else { break };
        if !matches!(error.kind(), ErrorKind::InvalidValue | ErrorKind::ValueValidation) {
            break;
        }
        let UsageError::InvalidValue { flag, value, .. } = &UsageError::of(&error) else { break };
        if value.is_empty() || flag == first {
            break;
        }
        found.push(UsageError::of(&error).to_string());
        command = letting_pass(command, flag);
    }
    found
}

/// The tree in which this argument accepts any value.
fn letting_pass(command: Command, shown: &str) -> Command {
    let any = |arg: Arg| match arg.to_string() == shown && arg.get_action().takes_values() {
        true => arg.value_parser(ValueParser::os_string()),
        false => arg,
    };
    with_each_subcommand(command.mut_args(any), |command| letting_pass(command, shown))
}

#[cfg(test)]
mod tests {
    use super::complete;
    use crate::error::coded::AgentError as _;
    use crate::ready::usage::UsageError;
    use clap::{Arg, Command, value_parser};
    use std::ffi::OsString;

    fn tool() -> Command {
        let auth =
            Command::new("auth").subcommands([Command::new("login").visible_alias("signin"), Command::new("out")]);
        let serve = Command::new("serve").args([
            Arg::new("port").long("port").value_parser(value_parser!(u16).range(1..)),
            Arg::new("jobs").long("jobs").value_parser(value_parser!(std::num::NonZeroU8)),
            Arg::new("ratio").long("ratio").value_parser(value_parser!(f64)),
            Arg::new("format").long("format").value_parser(["json", "text"]),
            Arg::new("token").short('k').value_name("API_KEY").value_parser(value_parser!(u64)),
            Arg::new("use-token").long("use-token").action(clap::ArgAction::SetTrue),
        ]);
        let secret = Command::new("remove-all").hide(true);
        let other = Command::new("unread").hide(true).arg(Arg::new("file").required(true));
        Command::new("tool").subcommand(other).subcommands([auth, serve, secret]).subcommand(Command::new("status"))
    }

    fn refused(line: &str) -> UsageError {
        let arguments: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        let mut command = tool();
        let error = command.try_get_matches_from_mut(&arguments).unwrap_err();
        complete(UsageError::of(&error), &command, &arguments)
    }

    #[track_caller]
    fn assert_refused(line: &str, message: &str, advice: &str) {
        let error = refused(line);
        assert_eq!(error.to_string(), message);
        let suggestion = error.suggestion().unwrap();
        assert!(suggestion.starts_with(advice), "{suggestion}");
    }

    #[test]
    fn a_command_of_another_level_is_named_by_its_path() {
        for typed in ["login", "logn", "signin"] {
            assert_refused(
                &format!("tool {typed}"),
                &format!("unrecognized subcommand '{typed}'"),
                "Did you mean `auth login`?",
            );
        }
        assert_refused("tool auth statsu", "unrecognized subcommand 'statsu'", "The commands are `login`, `out`.");
        assert_refused("tool stauts", "unrecognized subcommand 'stauts'", "Did you mean `status`?");
    }

    #[test]
    fn the_commands_are_listed_where_none_is_near_and_none_that_is_hidden() {
        assert_refused("tool rm", "unrecognized subcommand 'rm'", "The commands are `auth`, `serve`, `status`. ");
        let UsageError::UnknownCommand { nearest, valid, .. } = refused("tool remove-al") else { panic!() };
        assert_eq!(nearest, Vec::<String>::new());
        assert_eq!(valid.unwrap(), ["auth", "serve", "status"]);
    }

    #[test]
    fn a_command_is_found_by_a_word_of_its_description() {
        let process = Command::new("process").about("Import items from a CSV file");
        let command = || Command::new("tool").subcommands([process.clone(), Command::new("status")]);
        let command = command().subcommand(crate::clap::ErrorsCommand::command());
        let arguments = ["tool", "import"].map(OsString::from);
        let error = command.clone().try_get_matches_from(&arguments).unwrap_err();
        let UsageError::UnknownCommand { nearest, valid, advice, .. } =
            complete(UsageError::of(&error), &command, &arguments)
        else {
            panic!()
        };
        assert_eq!(nearest, ["process"]);
        assert_eq!(valid.unwrap(), ["process", "status", "errors"]);
        assert!(advice.starts_with("Did you mean `process` (Import items from a CSV file)? "), "{advice}");
    }

    #[test]
    fn the_flag_for_the_format_is_named_whatever_another_program_calls_it() {
        let message = "unexpected argument '--output' found";
        assert_refused("tool serve --output json", message, "Pass `--format json`.");
        assert_refused("tool serve --output=json", message, "Pass `--format json`.");
        assert_refused("tool serve --output yaml", message, "Did you mean `--format`?");
        let UsageError::UnknownFlag { nearest, .. } = refused("tool serve --nope") else { panic!() };
        assert_eq!(nearest, None);
    }

    #[test]
    fn a_number_is_refused_with_its_range_and_without_rusts_words() {
        let port = "Pass a whole number from 1 to 65535 to `--port`, then call again";
        let message = |value, reason| format!("invalid value '{value}' for '--port <port>': {reason}");
        assert_refused("tool serve --port x", &message("x", "it is not a whole number from 1 to 65535"), port);
        assert_refused("tool serve --port 0", &message("0", "it is not in the range 1 to 65535"), port);
        let jobs = "invalid value '0' for '--jobs <jobs>': it must not be 0; it must be from 1 to 255";
        assert_refused("tool serve --jobs 0", jobs, "Pass a whole number from 1 to 255 to `--jobs`");
        let ratio = "invalid value 'a' for '--ratio <ratio>': it is not a number";
        assert_refused("tool serve --ratio a", ratio, "Correct the value of `--ratio`");
        let UsageError::InvalidValue { valid, .. } = refused("tool serve --port x") else { panic!() };
        assert_eq!(valid, None);
    }

    #[test]
    fn all_wrong_values_are_reported_at_once() {
        let UsageError::InvalidValue { flag, advice, .. } =
            refused("tool serve --port x --ratio a --jobs 0 -k hunter2")
        else {
            panic!()
        };
        assert_eq!(flag, "--port <port>");
        let others = "Also correct: invalid value 'a' for '--ratio <ratio>': it is not a number; invalid value '0' for \
                      '--jobs <jobs>': it must not be 0; invalid value '[REDACTED]' for '-k <API_KEY>': it is not valid";
        assert!(advice.ends_with(others), "{advice}");
    }

    #[test]
    fn no_secret_of_a_command_line_is_shown() {
        let key = "a1b2c3d4e5f6a7b8c9d0e1f2";
        for line in ["tool serve --use-token=hunter2", "tool serve -k hunter2", &format!("tool status {key}")] {
            let error = refused(line);
            let shown = format!("{error} {error:?}");
            assert!(!shown.contains("hunter2") && !shown.contains(key), "{shown}");
            assert!(shown.contains("[REDACTED]"), "{shown}");
        }
        let url = "postgres://eve:hunter2@db";
        for line in [url, &format!("status {url}"), &format!("status --{url}"), &format!("serve --port {url}")] {
            let error = refused(&format!("tool {line}"));
            let shown = format!("{error} {error:?}");
            assert!(!shown.contains("hunter2") && shown.contains("postgres://eve:[REDACTED]@db"), "{shown}");
        }
    }

    #[test]
    fn a_surplus_argument_is_not_a_flag() {
        let error = refused("tool status now");
        assert_eq!((error.code(), error.exit_code()), ("UNEXPECTED_ARGUMENT", 2));
        assert_eq!(error.to_string(), "unexpected argument 'now' found");
    }
}
