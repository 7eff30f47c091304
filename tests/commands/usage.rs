//! Tests that errors about invalid command lines contain what the next call needs, in each format.

use crate::{envelope, tree};
use agent_error::AgentError as _;
use agent_error::clap::UsageError;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, Command, value_parser};
use serde_json::json;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;

fn brief(arguments: &[&str]) -> String {
    let run = tree(&[arguments, &["--output", "brief"]].concat());
    run.assert_exit(2);
    run.stdout()
}

#[test]
fn an_unknown_command_is_reported_with_the_commands_of_its_level() {
    let expected = "\
error UNKNOWN_COMMAND: unrecognized subcommand 'snc'
help: Use the nearest command, or choose another valid one
nearest: sync
valid:
 sync   Copy one store into another
 prune  Remove old versions
";
    assert_eq!(brief(&["db", "snc"]), expected);
    let run = tree(&["db", "snc", "--output", "json"]);
    let context = &envelope(&run)["error"]["context"];
    let valid = json!({"sync": "Copy one store into another", "prune": "Remove old versions"});
    assert_eq!(*context, json!({"command": "snc", "nearest": ["sync"], "valid": valid}));
}

#[test]
fn people_get_the_same_information() {
    let run = tree(&["db", "snc", "--output", "human"]);
    let expected = " nearest: sync
   valid: sync   Copy one store into another
          prune  Remove old versions
";
    assert!(run.stderr().contains(expected), "{run}");
}

#[test]
fn the_errors_command_comes_last() {
    let names = brief(&["nonsense"]);
    assert!(
        names.ends_with(
            "valid:\n db      The store\n plain   Declares nothing\n errors  Show the errors of this program\n"
        ),
        "{names}"
    );
}

#[test]
fn an_unknown_flag_is_reported_with_the_flags_of_the_command() {
    let flags = brief(&["db", "prune", "--oldr", "3"]);
    let start = "\
error UNKNOWN_FLAG: unexpected argument '--oldr' found
help: Use the nearest flag, or choose another valid one
nearest: --older
valid:
 --older <older>    Older than so many days
";
    assert!(flags.starts_with(start), "{flags}");
    assert!(flags.contains("\n --output <FORMAT>  Output format"), "{flags}");
    let by_description = brief(&["db", "prune", "--days", "3"]);
    assert!(by_description.contains("\nnearest: --older\n"), "{by_description}");
}

#[test]
fn a_missing_command_is_reported_with_the_valid_commands() {
    let missing = brief(&["db"]);
    assert!(missing.starts_with("error MISSING_COMMAND: "), "{missing}");
    assert!(missing.contains("\nvalid:\n sync   Copy one store into another\n"), "{missing}");
}

#[test]
fn nothing_is_null_or_repeated() {
    for arguments in [&["db", "snc"][..], &["db", "prune", "--oldr"], &["db"], &["db", "sync"], &["plain", "more"]] {
        let run = tree(&[arguments, &["--output", "json"]].concat());
        let error = &envelope(&run)["error"];
        let members = error["context"].as_object().into_iter().flatten().map(|(_, value)| value);
        assert!(members.clone().all(|value| !value.is_null()), "{error}");
        let suggestion = error["suggestion"].as_str().unwrap();
        let names = error["context"]["nearest"].as_array().into_iter().flatten();
        assert!(names.clone().all(|name| !suggestion.contains(name.as_str().unwrap())), "{error}");
        assert_eq!(error["context"].get("usage"), None, "{error}");
    }
    let surplus = tree(&["plain", "more", "--output", "json"]);
    assert_eq!(envelope(&surplus)["error"]["detail"], "usage: tree plain [OPTIONS]");
}

/// A command whose arguments can be invalid in all ways.
fn strict() -> Command {
    let value = |name: &'static str| Arg::new(name).long(name).value_name("N");
    let go = Command::new("go").args([
        value("mode").value_parser(["a", "b"]),
        value("port").value_parser(value_parser!(u16)),
        value("equals").require_equals(true),
        value("pair").num_args(2),
        value("few").num_args(2..),
        value("text"),
        Arg::new("quiet").long("quiet").action(ArgAction::SetTrue).conflicts_with("text"),
    ]);
    let need = Command::new("need").arg(Arg::new("file").value_name("FILE").required(true));
    let choose = Command::new("choose").subcommand_required(true).subcommand(Command::new("this"));
    let ask = Command::new("ask").arg_required_else_help(true).arg(Arg::new("file").required(true));
    Command::new("tool").version("1").subcommands([go, need, choose, ask])
}

/// If clap reports what an error is about, the message is clap's first line.
#[test]
fn a_usage_error_says_what_clap_says() {
    let not_utf8 = OsString::from_vec(b"--text=\xff".to_vec());
    for (line, kind, code) in [
        ("go --mode c", ErrorKind::InvalidValue, "INVALID_FLAG_VALUE"),
        ("go --port x", ErrorKind::ValueValidation, "INVALID_FLAG_VALUE"),
        ("go --port", ErrorKind::InvalidValue, "INVALID_FLAG_VALUE"),
        ("go --nope", ErrorKind::UnknownArgument, "UNKNOWN_FLAG"),
        ("go more", ErrorKind::UnknownArgument, "UNEXPECTED_ARGUMENT"),
        ("og", ErrorKind::InvalidSubcommand, "UNKNOWN_COMMAND"),
        ("go --equals 1", ErrorKind::NoEquals, "INVALID_USAGE"),
        ("go --pair 1", ErrorKind::WrongNumberOfValues, "INVALID_USAGE"),
        ("go --few 1", ErrorKind::TooFewValues, "INVALID_USAGE"),
        ("go --quiet=1", ErrorKind::TooManyValues, "INVALID_USAGE"),
        ("go --text 1 --quiet", ErrorKind::ArgumentConflict, "CONFLICTING_FLAGS"),
        ("go --text 1 --text 2", ErrorKind::ArgumentConflict, "CONFLICTING_FLAGS"),
        ("go INVALID", ErrorKind::InvalidUtf8, "INVALID_USAGE"),
        ("need", ErrorKind::MissingRequiredArgument, "MISSING_REQUIRED_FLAGS"),
        ("choose", ErrorKind::MissingSubcommand, "MISSING_COMMAND"),
        ("ask", ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand, "MISSING_COMMAND"),
    ] {
        let words = line.split(' ').map(|word| if word == "INVALID" { not_utf8.clone() } else { word.into() });
        let error = strict().try_get_matches_from(std::iter::once("tool".into()).chain(words)).unwrap_err();
        let usage = UsageError::of(&error);
        assert_eq!((error.kind(), usage.code()), (kind, code), "{line}");
        let text = error.to_string();
        let expected = match kind {
            ErrorKind::MissingRequiredArgument => "the following required arguments were not provided: <FILE>",
            ErrorKind::MissingSubcommand => "a subcommand is required but was not provided",
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                "an argument or a subcommand is required but was not provided"
            }
            // clap lists the valid values instead of giving a reason.
            ErrorKind::InvalidValue if line.ends_with('c') => {
                "invalid value 'c' for '--mode <N>': it is not one of the valid values"
            }
            _ => text.lines().next().unwrap().trim_start_matches("error: "),
        };
        assert_eq!(usage.to_string(), expected, "{line}");
    }
}

/// If the program creates an error itself, the message is the program's.
#[test]
fn an_error_of_the_program_itself_keeps_its_message() {
    let mut tool = strict();
    for kind in [
        ErrorKind::InvalidValue,
        ErrorKind::UnknownArgument,
        ErrorKind::InvalidSubcommand,
        ErrorKind::NoEquals,
        ErrorKind::ValueValidation,
        ErrorKind::TooManyValues,
        ErrorKind::TooFewValues,
        ErrorKind::WrongNumberOfValues,
        ErrorKind::ArgumentConflict,
        ErrorKind::MissingRequiredArgument,
        ErrorKind::MissingSubcommand,
        ErrorKind::InvalidUtf8,
        ErrorKind::Io,
        ErrorKind::Format,
    ] {
        for text in ["port 80 is only allowed with --admin", "two\nlines"] {
            let usage = UsageError::of(&tool.error(kind, text));
            assert_eq!((usage.code(), usage.to_string().as_str()), ("INVALID_USAGE", text), "{kind:?}");
            let raw = UsageError::of(&clap::Error::raw(kind, text));
            assert_eq!((raw.code(), raw.to_string().as_str()), ("INVALID_USAGE", text), "{kind:?}");
        }
    }
}
