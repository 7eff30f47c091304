//! Tests of the alternatives that usage errors suggest.

use super::complete;
use crate::ready::usage::UsageError;
use clap::{Arg, Command};
use std::ffi::OsString;

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
