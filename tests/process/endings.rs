//! Tests of panics, closed pipes, and errors without a code.

use crate::signals::heeding_signals;
use crate::{UNDECIDED, ended, output, program};
use serde_json::{Value, json};
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

pub(super) fn ends(arguments: &[&str]) -> Command {
    let mut command = heeding_signals(env!("CARGO_BIN_EXE_ends"));
    command.args(arguments);
    for variable in UNDECIDED {
        command.env_remove(variable);
    }
    command
        .env_remove("RUST_BACKTRACE")
        .env_remove("ENDS_OUTPUT");
    command
}

pub(super) fn error(stdout: &str) -> Value {
    let mut envelope: Value = serde_json::from_str(stdout).unwrap();
    envelope["error"].take()
}

#[test]
fn a_panic_is_an_internal_error() {
    let (exit, stdout, stderr) = output(ends(&["panic"]));
    assert_eq!(
        (exit, without_thread_id(&stderr)),
        (Some(70), as_rust_prints("ends.rs", "on purpose"))
    );
    let mut error = error(&stdout);
    let location = error["context"]["location"].take();
    assert!(
        location
            .as_str()
            .unwrap()
            .starts_with("tests/programs/ends.rs:"),
        "{location}"
    );
    assert_eq!(
        error,
        json!({
            "code": "INTERNAL",
            "context": {"location": null},
            "message": "the program has a bug and stopped midway",
            "suggestion": "Report this as a bug in the program",
            "docs_url": "https://ends.example.com/INTERNAL",
            "severity": "critical",
            "side_effects": "partial"
        })
    );
}

#[test]
fn the_attribute_works_beside_other_attributes() {
    let (exit, _, stderr) = output(program(env!("CARGO_BIN_EXE_main_attribute"), &[]));
    assert_eq!(exit, Some(0), "{stderr}");
}

#[test]
fn a_program_passes_on_the_exit_code_of_a_child() {
    for (code, expected) in [("77", 77), ("137", 137), ("255", 255)] {
        let (exit, _, stderr) = output(ends(&["child", code]));
        assert_eq!((exit, stderr.as_str()), (Some(expected), ""));
    }
    for code in ["0", "256", "-1"] {
        let (exit, stdout, stderr) = output(ends(&["child", code]));
        assert_eq!(exit, Some(1), "{code}");
        assert_eq!(error(&stdout)["code"], "CHILD_FAILED");
        let warning = format!(
            "warning: CHILD_FAILED has {code} as its exit code, which isn't from 1 to 255; \
             the declared exit code is used\n"
        );
        assert_eq!(stderr, warning);
    }
}

#[test]
fn a_source_that_the_error_impl_forgets_is_reported_once() {
    let (exit, stdout, stderr) = output(ends(&["forgets-cause"]));
    assert_eq!(exit, Some(1));
    assert_eq!(error(&stdout)["cause"], Value::Null);
    let expected = "warning: the cause of FORGETS_CAUSE is lost, because `Error::source` doesn't return \
                    its field `source`; return it, or add `#[context]` to the field\n";
    assert_eq!(stderr, expected);
    for mode in ["has-no-cause", "io"] {
        let (_, _, stderr) = output(ends(&[mode]));
        assert_eq!(stderr, "", "{mode}");
    }
}

/// Returns std's output for a panic of the main thread in this file, without the position in the
/// file.
fn as_rust_prints(file: &str, message: &str) -> String {
    format!(
        "\nthread 'main' panicked at tests/programs/{file}:\n{message}\n\
         note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n"
    )
}

/// Removes the thread's id and the position from std's output for a panic.
fn without_thread_id(stderr: &str) -> String {
    let Some((start, rest)) = stderr.split_once(" (") else {
        return stderr.to_owned();
    };
    let Some((_, rest)) = rest.split_once(')') else {
        return stderr.to_owned();
    };
    let Some((file, rest)) = rest.split_once(".rs:") else {
        return stderr.to_owned();
    };
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':');
    format!("{start}{file}.rs:{rest}")
}

/// The documented maximum wait is one second per stream. The limit here is higher, because the
/// machine may be busy.
#[test]
fn a_panic_does_not_wait_for_the_lock_of_another_thread() {
    for format in ["json", "human"] {
        let start = Instant::now();
        let (exit, stdout, stderr) = output(ends(&["panic-locked", "--output", format]));
        assert_eq!(exit, Some(70), "{stdout}{stderr}");
        let text = if format == "json" {
            stdout
        } else {
            stderr.clone()
        };
        assert!(
            text.contains("INTERNAL") && stderr.contains("beside a lock"),
            "{text}"
        );
        assert!(
            start.elapsed() < Duration::from_secs(10),
            "{:?}",
            start.elapsed()
        );
    }
}

#[test]
fn the_backtrace_is_on_stderr_and_only_on_request() {
    let mut command = ends(&["panic"]);
    command.env("RUST_BACKTRACE", "1");
    let (exit, stdout, stderr) = output(command);
    assert_eq!(exit, Some(70));
    assert!(
        stderr.contains("panicked at") && stderr.contains("stack backtrace"),
        "{stderr}"
    );
    assert!(
        !stdout.contains("panicked at") && !stdout.contains("stack backtrace"),
        "{stdout}"
    );

    let mut command = ends(&["panic"]);
    command.env("RUST_BACKTRACE", "0");
    assert!(!output(command).2.contains("stack backtrace"));
}

#[test]
fn the_exit_code_of_a_panic_can_be_set() {
    assert_eq!(output(ends(&["panic-exit-1"])).0, Some(1));
}

#[test]
fn a_panic_in_another_thread_is_reported_as_usual() {
    let (exit, stdout, stderr) = output(ends(&["panic-thread"]));
    assert_eq!(
        (exit, stdout.as_str()),
        (Some(0), "the thread failed: true\n")
    );
    assert!(stderr.contains("in a thread"), "{stderr}");
}

#[test]
fn a_caught_panic_is_printed_as_usual() {
    let (exit, stdout, stderr) = output(ends(&["panic-caught"]));
    assert_eq!((exit, stdout.as_str()), (Some(0), "caught: true\n"));
    assert_eq!(
        without_thread_id(&stderr),
        as_rust_prints("ends.rs", "caught")
    );
}

#[test]
fn a_panic_for_a_person_reads_as_an_error() {
    let (exit, stdout, stderr) = output(ends(&["panic", "--output", "human"]));
    assert_eq!((exit, stdout.as_str()), (Some(70), ""));
    let expected = as_rust_prints("ends.rs", "on purpose")
        + "critical[INTERNAL]: the program has a bug and stopped midway\n\n    help: Report this as a bug in the program\n    \
           docs: https://ends.example.com/INTERNAL\n";
    assert_eq!(without_thread_id(&stderr), expected);
}

/// Runs the tests with programs that are built with `panic = "abort"`, as in common release
/// profiles.
#[test]
fn panics_and_signals_end_alike_when_panics_abort() {
    // In the same target folder, macros and build scripts aren't compiled again.
    let status = Command::new(env!("CARGO"))
        .args([
            "build",
            "--quiet",
            "--locked",
            "-p",
            "agent-error-tests-aborts",
        ])
        .env("CARGO_PROFILE_DEV_PANIC", "abort")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status();
    assert!(status.unwrap().success());
    let aborts = Path::new(env!("CARGO_BIN_EXE_ends")).with_file_name("aborts");
    let aborts = aborts.to_str().unwrap();
    let aborting = |mode: &str, backtrace: &str| {
        let mut command = program(aborts, &[mode]);
        command.env("RUST_BACKTRACE", backtrace);
        output(command)
    };
    for (mode, message) in [("panic", "on purpose"), ("panic-thread", "in a thread")] {
        let (exit, stdout, stderr) = aborting(mode, "0");
        assert_eq!(
            (exit, error(&stdout)["code"].as_str()),
            (Some(70), Some("INTERNAL"))
        );
        assert!(stderr.contains(message), "{stderr}");
    }
    assert!(aborting("panic", "1").2.contains("stack backtrace"));
    assert_eq!(aborting("io", "0").0, Some(5));
    let (exit, stdout, _) = aborting("answer-panics", "0");
    assert_eq!(
        (exit, error(&stdout)["code"].as_str()),
        (Some(70), Some("INTERNAL"))
    );

    for _ in 0..40 {
        let (exit, stdout, _) = aborting("panic-threads", "0");
        assert_eq!(
            (exit, error(&stdout)["code"].as_str()),
            (Some(70), Some("INTERNAL")),
            "{stdout}"
        );
    }
    for _ in 0..5 {
        let (_, stdout, _) = aborting("long-answer", "0");
        let answer: serde_json::Value = serde_json::from_str(&stdout).expect("one whole document");
        assert!(answer["ok"] == true || answer["error"]["code"] == "INTERNAL");
    }
    assert_eq!(aborting("panic-last", "0").1, "");

    let mut child = program(aborts, &["print"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdout
        .take()
        .unwrap()
        .read_exact(&mut [0; 100])
        .unwrap();
    assert_eq!(
        ended(child.wait_with_output()),
        (Some(0), String::new(), String::new())
    );
}

#[test]
fn a_panic_while_an_error_is_reported_keeps_its_code() {
    for mode in ["answer-panics", "observer-panics", "report-panics"] {
        let (exit, stdout, _) = output(ends(&[mode]));
        let error = error(&stdout);
        assert_eq!(
            (error["code"].as_str(), error["message"].as_str()),
            (Some("UNSHOWABLE"), Some("[unprintable]"))
        );
        assert_eq!(exit, Some(79));
    }
}

#[test]
fn unusual_panics_are_internal_errors() {
    for (mode, log) in [
        ("panic-like-print", "Broken pipe"),
        ("panic-value-that-panics", "Box<dyn Any>"),
        ("panic-twice", "while cleaning up\n"),
    ] {
        let (exit, stdout, stderr) = output(ends(&[mode]));
        assert_eq!(
            (exit, error(&stdout)["code"].as_str()),
            (Some(70), Some("INTERNAL")),
            "{mode}"
        );
        assert!(stderr.contains(log), "{mode}: {stderr}");
    }
}

#[test]
fn the_agent_flag_selects_the_agent_format_of_the_program() {
    assert_eq!(
        output(ends(&["coded", "--agent"])).1,
        "[error:USER_NOT_FOUND] no user eve\n"
    );
}

#[test]
fn a_closed_log_is_reported_on_stdout() {
    let mut child = ends(&["log"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    let (exit, stdout, _) = ended(child.wait_with_output());
    let error = error(&stdout);
    assert_eq!(
        (exit, error["code"].as_str()),
        (Some(74), Some("PRINT_FAILED"))
    );
    assert_eq!(error["context"], json!({"stream": "stderr"}));
}

#[test]
fn a_full_disk_during_a_print_is_reported() {
    let mut command = ends(&["print"]);
    command.stdout(
        std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .unwrap(),
    );
    let (exit, _, stderr) = output(command);
    let error = error(&stderr);
    assert_eq!(
        (exit, error["code"].as_str()),
        (Some(74), Some("PRINT_FAILED"))
    );
    assert!(
        error["cause"]
            .as_str()
            .unwrap()
            .contains("No space left on device"),
        "{stderr}"
    );
}

#[test]
fn a_closed_stdout_is_not_a_failure() {
    let mut shell = Command::new("sh");
    shell.args([
        "-c",
        "\"$0\" print-once >&-; echo \"exit $?\"",
        env!("CARGO_BIN_EXE_ends"),
    ]);
    let (_, stdout, stderr) = output(shell);
    assert_eq!((stdout.as_str(), stderr.as_str()), ("exit 0\n", ""));
}

#[test]
fn an_error_that_panics_when_it_is_dropped_is_reported_once() {
    for mode in ["drop-panics", "drop-panics-report", "drop-panics-anyhow"] {
        let (exit, stdout, stderr) = output(ends(&[mode]));
        assert_eq!(
            (exit, error(&stdout)["code"].as_str()),
            (Some(81), Some("DROPPED")),
            "{mode}: one document"
        );
        assert!(stderr.contains("while dropping the error"), "{stderr}");
    }
}

#[test]
fn a_panic_in_a_destructor_has_the_location_in_the_program() {
    let (_, stdout, _) = output(ends(&["panic-twice"]));
    let error = error(&stdout);
    let location = error["context"]["location"].as_str().unwrap();
    assert!(
        location.starts_with("tests/programs/ends.rs:"),
        "{location}"
    );
}

#[test]
fn a_program_that_only_ends_with_an_error_can_return_infallible() {
    let (exit, stdout, _) = output(ends(&["infallible"]));
    assert_eq!(
        (exit, error(&stdout)["code"].as_str()),
        (Some(5), Some("USER_NOT_FOUND"))
    );
}

#[test]
fn the_outermost_code_wins_whatever_main_returns() {
    for mode in [
        "coded-context-anyhow",
        "coded-context-report",
        "coded-context-eyre",
    ] {
        let (exit, stdout, _) = output(ends(&[mode]));
        assert_eq!(
            (exit, error(&stdout)["code"].as_str()),
            (Some(5), Some("USER_NOT_FOUND")),
            "{mode}"
        );
    }
}

#[test]
fn a_program_can_return_any_error() {
    for (mode, exit, code) in [
        ("io", 5, "FILE_NOT_FOUND"),
        ("coded", 5, "USER_NOT_FOUND"),
        ("number", 1, "UNCLASSIFIED_ERROR"),
        ("boxed", 5, "USER_NOT_FOUND"),
        ("boxed-io", 5, "FILE_NOT_FOUND"),
        ("boxed-send", 5, "FILE_NOT_FOUND"),
        ("anyhow", 5, "USER_NOT_FOUND"),
        ("anyhow-context", 5, "USER_NOT_FOUND"),
        ("anyhow-io", 5, "FILE_NOT_FOUND"),
        ("eyre", 5, "USER_NOT_FOUND"),
    ] {
        let (status, stdout, stderr) = output(ends(&[mode]));
        let error = error(&stdout);
        assert_eq!(
            (status, error["code"].as_str(), stderr.as_str()),
            (Some(exit), Some(code), ""),
            "{mode}"
        );
    }
}
