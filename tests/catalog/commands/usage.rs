//! Tests that errors about invalid command lines contain what the next call needs.

use crate::same;
use agent_error::clap::UsageError;
use agent_error::{AgentError as _, ErrorRecord};
use clap::error::{ContextValue, ErrorKind};
use clap::{Arg, ArgAction, Command, value_parser};
use snapbox::file;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;

/// A command whose arguments can be invalid in all ways.
fn strict() -> Command {
    let value = |name: &'static str| Arg::new(name).long(name).value_name("N");
    let go = Command::new("go").args([
        value("mode").value_parser(["a", "b"]),
        value("port").value_parser(value_parser!(u16)),
        value("pin").value_parser(value_parser!(u16)),
        value("equals").require_equals(true),
        value("pair").num_args(2),
        value("few").num_args(2..),
        value("text"),
        Arg::new("quiet")
            .long("quiet")
            .action(ArgAction::SetTrue)
            .conflicts_with("text"),
        Arg::new("alone")
            .long("alone")
            .action(ArgAction::SetTrue)
            .exclusive(true),
    ]);
    let need = Command::new("need").arg(Arg::new("file").value_name("FILE").required(true));
    let choose = Command::new("choose")
        .subcommand_required(true)
        .subcommand(Command::new("this"));
    let ask = Command::new("ask")
        .arg_required_else_help(true)
        .arg(Arg::new("file").required(true));
    Command::new("tool")
        .version("1")
        .subcommands([go, need, choose, ask])
}

#[test]
fn a_usage_error_has_a_code_and_clap_s_message() {
    let not_utf8 = OsString::from_vec(b"--text=\xff".to_vec());
    #[rustfmt::skip]
    let lines = [
        "go --mode c", "go --port x", "go --port", "go --nope", "go more", "og", "go --equals 1", "go --pair 1",
        "go --few 1", "go --quiet=1", "go --text 1 --quiet", "go --text 1 --text 2", "go INVALID", "need", "choose",
        "ask", "go --prot 1", "go --pin 12345678", "go --pin none", "need -x",
        "go --port=", "go --text 1 --alone",
    ];
    let mut text = String::new();
    for line in lines {
        let words = line.split(' ').map(|word| {
            if word == "INVALID" {
                not_utf8.clone()
            } else {
                word.into()
            }
        });
        let error = strict()
            .try_get_matches_from(std::iter::once("tool".into()).chain(words))
            .unwrap_err();
        let kind = error.kind();
        let record = serde_json::to_string(&ErrorRecord::of(&UsageError::from(error))).unwrap();
        text += &format!("{line}: {kind:?}\n{record}\n");
    }
    same(text, file!["../snapshots/usage.txt"]);
}

/// If the program creates an error itself, the message is the program's.
#[test]
fn an_error_of_the_program_itself_keeps_its_message() {
    #[allow(clippy::enum_glob_use, reason = "the list is long enough")]
    use clap::error::ErrorKind::*;
    let mut tool = strict();
    #[rustfmt::skip]
    let kinds = [
        InvalidValue, UnknownArgument, InvalidSubcommand, NoEquals, ValueValidation, TooManyValues, TooFewValues,
        WrongNumberOfValues, ArgumentConflict, MissingRequiredArgument, MissingSubcommand, InvalidUtf8, Io, Format,
        DisplayHelpOnMissingArgumentOrSubcommand,
    ];
    for kind in kinds {
        for text in ["port 80 is only allowed with --admin", "two\nlines"] {
            for error in [tool.error(kind, text), clap::Error::raw(kind, text)] {
                let usage = UsageError::from(error);
                assert_eq!(
                    (usage.code(), usage.to_string().as_str()),
                    ("INVALID_USAGE", text),
                    "{kind:?}"
                );
            }
        }
    }
}

#[test]
fn an_error_with_partial_context_only_says_what_clap_says() {
    use clap::error::ContextKind::{InvalidArg, InvalidValue, PriorArg};
    let workers = (InvalidArg, "--workers <N>");
    let none = "a value is required for '--workers <N>' but none was supplied";
    let twice = "the argument '--workers <N>' cannot be used multiple times";
    for (kind, context, message) in [
        (
            ErrorKind::ValueValidation,
            &[workers, (InvalidValue, "7")][..],
            "invalid value '7' for '--workers <N>'",
        ),
        (
            ErrorKind::ValueValidation,
            &[workers, (InvalidValue, "")],
            "invalid value '' for '--workers <N>'",
        ),
        (
            ErrorKind::ValueValidation,
            &[workers],
            "invalid value for one of the arguments",
        ),
        (
            ErrorKind::InvalidValue,
            &[workers, (InvalidValue, "7")],
            "invalid value '7' for '--workers <N>'",
        ),
        (
            ErrorKind::InvalidValue,
            &[workers, (InvalidValue, "")],
            none,
        ),
        (
            ErrorKind::InvalidValue,
            &[workers],
            "one of the values isn't valid for an argument",
        ),
        (
            ErrorKind::ArgumentConflict,
            &[workers, (PriorArg, "--workers <N>")],
            twice,
        ),
        (
            ErrorKind::ArgumentConflict,
            &[workers],
            "the argument '--workers <N>' cannot be used with",
        ),
    ] {
        let mut error = clap::Error::new(kind).with_cmd(&strict());
        for (kind, text) in context {
            error.insert(*kind, ContextValue::String((*text).to_owned()));
        }
        assert!(error.to_string().contains(message), "{error}");
        assert_eq!(
            UsageError::from(error).to_string(),
            message,
            "{kind:?} {context:?}"
        );
    }
}
