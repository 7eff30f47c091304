//! Tests of the errors that this crate itself returns, in programs with their own codes and exit
//! codes.

use crate::{output, program};
use serde_json::Value;
use std::ffi::OsStr;
use std::fs::File;
use std::os::unix::ffi::OsStrExt as _;

fn remaps(arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = program(env!("CARGO_BIN_EXE_remaps"), arguments);
    command.env_remove("REMAPS_OUTPUT");
    output(command)
}

fn claims(arguments: &[&str]) -> (Option<i32>, Value, String) {
    let (exit, stdout, stderr) = output(program(env!("CARGO_BIN_EXE_claims"), arguments));
    (exit, serde_json::from_str(&stdout).unwrap(), stderr)
}

#[test]
fn a_program_maps_their_exit_codes_and_only_theirs() {
    assert_eq!(remaps(&["--nope"]).0, Some(64));
    assert_eq!(remaps(&["5"]).0, Some(6));
    assert_eq!(remaps(&[]).0, Some(0));
}

#[test]
fn lists_show_the_mapped_exit_codes() {
    let (_, list, _) = remaps(&["errors", "list", "--output", "json"]);
    for (code, exit) in [("UNKNOWN_FLAG", 64), ("BALANCE_TOO_LOW", 6)] {
        assert!(
            list.contains(&format!(r#""code":"{code}","exit_code":{exit},"#)),
            "{list}"
        );
    }
    let (_, explained, _) = remaps(&["errors", "explain", "OUTPUT_NOT_WRITTEN"]);
    assert!(explained.contains("\n  exit      5 "), "{explained}");
    let (_, exits, _) = remaps(&["errors", "exits", "--output", "json"]);
    assert!(
        exits.contains(r#""exit_code":64,"#) && !exits.contains(r#""exit_code":2,"#),
        "{exits}"
    );
}

#[test]
fn lists_show_the_exit_code_of_a_panic() {
    assert_eq!(remaps(&["bug"]).0, Some(101));
    let json = |arguments: &[&str]| -> Value {
        serde_json::from_str(&remaps(&[arguments, &["--output", "json"]].concat()).1).unwrap()
    };
    let is_internal = |row: &&Value| row["code"] == "INTERNAL";
    let explained = json(&["errors", "explain", "INTERNAL"]);
    assert_eq!(explained["data"]["exit_code"], 101);
    let list = json(&["errors", "list"]);
    let listed = list["data"]["errors"]
        .as_array()
        .unwrap()
        .iter()
        .find(is_internal)
        .unwrap();
    assert_eq!(listed["exit_code"], 101);
    let catalog: Value = serde_json::from_str(&remaps(&["errors", "catalog"]).1).unwrap();
    let declared = catalog["errors"]
        .as_array()
        .unwrap()
        .iter()
        .find(is_internal)
        .unwrap();
    assert_eq!(declared["exit_code"], 101);
    let exits = json(&["errors", "exits"]);
    let exit = exits["data"]["exit_codes"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["exit_code"] == 101)
        .unwrap();
    assert_eq!(exit["codes"], serde_json::json!(["INTERNAL"]));
    let manifest = json(&["errors", "manifest"]);
    assert!(
        manifest["data"]["commands"][""]["exit_codes"]
            .get("101")
            .is_some()
    );
}

#[test]
fn people_get_the_whole_chain_of_an_output_error() {
    let mut command = program(env!("CARGO_BIN_EXE_remaps"), &[]);
    command.stdout(File::options().write(true).open("/dev/full").unwrap());
    let (exit, _, stderr) = output(command);
    assert_eq!(exit, Some(5));
    assert!(
        stderr.starts_with("remaps: ")
            && stderr.ends_with("No space left on device (os error 28)\n"),
        "{stderr}"
    );
}

#[test]
fn hidden_flags_and_commands_are_not_in_help() {
    let (exit, help, _) = remaps(&["--help"]);
    assert_eq!(exit, Some(0));
    for ours in ["errors", "--output", "--agent", "Errors"] {
        assert!(!help.contains(ours), "{help}");
    }
    let (exit, list, _) = remaps(&["errors", "list", "--agent"]);
    assert_eq!((exit, list.starts_with('{')), (Some(0), true), "{list}");
}

#[test]
fn hidden_flags_are_not_completed_or_suggested() {
    let (_, script, _) = remaps(&["completions"]);
    assert!(
        script.contains("--help") && !script.contains("--output") && !script.contains("--agent"),
        "{script}"
    );
    for flag in ["--agnet", "--ouput"] {
        let (exit, _, stderr) = remaps(&[flag]);
        assert_eq!(exit, Some(64));
        assert_eq!(
            stderr,
            format!("remaps: unexpected argument '{flag}' found\n")
        );
    }
    let (_, usage, _) = remaps(&["--agnet", "--agent"]);
    let error: Value = serde_json::from_str(&usage).unwrap();
    let context = &error["error"]["context"];
    assert_eq!(
        (
            context.get("nearest"),
            context["valid"].to_string().contains("--agent")
        ),
        (None, false),
        "{error}"
    );
}

/// Runs the program with these environment variables, and returns the error.
fn refused(arguments: &[&str], variables: &[(&str, &str)]) -> Value {
    let mut command = program(env!("CARGO_BIN_EXE_remaps"), arguments);
    command
        .env("REMAPS_OUTPUT", "json")
        .envs(variables.iter().copied());
    let (exit, stdout, _) = output(command);
    assert_eq!(exit, Some(64));
    serde_json::from_str::<Value>(&stdout).unwrap()["error"].take()
}

#[test]
fn an_invalid_value_of_a_variable_is_reported_with_the_variable() {
    let variables = [("CLI_PORT", "eighty")];
    let error = refused(&["pay"], &variables);
    assert_eq!(error["code"], "INVALID_FLAG_VALUE");
    assert_eq!(
        error["message"],
        "invalid value 'eighty' for 'CLI_PORT': expected a whole number from 0 to 65535"
    );
    assert_eq!(
        error["suggestion"],
        "Correct or unset the environment variable `CLI_PORT`"
    );
    let flag = refused(&["pay"], &[("CLI_FAST", "maybe")]);
    assert_eq!(
        flag["suggestion"],
        "Correct or unset the environment variable `CLI_FAST`"
    );
    let passed = refused(&["--port", "http"], &variables);
    assert_eq!(
        passed["message"],
        "invalid value 'http' for '--port <port>': expected a whole number from 0 to 65535"
    );
    let level = [("CLI_LEVEL", "high")];
    for arguments in [&["--level", "4", "pay"], &["pay", "--level", "4"]] {
        let other = refused(arguments, &level);
        assert_eq!(
            other["message"],
            "invalid value 'high' for 'CLI_LEVEL': expected a whole number from 0 to 255"
        );
    }
    let empty = refused(&["--port"], &[("CLI_PORT", "80")]);
    assert_eq!(
        empty["message"],
        "a value is required for '--port <port>' but none was supplied"
    );
    for (arguments, variable) in [
        (&["pay"][..], "CLI_PORT"),
        (&["--level", "4", "pay"], "CLI_LEVEL"),
    ] {
        let mut not_utf8 = program(env!("CARGO_BIN_EXE_remaps"), arguments);
        not_utf8
            .env("REMAPS_OUTPUT", "json")
            .env(variable, OsStr::from_bytes(b"\xff"));
        let message = format!(
            "invalid value '{}' for '{variable}': it is not valid UTF-8",
            '\u{fffd}'
        );
        assert!(output(not_utf8).1.contains(&message), "{variable}");
    }
    let conflict = refused(&["--fast"], &[("CLI_PORT", "80")]);
    assert_eq!(
        conflict["message"],
        "the argument '--fast' cannot be used with 'CLI_PORT'"
    );
}

#[test]
fn a_flag_of_a_command_above_belongs_before_the_command() {
    let misplaced = refused(&["pay", "--fast"], &[]);
    assert_eq!(
        misplaced["suggestion"],
        "Choose one of the valid flags. To use this one, put it before `pay`"
    );
}

#[test]
fn a_secret_in_a_variable_or_a_default_is_not_shown() {
    let flag = refused(&["--key", "--hunter2hunter2hunter2"], &[]);
    assert_eq!(
        (
            &flag["context"]["flag"],
            flag.to_string().contains("hunter2")
        ),
        (&"[REDACTED]".into(), false),
        "{flag}"
    );
    let error = refused(&[], &[("CLI_API_KEY", "abcd1234")]);
    assert_eq!(error["context"]["flag"], "CLI_API_KEY");
    assert_eq!(error["context"]["value"], "[REDACTED]");
    for (arguments, shown) in [
        (&["--help"][..], "[env: CLI_PORT=80]"),
        (&["pay", "--help"], "[env: CLI_TOKEN]"),
    ] {
        let mut command = program(env!("CARGO_BIN_EXE_remaps"), arguments);
        command
            .env("CLI_PORT", "80")
            .env("CLI_API_KEY", "abcd1234")
            .env("CLI_TOKEN", "abcd1234");
        command.env("CLI_LEVEL", "https://eve:abcd1234@h/");
        let (exit, help, _) = output(command);
        assert_eq!(
            (exit, help.contains(shown), help.contains("abcd1234")),
            (Some(0), true, false),
            "{help}"
        );
    }
}

#[test]
fn only_an_argument_that_may_belong_to_a_secret_is_redacted() {
    for (line, message) in [
        (
            "pay --token=hunter2 extra",
            "unexpected argument 'extra' found",
        ),
        (
            "pay --token hunter2 extra",
            "unexpected argument 'extra' found",
        ),
        (
            "pay --password my secret",
            "unexpected argument '[REDACTED]' found",
        ),
        (
            "pay api_key=/S3cr3t",
            "unexpected argument 'api_key=[REDACTED]' found",
        ),
        (
            "pay secrets/prod.yaml",
            "unexpected argument 'secrets/prod.yaml' found",
        ),
    ] {
        let error = refused(&line.split(' ').collect::<Vec<_>>(), &[]);
        assert_eq!(error["message"], message, "{line}");
    }
}

#[test]
fn a_code_that_is_declared_with_other_facts_is_reported_with_both_declarations() {
    let (exit, list, stderr) = claims(&["errors", "list"]);
    assert_eq!(exit, Some(0));
    // A debug build also warns at the start.
    assert_eq!(
        stderr.starts_with("warning: error code `OUTPUT_NOT_WRITTEN`"),
        cfg!(debug_assertions),
        "{stderr}"
    );
    let warnings: Vec<&str> = list["warnings"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    let [warning] = warnings[..] else {
        panic!("{warnings:?}")
    };
    for declaration in [
        "`OUTPUT_NOT_WRITTEN`",
        "claims::ClaimError::NoPaper",
        "agent_error::ready::process",
    ] {
        assert!(warning.contains(declaration), "{warning}");
    }
    let (exit, explained, _) = claims(&["errors", "explain", "OUTPUT_NOT_WRITTEN"]);
    assert_eq!((exit, &explained["warnings"]), (Some(0), &list["warnings"]));
    assert_eq!(
        explained["data"]["declared_by"],
        "claims::ClaimError::NoPaper"
    );
    assert_eq!(claims(&["errors", "explain", "UNKNOWN_FLAG"]).0, Some(0));
}

/// The test programs don't enable clap's feature `color`, unless another package of the workspace
/// does.
#[test]
fn help_in_a_pipe_has_no_color_if_the_caller_does_not_force_it() {
    let help = |value: Option<&str>| {
        let mut command = program(env!("CARGO_BIN_EXE_remaps"), &["--help"]);
        command.envs(value.map(|value| ("CLICOLOR_FORCE", value)));
        let (exit, stdout, _) = output(command);
        assert_eq!(exit, Some(0));
        stdout
    };
    let plain = help(None);
    assert!(
        plain.contains("Usage: ") && !plain.contains('\u{1b}'),
        "{plain}"
    );
    assert_eq!(help(Some("0")), plain);
}

#[test]
fn a_program_can_rename_the_output_flag() {
    let renames = |arguments: &[&str], variables: &[(&str, &str)]| {
        let arguments = [&["--error-format=brief"], arguments].concat();
        let mut command = program(env!("CARGO_BIN_EXE_renames"), &arguments);
        command.env_remove("RENAMES_ERROR_FORMAT");
        command.envs(variables.iter().copied());
        output(command)
    };
    // The program's `--output` keeps its meaning. The first argument isn't among those that the
    // program passes on.
    let (exit, stdout, _) = renames(&["--output", "human"], &[]);
    assert_eq!(exit, Some(73));
    assert!(stdout.starts_with(r#"{"ok":false"#), "{stdout}");
    let brief = "error FILE_NOT_WRITTEN: cannot write a\n";
    let (_, stdout, _) = renames(&["--output=a", "--error-format", "brief"], &[]);
    assert_eq!(stdout, brief);
    let variables = [
        ("RENAMES_ERROR_FORMAT", "brief"),
        ("RENAMES_OUTPUT", "json"),
    ];
    assert_eq!(renames(&["--output=a"], &variables).1, brief);
    // clap rejects these calls, so the arguments select the format.
    let (exit, stdout, _) = renames(&["--nope", "--error-format=brief"], &[]);
    assert_eq!(exit, Some(2));
    assert!(stdout.starts_with("error UNKNOWN_FLAG: "), "{stdout}");
    assert!(
        stdout.contains("--error-format <FORMAT>  Output format"),
        "{stdout}"
    );
    assert!(stdout.contains("Same as `--error-format json`"), "{stdout}");
    let (_, stdout, _) = renames(&["--error-format=xml"], &[]);
    assert!(stdout.contains("for '--error-format <FORMAT>'"), "{stdout}");
    assert!(
        renames(&["--help"], &[])
            .1
            .contains("--error-format <FORMAT>")
    );
}
