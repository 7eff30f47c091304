//! `--lines`: logs.

use crate::manifest::CODES;
use crate::{convert, converts, error, feed, run};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};
use std::process::Stdio;

/// The output of a call with `--lines`, the errors on its standard error, and its exit code.
fn lines(arguments: &[&str], input: impl AsRef<[u8]>) -> (String, Vec<Value>, i32) {
    let output = run(&[&["--lines"], arguments].concat(), input);
    let errors: Vec<Value> = output.stderr.split_inclusive(|byte| *byte == b'\n').map(error).collect();
    assert!(errors.iter().all(|error| CODES.contains(error["code"].as_str().unwrap())), "{errors:?}");
    (String::from_utf8(output.stdout).unwrap(), errors, output.status.code().unwrap())
}

#[test]
fn each_line_becomes_a_record_whatever_its_format() {
    let input = concat!(
        "[error:A] a\n",
        "\n",
        "{\"error\":{\"code\":\"B\",\"message\":\"b\"}}\r\n",
        "  \t\r\n",
        "log: <tool_error code=\"C\"><message>c</message></tool_error>\n",
        "error[D]: d",
    );
    assert_eq!(converts(&["--lines", "--to", "tagged"], input), "[error:A] a\n[error:B] b\n[error:C] c\n[error:D] d\n");
    let flat = converts(&["--lines", "--to", "flat"], input);
    assert_eq!(flat.lines().count(), 4);
    assert!(flat.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{flat}");
}

#[test]
fn no_lines_are_converted_to_nothing() {
    for input in ["", "\n", "\n\n  \n"] {
        assert_eq!(converts(&["--lines", "--to", "json"], input), "");
    }
}

#[test]
fn a_bad_line_is_reported_and_the_others_are_converted() {
    let input = "[error:A] a\nplain log line\n{\"error\":true,\"code\":5}\n[error:B] b\n";
    let (text, errors, exit) = lines(&["--to", "human"], input);
    assert_eq!(text, "error[A]: a\nerror[B]: b\n");
    assert_eq!(exit, 65);
    let [unknown, malformed] = &errors[..] else { panic!("{errors:?}") };
    assert_eq!(unknown["code"], "LINE_NOT_AN_ERROR");
    assert_eq!(unknown["context"], json!({"line": 2, "column": null}));
    assert_eq!(unknown["message"], "skipped line 2: it contains no error");
    assert_eq!(malformed["context"], json!({"line": 3, "column": 22}));
    assert!(malformed["suggestion"].as_str().unwrap().starts_with("Correct the text at line 3, column 22"));
    assert!(malformed["cause"].as_str().unwrap().ends_with("at line 3, column 22"), "{malformed}");
}

#[test]
fn a_format_can_be_insisted_on_for_all_lines() {
    let (text, errors, exit) = lines(&["--from", "tagged", "--to", "human"], "[error:A] a\nerror[B]: b\n");
    assert_eq!((text.as_str(), errors.len(), exit), ("error[A]: a\n", 1, 65));
    assert_eq!(errors[0]["context"], json!({"line": 2, "column": 1}));
}

#[test]
fn bytes_that_are_not_text_spoil_only_their_line() {
    let (text, errors, exit) = lines(&["--to", "tagged"], b"[error:A] a\n[error:\xff] b\n[error:C] c\n");
    assert_eq!((text.as_str(), exit), ("[error:A] a\n[error:C] c\n", 65));
    assert_eq!(errors[0]["code"], "LINE_TEXT_INVALID");
    assert_eq!(errors[0]["context"], json!({"line": 2, "offset": 19}));
}

#[test]
fn errors_of_lines_are_in_the_format_that_was_asked_for() {
    let flags = [&["--output", "human"][..], &["--output=text"]];
    for flag in flags {
        let output = run(&[&["--lines", "--to", "json"], flag].concat(), "a\n");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.starts_with("error[LINE_NOT_AN_ERROR]: skipped line 1: it contains no error\n"), "{text}");
        assert_eq!(output.stdout, b"");
    }
    let mut command = convert(&["--lines", "--to", "json"]);
    let child = command.env("AGENT_ERROR_OUTPUT", "tagged").stdin(Stdio::piped()).spawn().unwrap();
    assert!(feed(child, "a\n").stderr.starts_with(b"[error:LINE_NOT_AN_ERROR] skipped line 1"));
}

#[test]
fn a_read_that_fails_ends_the_conversion_with_its_own_code() {
    let directory = tempfile::tempdir().unwrap();
    let (text, errors, exit) = lines(&["--to", "json", directory.path().to_str().unwrap()], "");
    assert_eq!((text.as_str(), exit), ("", 74));
    assert_eq!(errors[0]["code"], "INPUT_READ_FAILED");
}

#[test]
fn a_line_is_written_before_the_next_is_there() {
    let mut child = convert(&["--lines", "--to", "human"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for code in ["A", "B", "C"] {
        // An incomplete line must not delay the complete one before it.
        write!(stdin, "[error:{code}] m\n[err").unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line, format!("error[{code}]: m\n"));
        writeln!(stdin, "or:{code}2] m").unwrap();
        line.clear();
        stdout.read_line(&mut line).unwrap();
        assert_eq!(line, format!("error[{code}2]: m\n"));
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_long_log_is_converted_in_order() {
    let (mut input, mut expected) = (String::new(), String::new());
    for index in 0..100_000 {
        writeln!(input, "[error:E{index}] m").unwrap();
        writeln!(expected, "error[E{index}]: m").unwrap();
    }
    assert!(converts(&["--lines", "--to", "human"], input) == expected);
}
