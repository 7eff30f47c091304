//! Tests of programs that already had their own error messages or clap errors before they adopted
//! codes.

use crate::{ended, output, program};
use serde_json::Value;
use std::io::Write;
use std::process::Stdio;

/// Runs the filter with this input. Returns its exit code, standard output and standard error.
fn filter(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut child = program(env!("CARGO_BIN_EXE_filter"), arguments)
        .env_remove("FILTER_OUTPUT")
        .env_remove("RUST_BACKTRACE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that rejects its command line doesn't read its input, so writing may fail.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    ended(child.wait_with_output())
}

/// Runs the program that wraps clap's error in this way, with these environment variables.
fn parses(
    way: &str,
    arguments: &[&str],
    variables: &[(&str, &str)],
) -> (Option<i32>, String, String) {
    let mut command = program(env!("CARGO_BIN_EXE_parses"), arguments);
    for name in ["PARSES_OUTPUT", "CLAP_TEXT", "OWN_FLAGS"] {
        command.env_remove(name);
    }
    command.env("PARSES", way).envs(variables.iter().copied());
    output(command)
}

const WAYS: [&str; 7] = [
    "report",
    "anyhow-context",
    "anyhow-in-report",
    "eyre-as-report",
    "boxed",
    "io",
    "own",
];

#[test]
fn people_get_the_programs_original_messages() {
    let expected = (
        Some(65),
        "A BAD ONE".to_owned(),
        "[filter error] bad?\tno.\n".to_owned(),
    );
    assert_eq!(filter(&[], "a bad one"), expected);
}

#[test]
fn the_programs_own_output_flag_selects_no_format() {
    let text = "[filter error] bad?\tno.\n";
    for call in [
        &["copy", "--output", "json"][..],
        &["copy", "--output=xml"],
        &["copy", "-o", "--", "--agent"],
    ] {
        let (exit, _, stderr) = filter(call, "bad");
        // clap rejects the last call. Its error isn't in JSON, either.
        assert!(
            exit == Some(65) && stderr == text || exit == Some(2) && stderr.starts_with("error: "),
            "{stderr}"
        );
    }
    for call in [
        &["--output", "json", "copy"][..],
        &["copy", "--agent", "--output", "a"],
        &["--agent", "--nope"],
    ] {
        let (_, _, stderr) = filter(call, "bad");
        assert!(stderr.starts_with(r#"{"ok":false"#), "{call:?}: {stderr}");
    }
}

#[test]
fn people_get_the_panic_hooks_output() {
    let (exit, stdout, stderr) = filter(&[], "a bug");
    assert_eq!((exit, stdout.as_str()), (Some(70), "A BUG"));
    let lines: Vec<&str> = stderr.lines().filter(|line| !line.is_empty()).collect();
    let [place, reason, note] = lines[..] else {
        panic!("{stderr}")
    };
    assert!(
        place.starts_with("thread 'main'") && place.contains("programs/filter.rs:"),
        "{stderr}"
    );
    assert_eq!(reason, "on purpose");
    assert!(
        note.starts_with("note: run with `RUST_BACKTRACE=1`"),
        "{stderr}"
    );
    let (exit, _, stderr) = filter(&["--agent"], "a bug");
    assert!(stderr.starts_with("\nthread 'main'"), "{stderr}");
    let answer: Value = serde_json::from_str(stderr.lines().last().unwrap()).unwrap();
    assert_eq!(
        (exit, &answer["error"]["code"]),
        (Some(70), &Value::from("INTERNAL"))
    );
}

#[test]
fn errors_do_not_become_input_in_a_pipeline() {
    let script = r#"printf 'a bad one' | "$0" $1 | "$0""#;
    for wish in ["", "--output=json", "--agent", "--output=brief"] {
        let mut shell = program("bash", &["-c", script, env!("CARGO_BIN_EXE_filter"), wish]);
        shell.env_remove("FILTER_OUTPUT");
        let (_, stdout, stderr) = output(shell);
        assert!(
            !stdout.to_uppercase().contains("WORD_NOT_ALLOWED"),
            "{wish}: {stdout}"
        );
        assert_eq!(
            stderr.contains("WORD_NOT_ALLOWED"),
            !wish.is_empty(),
            "{wish}: {stderr}"
        );
    }
}

#[test]
fn an_agent_gets_errors_as_json_on_standard_error() {
    let (exit, stdout, stderr) = filter(&["--agent"], "a bad one");
    assert_eq!((exit, stdout.as_str()), (Some(65), "A BAD ONE"));
    let answer: Value = serde_json::from_str(stderr.lines().last().unwrap()).unwrap();
    assert_eq!(answer["error"]["code"], "WORD_NOT_ALLOWED");
    assert_eq!(answer["error"]["suggestion"], "Remove `bad`");
}

#[test]
fn the_help_says_what_is_configured() {
    let (exit, stdout, stderr) = filter(&["--help"], "");
    assert_eq!((exit, stderr.as_str()), (Some(0), ""));
    // Ignore line breaks: clap wraps help if another program in the same build enables that
    // feature.
    let words = stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    let output = "Output format; errors go to standard error [default: text] [";
    assert!(words.contains(output), "{stdout}");
    assert!(stdout.contains("Same as `--output json`"), "{stdout}");
}

#[test]
fn people_get_claps_own_messages() {
    let (exit, stdout, stderr) = filter(&["--width", "wide"], "");
    assert_eq!((exit, stdout.as_str()), (Some(2), ""));
    let expected = "error: invalid value 'wide' for '--width <width>': invalid digit found in string\n\n\
                    For more information, try '--help'.\n";
    assert_eq!(stderr, expected);
    let (exit, _, stderr) = filter(&["--witdh", "3"], "");
    assert_eq!(exit, Some(2));
    let tip = "error: unexpected argument '--witdh' found\n\n  tip: a similar argument exists: '--width'\n\nUsage: filter";
    assert!(stderr.starts_with(tip), "{stderr}");
    let (_, stdout, stderr) = filter(&["--witdh", "3", "--agent"], "");
    let answer: Value = serde_json::from_str(stderr.trim_end()).unwrap();
    assert_eq!(
        (stdout.as_str(), &answer["error"]["code"]),
        ("", &Value::from("UNKNOWN_FLAG"))
    );
}

#[test]
fn flags_of_the_program_itself_do_not_choose_the_format() {
    for flag in ["--output=json", "--agent"] {
        let is_json =
            |variables: &[(&str, &str)]| parses("own", &[flag], variables).1.starts_with('{');
        assert!(is_json(&[("PARSES_OUTPUT", "human")]), "{flag}");
        assert!(
            !is_json(&[("PARSES_OUTPUT", "human"), ("OWN_FLAGS", "1")]),
            "{flag}"
        );
        assert!(
            is_json(&[("PARSES_OUTPUT", "json"), ("OWN_FLAGS", "1")]),
            "{flag}: the variable still chooses"
        );
    }
}

#[test]
fn output_errors_use_the_programs_format() {
    let mut shell = program(
        "bash",
        &[
            "-c",
            "printf text | \"$0\" > /dev/full",
            env!("CARGO_BIN_EXE_filter"),
        ],
    );
    shell.env_remove("FILTER_OUTPUT");
    let (exit, _, stderr) = output(shell);
    assert_eq!(exit, Some(74));
    assert!(stderr.starts_with("[filter error] "), "{stderr}");
}

/// The output is the same as with clap alone.
#[test]
fn a_call_without_a_command_shows_the_help_as_clap_does() {
    let (exit, stdout, stderr) = filter(&["all"], "");
    assert_eq!((exit, stdout.as_str()), (Some(2), ""));
    assert!(
        stderr.starts_with("Usage: filter all [OPTIONS] <file>"),
        "{stderr}"
    );
    for way in WAYS {
        let (exit, stdout, stderr) = parses(way, &["sub"], &[("PARSES_OUTPUT", "human")]);
        let expected = if way == "own" { 64 } else { 2 };
        assert_eq!((exit, stdout.as_str()), (Some(expected), ""), "{way}");
        assert!(stderr.starts_with("Usage: parses sub"), "{way}: {stderr}");
    }
}

#[test]
fn help_and_version_succeed_whatever_error_contains_them() {
    for way in WAYS {
        let (exit, stdout, stderr) = parses(way, &["--version"], &[]);
        assert_eq!(
            (exit, stdout.as_str(), stderr.as_str()),
            (Some(0), "parses 1.2.3\n", ""),
            "{way}"
        );
        for format in ["human", "json"] {
            let (exit, stdout, stderr) = parses(way, &["--help"], &[("PARSES_OUTPUT", format)]);
            assert_eq!((exit, stderr.as_str()), (Some(0), ""), "{way}");
            assert!(
                stdout.starts_with("Parses\n\nUsage: parses"),
                "{way}: {stdout}"
            );
        }
    }
}

#[test]
fn usage_errors_have_usage_codes_whatever_error_contains_them() {
    for way in WAYS {
        let (exit, stdout, stderr) = parses(way, &["--prot", "3"], &[]);
        let answer: Value = serde_json::from_str(&stdout).unwrap();
        let expected = if way == "own" {
            (64, "OWN_USAGE")
        } else {
            (2, "UNKNOWN_FLAG")
        };
        assert_eq!(
            (exit, answer["error"]["code"].as_str()),
            (Some(expected.0), Some(expected.1)),
            "{way}"
        );
        assert_eq!(stderr, "", "{way}");
        if way != "own" {
            assert_eq!(answer["error"]["context"]["nearest"][0], "--port", "{way}");
        }
        let variables = [("PARSES_OUTPUT", "human"), ("CLAP_TEXT", "1")];
        let (exit, stdout, stderr) = parses(way, &["--prot", "3"], &variables);
        assert_eq!((exit, stdout.as_str()), (Some(expected.0), ""), "{way}");
        assert!(
            stderr.starts_with("error: unexpected argument '--prot' found\n\n  tip: "),
            "{way}: {stderr}"
        );
    }
}

/// Runs the program with positional arguments. Returns the exit code and the JSON output.
fn replaces(arguments: &[&str]) -> (Option<i32>, Value) {
    let mut command = program(env!("CARGO_BIN_EXE_replaces"), arguments);
    command.env_remove("REPLACES_OUTPUT");
    let (exit, stdout, stderr) = output(command);
    assert_eq!(stderr, "");
    (exit, serde_json::from_str(&stdout).unwrap())
}

#[test]
fn a_program_with_positional_arguments_explains_codes_with_its_own_flag() {
    let (exit, answer) = replaces(&["--explain", "REGEX_INVALID"]);
    assert_eq!(
        (exit, &answer["data"]["code"]),
        (Some(0), &Value::from("REGEX_INVALID"))
    );
    let (exit, answer) = replaces(&["--explain", "REGEX_INVALDI"]);
    assert_eq!(
        (exit, &answer["error"]["code"]),
        (Some(5), &Value::from("UNKNOWN_ERROR_CODE"))
    );
    assert_eq!(
        replaces(&["errors", "list"]).0,
        Some(0),
        "which is a pattern and a replacement"
    );
}

#[test]
fn a_cause_in_the_message_is_not_repeated() {
    let (exit, answer) = replaces(&["(", "b"]);
    assert_eq!(exit, Some(65));
    let message = "invalid regex: an error occurred when formatting an argument";
    assert_eq!(
        (&answer["error"]["message"], answer["error"].get("cause")),
        (&Value::from(message), None)
    );
    let (_, _, stderr) = output(program(
        env!("CARGO_BIN_EXE_replaces"),
        &["(", "b", "--output=human"],
    ));
    assert_eq!(
        stderr,
        format!("error[REGEX_INVALID]: {message}\n\n    help: Escape it\n")
    );
}
