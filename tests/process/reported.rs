//! Tests of errors that don't end the program.

use crate::signals::heeding_signals;
use crate::{UNDECIDED, ended, output, program};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

fn continues(mode: &str, format: &str) -> Command {
    let mut command = program(env!("CARGO_BIN_EXE_continues"), &[mode]);
    command.env("CONTINUES_OUTPUT", format);
    for variable in ["REPORTED_EXIT", "OWN_TEXT", "OBSERVED", "RUST_BACKTRACE"] {
        command.env_remove(variable);
    }
    command
}

fn ran(mode: &str, format: &str) -> (Option<i32>, String, String) {
    output(continues(mode, format))
}

fn documents(lines: &str) -> Vec<Value> {
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn codes(lines: &str) -> Vec<String> {
    let codes = documents(lines).into_iter().map(|document| {
        let code = document["error"]["code"].as_str().unwrap();
        code.to_owned()
    });
    codes.collect()
}

const BOTH: [&str; 2] = ["FILE_UNREADABLE", "FILE_BINARY"];

#[test]
fn each_error_is_a_line_of_json_and_the_envelope_counts_them() {
    let (exit, stdout, stderr) = ran("ok", "json");
    assert_eq!(exit, Some(66), "{stderr}");
    let mut documents = documents(&stderr);
    for document in &mut documents {
        assert!(document["meta"]["duration_ms"].take().is_u64());
    }
    let expected = [
        json!({
            "ok": false,
            "data": null,
            "error": {
                "code": "FILE_UNREADABLE",
                "message": "cannot read a.txt",
                "cause": "entity not found",
                "suggestion": "Check the path",
                "docs_url": "https://continues.example.com/FILE_UNREADABLE",
                "context": {"path": "a.txt"},
            },
            "warnings": [],
            "meta": {"duration_ms": null},
        }),
        json!({
            "ok": false,
            "data": null,
            "error": {
                "code": "FILE_BINARY",
                "message": "b.txt isn't text",
                "docs_url": "https://continues.example.com/FILE_BINARY",
                "context": {"path": "b.txt"},
            },
            "warnings": [],
            "meta": {"duration_ms": null},
        }),
    ];
    assert_eq!(documents, expected);
    let envelope: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(envelope["ok"], true);
    assert_eq!(envelope["data"], json!(["found"]));
    assert_eq!(
        envelope["warnings"],
        json!(["2 errors were reported on standard error"])
    );
}

#[test]
fn without_a_report_nothing_changes() {
    let (exit, stdout, stderr) = ran("none", "json");
    assert_eq!((exit, stderr.as_str()), (Some(0), ""));
    let envelope: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(envelope["warnings"], json!([]));
}

#[test]
fn every_format_writes_whole_errors_to_standard_error() {
    for (format, first_error, result) in [
        (
            "human",
            "error[FILE_UNREADABLE]: cannot read a.txt\n\n   cause: entity not found\n",
            "found\n",
        ),
        (
            "brief",
            "error FILE_UNREADABLE: cannot read a.txt\ncause: entity not found\nhelp: Check the path\n",
            "[\"found\"]\n",
        ),
        ("problem", "{\"type\":", "[\"found\"]\n"),
        (
            "nested",
            "{\"error\":{\"code\":\"FILE_UNREADABLE\",",
            "[\"found\"]\n",
        ),
        ("flat", "{\"error\":true,", "[\"found\"]\n"),
        (
            "xml",
            "<tool_error code=\"FILE_UNREADABLE\"",
            "[\"found\"]\n",
        ),
        ("tagged", "[error:FILE_UNREADABLE] ", "[\"found\"]\n"),
    ] {
        let (exit, stdout, stderr) = ran("ok", format);
        assert_eq!((exit, stdout.as_str()), (Some(66), result), "{format}");
        assert!(stderr.starts_with(first_error), "{format}: {stderr}");
        let (_, second) = stderr.split_once("FILE_BINARY").unwrap();
        assert!(second.ends_with('\n'), "{format}: {stderr}");
        if ["problem", "nested", "flat"].contains(&format) {
            assert_eq!(documents(&stderr).len(), 2, "{format}: {stderr}");
        }
    }
}

#[test]
fn an_indented_format_still_has_one_error_per_line() {
    let mut command = continues("pretty", "json");
    command.env("REPORTED_EXIT", "3");
    let (exit, stdout, stderr) = output(command);
    assert_eq!(
        (exit, codes(&stderr)),
        (Some(3), BOTH.map(str::to_owned).to_vec())
    );
    assert!(stdout.starts_with("{\n"), "{stdout}");
}

#[test]
fn without_a_response_only_the_exit_code_tells() {
    for format in ["json", "human", "brief"] {
        let (exit, stdout, stderr) = ran("unit", format);
        assert_eq!((exit, stdout.as_str()), (Some(66), ""), "{format}");
        assert!(!stderr.contains("warning:"), "{format}: {stderr}");
    }
}

#[test]
fn a_failure_keeps_its_exit_code() {
    let (exit, stdout, stderr) = ran("fails", "json");
    assert_eq!(
        (exit, codes(&stderr)),
        (Some(79), BOTH.map(str::to_owned).to_vec())
    );
    let envelope: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(envelope["error"]["code"], "TOO_MANY_BAD_FILES");
    assert_eq!(
        envelope["warnings"],
        json!(["2 errors were reported on standard error"])
    );
    let mut command = continues("fails", "human");
    command.env("REPORTED_EXIT", "2");
    let (exit, stdout, _) = output(command);
    assert_eq!((exit, stdout.as_str()), (Some(79), ""));
}

#[test]
fn the_program_can_set_the_exit_code() {
    for (setting, expected) in [("2", 2), ("255", 255), ("0", 0)] {
        let mut command = continues("ok", "human");
        command.env("REPORTED_EXIT", setting);
        let (exit, _, stderr) = output(command);
        assert_eq!(exit, Some(expected), "{setting}: {stderr}");
    }
    let mut command = continues("none", "human");
    command.env("REPORTED_EXIT", "2");
    assert_eq!(output(command).0, Some(0));
}

#[test]
fn overrides_apply_to_errors_of_the_library() {
    let (exit, _, stderr) = ran("override", "json");
    assert_eq!(
        (exit, codes(&stderr)),
        (Some(64), vec!["CONFIRMATION_REQUIRED".to_owned()])
    );
}

#[test]
fn an_error_without_a_code_can_be_reported_as_a_record() {
    let (exit, stdout, stderr) = ran("record", "json");
    assert_eq!(
        (exit, codes(&stderr)),
        (Some(64), vec!["UNCLASSIFIED_ERROR".to_owned()])
    );
    assert!(
        stdout.contains("1 error was reported on standard error"),
        "{stdout}"
    );
}

#[test]
fn panics_signals_and_exit_codes_take_precedence() {
    let (exit, stdout, stderr) = ran("panics", "json");
    assert_eq!(exit, Some(64), "{stderr}");
    assert!(stdout.contains("\"INTERNAL\""), "{stdout}");
    assert_eq!(ran("own-exit", "json").0, Some(9));

    let mut command = heeding_signals(env!("CARGO_BIN_EXE_continues"));
    for variable in UNDECIDED {
        command.env_remove(variable);
    }
    let mut child = command
        .arg("signal")
        .env("CONTINUES_OUTPUT", "json")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    assert_eq!(line, "ready\n");
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-TERM", &id])
            .status()
            .unwrap()
            .success()
    );
    let (exit, _, stderr) = ended(child.wait_with_output());
    assert_eq!(
        (exit, codes(&stderr)),
        (None, vec!["FILE_UNREADABLE".to_owned()])
    );
}

#[test]
fn observers_get_every_error() {
    for (format, order) in [
        (
            "json",
            ["observed FILE_UNREADABLE", "{", "observed FILE_BINARY", "{"],
        ),
        (
            "human",
            [
                "error[",
                "observed FILE_UNREADABLE",
                "error[",
                "observed FILE_BINARY",
            ],
        ),
    ] {
        let mut command = continues("ok", format);
        command.env("OBSERVED", "1");
        let (_, _, stderr) = output(command);
        let lines = stderr.lines();
        let marks: Vec<&str> = lines
            .filter_map(|line| order.into_iter().find(|mark| line.starts_with(mark)))
            .collect();
        assert_eq!(marks, order, "{stderr}");
    }
}

#[test]
fn people_get_the_text_of_the_program() {
    let mut command = continues("ok", "human");
    command.env("OWN_TEXT", "1");
    let (exit, stdout, stderr) = output(command);
    assert_eq!((exit, stdout.as_str()), (Some(66), "found\n"));
    assert!(
        stderr.starts_with("continues: cannot read a.txt; going on\n"),
        "{stderr}"
    );
    // The function panics for the second error, and the program goes on.
    assert!(
        stderr.contains("the function panics on purpose"),
        "{stderr}"
    );

    let mut command = continues("ok", "json");
    command.env("OWN_TEXT", "1");
    let (_, _, stderr) = output(command);
    assert_eq!(codes(&stderr), BOTH);
}

#[test]
fn another_program_has_reports_of_its_own() {
    let (exit, stdout, stderr) = ran("another", "json");
    assert_eq!(exit, Some(66), "{stderr}");
    assert!(
        stdout.contains("2 errors were reported on standard error"),
        "{stdout}"
    );
}

#[test]
fn outside_of_a_program_people_get_the_error() {
    let (exit, stdout, stderr) = ran("outside", "json");
    assert_eq!((exit, stdout.as_str()), (Some(0), ""));
    assert!(
        stderr.starts_with("error[FILE_UNREADABLE]: cannot read a.txt\n"),
        "{stderr}"
    );
}

#[test]
fn a_standard_error_that_cannot_be_written_is_no_failure_of_its_own() {
    for redirection in ["2>&-", "2>/dev/full", "2</dev/null"] {
        let script = format!("\"$0\" ok {redirection}");
        let mut command = program("sh", &["-c", &script, env!("CARGO_BIN_EXE_continues")]);
        command.env("CONTINUES_OUTPUT", "json");
        let (exit, stdout, _) = output(command);
        assert_eq!(exit, Some(66), "{redirection}");
        assert!(
            stdout.starts_with("{\"ok\":true"),
            "{redirection}: {stdout}"
        );
    }
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = continues("ok", "json");
    let child = command
        .stdout(Stdio::piped())
        .stderr(writer)
        .spawn()
        .unwrap();
    let (exit, stdout, _) = ended(child.wait_with_output());
    assert_eq!(exit, Some(66), "{stdout}");
}

/// Reads the start of the output, then closes the pipe. Returns the exit code and standard error.
fn until_closed(mode: &str) -> (Option<i32>, String) {
    let mut child = continues(mode, "json")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0; 100]).unwrap();
    drop(stdout);
    let (exit, _, stderr) = ended(child.wait_with_output());
    (exit, stderr)
}

#[test]
fn a_reader_that_closes_the_pipe_does_not_hide_the_errors() {
    let (exit, stderr) = until_closed("prints");
    assert_eq!(
        (exit, codes(&stderr)),
        (Some(66), vec!["FILE_UNREADABLE".to_owned()])
    );
}

#[test]
fn a_closed_pipe_is_no_error_to_report() {
    assert_eq!(until_closed("writes"), (Some(0), String::new()));
}

/// The reader is slower than the time that a thread waits for the lock of standard error.
#[test]
fn errors_of_several_threads_stay_whole() {
    let (mut reader, writer) = std::io::pipe().unwrap();
    let mut command = continues("threads", "json");
    let mut child = command
        .stdout(File::create("/dev/null").unwrap())
        .stderr(writer)
        .spawn()
        .unwrap();
    // Closes the copy that the command keeps.
    drop(command);
    thread::sleep(Duration::from_secs(2));
    let mut stderr = String::new();
    reader.read_to_string(&mut stderr).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(65));
    let codes = codes(&stderr);
    assert_eq!(codes.len(), 400);
    assert!(codes.iter().all(|code| code == "FILE_BINARY"));
}
