//! Tests of usage errors: the message, and the suggested alternatives.

use super::complete;
use crate::clap::CommandExt as _;
use crate::error::coded::AgentError as _;
use crate::error::listing::Listing;
use crate::ready::usage::UsageError;
use clap::{Arg, Command, value_parser};
use std::ffi::OsString;

fn tool() -> Command {
    let auth = Command::new("auth").subcommands([Command::new("login").visible_alias("signin"), Command::new("out")]);
    let serve = Command::new("serve").args([
        Arg::new("port").long("port").help("The TCP port").value_parser(value_parser!(u16).range(1..)),
        Arg::new("jobs").long("jobs").value_parser(value_parser!(std::num::NonZeroU8)),
        Arg::new("ratio").long("ratio").value_parser(value_parser!(f64)),
        Arg::new("format").long("format").value_parser(["json", "text"]),
        Arg::new("token").short('k').value_name("API_KEY").value_parser(value_parser!(u64)),
        Arg::new("use-token").long("use-token").action(clap::ArgAction::SetTrue),
    ]);
    let create = Command::new("create").hide(true).values_from("image", "tool images").args([
        Arg::new("image")
            .long("image")
            .value_name("IMAGE")
            .required(true)
            .help("The image to start")
            .value_parser(value_parser!(f64)),
        Arg::new("size").long("size").value_name("SIZE").required(true).value_parser(["s", "m"]),
        Arg::new("name").value_name("NAME").required(true),
    ]);
    let secret = Command::new("remove-all").hide(true);
    let other = Command::new("unread").hide(true).arg(Arg::new("file").required(true));
    Command::new("tool").subcommand(other).subcommands([auth, serve, secret, create]).subcommand(Command::new("status"))
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
    let nearest = |line: &str| match refused(line) {
        UsageError::UnknownCommand { nearest, .. } => nearest,
        other => panic!("{other}"),
    };
    for typed in ["login", "logn", "signin"] {
        assert_eq!(nearest(&format!("tool {typed}")), ["auth login"], "{typed}");
    }
    assert_eq!(nearest("tool stauts"), ["status"]);
    assert_eq!(nearest("tool auth statsu"), Vec::<String>::new());
}

#[test]
fn an_unknown_command_lists_the_commands_of_its_level_without_hidden_ones() {
    let message = |typed| format!("unrecognized subcommand '{typed}'");
    assert_refused("tool rm", &message("rm"), "Choose one of the valid commands");
    assert_refused("tool stauts", &message("stauts"), "Use the nearest command, or choose another valid one");
    let UsageError::UnknownCommand { nearest, valid, .. } = refused("tool remove-al") else { panic!() };
    assert_eq!(nearest, Vec::<String>::new());
    assert_eq!(valid.names().collect::<Vec<_>>(), ["auth", "serve", "status"]);
    let UsageError::UnknownCommand { valid, .. } = refused("tool auth x") else { panic!() };
    assert_eq!(valid.names().collect::<Vec<_>>(), ["login", "out"]);
}

#[test]
fn a_command_is_found_by_a_word_of_its_description() {
    let process = Command::new("process").about("Import items from a CSV file");
    let errors = crate::clap::ErrorsCommand::command();
    let command = Command::new("tool").subcommands([errors, process, Command::new("status")]);
    let arguments = ["tool", "import"].map(OsString::from);
    let error = command.clone().try_get_matches_from(&arguments).unwrap_err();
    let UsageError::UnknownCommand { nearest, valid, .. } = complete(UsageError::of(&error), &command, &arguments)
    else {
        panic!()
    };
    assert_eq!(nearest, ["process"]);
    assert_eq!(valid.names().collect::<Vec<_>>(), ["process", "status", "errors"]);
    assert_eq!(valid.get("process"), Some("Import items from a CSV file"));
}

#[test]
fn an_unknown_flag_lists_the_flags_and_finds_one_by_its_description() {
    let UsageError::UnknownFlag { nearest, valid, advice, .. } = refused("tool serve --nope") else { panic!() };
    assert_eq!(nearest, Vec::<String>::new());
    assert_eq!(valid.iter().next(), Some(("--port <port>", "The TCP port")));
    assert_eq!(valid.len(), 6);
    assert_eq!(advice, "Choose one of the valid flags");
    let UsageError::UnknownFlag { nearest, .. } = refused("tool serve --tcp=1") else { panic!() };
    assert_eq!(nearest, ["--port"]);
    let UsageError::UnknownFlag { valid, advice, .. } = refused("tool status --nope") else { panic!() };
    assert_eq!((valid.len(), advice.as_str()), (0, "Remove it; the command has no flags"));
}

#[test]
fn a_missing_argument_is_shown_with_its_help_its_values_and_the_command_that_lists_them() {
    let UsageError::MissingFlags { missing, values_from, advice, .. } = refused("tool create") else { panic!() };
    let expected = [("--image <IMAGE>", "The image to start"), ("--size <SIZE>", "one of s, m"), ("<NAME>", "")];
    assert_eq!(missing.iter().collect::<Vec<_>>(), expected);
    assert_eq!(values_from.iter().collect::<Vec<_>>(), [("image", "tool images")]);
    assert_eq!(advice, "List the possible values, then call again with the missing arguments");
    assert_refused(
        "tool create",
        "the following required arguments were not provided: --image, --size, <NAME>",
        "List the possible values",
    );
}

#[test]
fn an_invalid_value_is_shown_with_the_valid_ones_or_the_command_that_lists_them() {
    let UsageError::InvalidValue { nearest, valid, values_from, advice, .. } = refused("tool create --size S") else {
        panic!()
    };
    assert_eq!((nearest, valid), (vec!["s".to_owned()], Listing::from_iter([("s", ""), ("m", "")])));
    assert_eq!((values_from.len(), &*advice), (0, "Use the nearest value, or choose another valid one"));
    let UsageError::InvalidValue { valid, values_from, advice, .. } = refused("tool create --image x") else {
        panic!()
    };
    assert_eq!((valid.len(), values_from.get("image")), (0, Some("tool images")));
    assert_eq!(&*advice, "List the possible values, then call again");
    let missing = "a value is required for '--image <IMAGE>' but none was supplied";
    assert_refused("tool create --image", missing, "List the possible values, then call again");
    let missing = "a value is required for '--ratio <ratio>' but none was supplied";
    assert_refused("tool serve --ratio", missing, "Pass a value to `--ratio`");
}

#[test]
fn the_flag_for_the_format_is_named_whatever_another_program_calls_it() {
    let message = "unexpected argument '--output' found";
    assert_refused("tool serve --output json", message, "Use the nearest flag, or choose another valid one");
    let UsageError::UnknownFlag { nearest, .. } = refused("tool serve --output=json") else { panic!() };
    assert_eq!(nearest, ["--format"]);
}

#[test]
fn a_number_is_refused_with_claps_reason() {
    let port = "Correct the value of `--port`, then call again";
    let message = |value, reason| format!("invalid value '{value}' for '--port <port>': {reason}");
    assert_refused("tool serve --port x", &message("x", "invalid digit found in string"), port);
    assert_refused("tool serve --port 0", &message("0", "0 is not in 1..=65535"), port);
}

#[test]
fn all_wrong_values_are_reported_at_once() {
    let UsageError::InvalidValue { flag, advice, .. } = refused("tool serve --port x --ratio a --jobs 0 -k hunter2")
    else {
        panic!()
    };
    assert_eq!(flag, "--port <port>");
    let others = "Also correct: invalid value 'a' for '--ratio <ratio>': invalid float literal; invalid value '0' for \
                  '--jobs <jobs>': number would be zero for non-zero type; invalid value '[REDACTED]' for \
                  '-k <API_KEY>': it is not valid";
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

/// Creates a program with the commands in `programs.txt`, each with its description and its flags.
fn program(name: &'static str) -> Command {
    let mut program = Command::new(name);
    for line in include_str!("programs.txt").lines() {
        let (path, rest) = line.split_once(": ").unwrap();
        let (about, flags) = rest.split_once(" --").unwrap_or((rest, ""));
        let flags = flags.split(" --").filter(|flag| !flag.is_empty());
        let flags = flags.map(|flag| Arg::new(flag).long(flag));
        match path.split(' ').collect::<Vec<_>>()[..] {
            [first, command] if first == name => {
                program = program.subcommand(Command::new(command).about(about).args(flags));
            }
            [first, group, command] if first == name => {
                let command = Command::new(command).about(about).args(flags);
                if program.find_subcommand(group).is_none() {
                    program = program.subcommand(Command::new(group));
                }
                program = program.mut_subcommand(group, |group| group.subcommand(command));
            }
            _ => {}
        }
    }
    program
}

/// Each line of `mistakes.txt` is a mistyped command line, what the error offers, and what the caller meant. To update the
/// offers, set `MISTAKES=overwrite`.
#[test]
fn at_most_two_of_a_hundred_mistyped_names_get_a_wrong_offer() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/integrations/clap/lookup/mistakes.txt");
    let (mut table, mut wrong) = (String::new(), Vec::new());
    let mistakes = include_str!("mistakes.txt");
    for line in mistakes.lines() {
        let (typed, result) = line.split_once(" => ").unwrap();
        let (_, meant) = result.split_once("; ").unwrap();
        let arguments: Vec<OsString> = typed.split(' ').map(OsString::from).collect();
        let command = program(typed.split(' ').next().unwrap());
        let error = command.clone().try_get_matches_from(&arguments).unwrap_err();
        let offered = match complete(UsageError::of(&error), &command, &arguments) {
            UsageError::UnknownCommand { nearest, .. } | UsageError::UnknownFlag { nearest, .. } => nearest.join(", "),
            other => panic!("{typed}: {other}"),
        };
        if !offered.is_empty() && !offered.split(", ").any(|offered| offered == meant) {
            wrong.push(format!("{typed}: {offered}, not {meant}"));
        }
        let offered = if offered.is_empty() { "-" } else { &offered };
        table.push_str(&format!("{typed} => {offered}; {meant}\n"));
    }
    if std::env::var("MISTAKES").is_ok_and(|value| value == "overwrite") {
        std::fs::write(path, &table).unwrap();
    } else {
        assert_eq!(table, mistakes);
    }
    assert!(mistakes.lines().count() >= 100 && wrong.len() <= 2, "{wrong:#?}");
}
