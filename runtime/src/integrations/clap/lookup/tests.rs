//! Tests of usage errors: the message, and the suggested alternatives.

use super::complete;
use crate::clap::CommandExt as _;
use crate::error::coded::AgentError as _;
use crate::ready::usage::UsageError;
use clap::{Arg, Command, value_parser};
use std::ffi::OsString;

fn tool() -> Command {
    let serve = Command::new("serve").args([
        Arg::new("port").long("port").help("The TCP port").value_parser(value_parser!(u16).range(1..)),
        Arg::new("jobs").long("jobs").value_parser(value_parser!(std::num::NonZeroU8)),
        Arg::new("ratio").long("ratio").value_parser(value_parser!(f64)),
        Arg::new("format").long("format").value_parser(["json", "text"]),
        Arg::new("token").short('k').value_name("API_KEY").value_parser(value_parser!(u64)),
    ]);
    let create = Command::new("create").values_from("image", "tool images").args([
        Arg::new("image")
            .long("image")
            .value_name("IMAGE")
            .required(true)
            .help("The image to start")
            .value_parser(value_parser!(f64)),
        Arg::new("size").long("size").value_name("SIZE").required(true).value_parser(["s", "m"]),
        Arg::new("name").value_name("NAME").required(true),
    ]);
    Command::new("tool").subcommands([serve, create, Command::new("status")])
}

fn refused(line: &str) -> UsageError {
    let arguments: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
    let mut command = tool();
    let error = command.try_get_matches_from_mut(&arguments).unwrap_err();
    complete(UsageError::of(&error), &command, &arguments)
}

#[test]
fn the_advice_says_where_to_find_valid_values() {
    for (line, message, advice) in [
        (
            "tool create",
            "the following required arguments were not provided: --image, --size, <NAME>",
            "List the possible values, then call again with the missing arguments",
        ),
        (
            "tool create --image x",
            "invalid value 'x' for '--image <IMAGE>': invalid float literal",
            "List the possible values, then call again",
        ),
        (
            "tool create --image",
            "a value is required for '--image <IMAGE>' but none was supplied",
            "List the possible values, then call again",
        ),
        (
            "tool serve --ratio",
            "a value is required for '--ratio <ratio>' but none was supplied",
            "Pass a value to `--ratio`",
        ),
        ("tool status --nope", "unexpected argument '--nope' found", "Remove it; the command has no flags"),
        (
            "tool serve --port x --ratio a --jobs 0 -k hunter2",
            "invalid value 'x' for '--port <port>': invalid digit found in string",
            "Correct the value of `--port`, then call again. Also correct: invalid value 'a' for '--ratio <ratio>': invalid \
             float literal; invalid value '0' for '--jobs <jobs>': number would be zero for non-zero type; invalid value \
             '[REDACTED]' for '-k <API_KEY>': it is not valid",
        ),
    ] {
        let error = refused(line);
        assert_eq!((error.to_string().as_str(), error.suggestion().as_deref()), (message, Some(advice)), "{line}");
    }
    let UsageError::MissingFlags { missing, values_from, .. } = refused("tool create") else { panic!() };
    let expected = [("--image <IMAGE>", "The image to start"), ("--size <SIZE>", "one of s, m"), ("<NAME>", "")];
    assert_eq!(missing.iter().collect::<Vec<_>>(), expected);
    assert_eq!(values_from.iter().collect::<Vec<_>>(), [("image", "tool images")]);
    let UsageError::UnknownFlag { nearest, .. } = refused("tool serve --output=json") else { panic!() };
    assert_eq!(nearest, ["--format"]);
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
