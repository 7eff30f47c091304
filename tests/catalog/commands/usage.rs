//! Tests that errors about invalid command lines contain what the next call needs.

use super::{envelope, tree};
use crate::same;
use agent_error::clap::UsageError;
use agent_error::{AgentError as _, ErrorRecord};
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, Command, value_parser};
use snapbox::file;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;

#[test]
fn nothing_is_null_or_repeated() {
    for arguments in [&["db", "snc"][..], &["db", "prune", "--oldr"], &["db"], &["db", "sync"], &["plain", "more"]] {
        let run = tree(&[arguments, &["--output", "json"]].concat());
        let error = &envelope(&run)["error"];
        let context = error["context"].as_object().unwrap();
        assert!(context.values().all(|value| !value.is_null()) && !context.contains_key("usage"), "{error}");
        let suggestion = error["suggestion"].as_str().unwrap();
        let mut names = error["context"]["nearest"].as_array().into_iter().flatten();
        assert!(names.all(|name| !suggestion.contains(name.as_str().unwrap())), "{error}");
    }
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

#[test]
fn a_usage_error_has_a_code_and_clap_s_message() {
    let not_utf8 = OsString::from_vec(b"--text=\xff".to_vec());
    #[rustfmt::skip]
    let lines = [
        "go --mode c", "go --port x", "go --port", "go --nope", "go more", "og", "go --equals 1", "go --pair 1",
        "go --few 1", "go --quiet=1", "go --text 1 --quiet", "go --text 1 --text 2", "go INVALID", "need", "choose",
        "ask",
    ];
    let mut text = String::new();
    for line in lines {
        let words = line.split(' ').map(|word| if word == "INVALID" { not_utf8.clone() } else { word.into() });
        let error = strict().try_get_matches_from(std::iter::once("tool".into()).chain(words)).unwrap_err();
        let record = serde_json::to_string(&ErrorRecord::of(&UsageError::of(&error))).unwrap();
        text += &format!("{line}: {:?}\n{record}\n", error.kind());
    }
    same(text, file!["../snapshots/usage.txt"]);
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
            for error in [tool.error(kind, text), clap::Error::raw(kind, text)] {
                let usage = UsageError::of(&error);
                assert_eq!((usage.code(), usage.to_string().as_str()), ("INVALID_USAGE", text), "{kind:?}");
            }
        }
    }
}
