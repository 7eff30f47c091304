//! Tests that a program ends while another thread holds the lock of a stream.

use crate::endings::ends;
use crate::{output, program};
use std::process::Command;
use std::time::{Duration, Instant};

/// How a program ends: the exit code, and the start of the last line on standard output.
const ENDS: [(&str, i32, &str); 7] = [
    ("unit", 0, ""),
    ("exit", 9, ""),
    ("response", 0, r#"{"ok":true,"data":{"value":"done"}"#),
    ("document", 0, "a document"),
    (
        "error",
        5,
        r#"{"ok":false,"data":null,"error":{"code":"USER_NOT_FOUND""#,
    ),
    (
        "anyhow",
        5,
        r#"{"ok":false,"data":null,"error":{"code":"USER_NOT_FOUND""#,
    ),
    (
        "panic",
        70,
        r#"{"ok":false,"data":null,"error":{"code":"INTERNAL""#,
    ),
];

/// Each stream may take a second, and a busy machine a few more.
const TIME_LIMIT: Duration = Duration::from_secs(6);

/// Runs the program. Returns its exit code, standard output and standard error.
fn ended_in_time(command: Command) -> (Option<i32>, String, String) {
    let started = Instant::now();
    let result = output(command);
    let elapsed = started.elapsed();
    assert!(elapsed < TIME_LIMIT, "{elapsed:?}");
    result
}

fn held(hold: &str, end: &str, format: &str) -> (Option<i32>, String, String) {
    let mut command = ends(&["held", hold, end, "--output", format]);
    // std's message for the panic would wait for the lock of standard error.
    command.env("RUST_BACKTRACE", "0");
    ended_in_time(command)
}

#[test]
fn a_held_lock_of_stdout_delays_the_end_by_a_second() {
    for (end, exit, line) in ENDS {
        let (status, stdout, _) = held("stdout", end, "json");
        assert_eq!(status, Some(exit), "{end}: {stdout}");
        assert!(stdout.starts_with(line), "{end}: {stdout}");
    }
}

#[test]
fn held_locks_of_both_streams_delay_the_end_by_seconds() {
    for (end, exit, _) in ENDS {
        // std itself prints the message of a panic.
        if end == "panic" {
            continue;
        }
        let (status, _, stderr) = held("both", end, "human");
        assert_eq!(status, Some(exit), "{end}: {stderr}");
        let shown = match end {
            "error" | "anyhow" => "error[USER_NOT_FOUND]: no user eve\n",
            "response" => "warning: slow\n",
            _ => "",
        };
        assert!(stderr.starts_with(shown), "{end}: {stderr}");
    }
}

#[test]
fn output_is_complete_and_in_order_if_the_lock_is_free_or_released_in_time() {
    for (hold, printed) in [
        ("free", "unfinished"),
        ("for-a-moment", "unfinished, later"),
    ] {
        for (end, exit, line) in ENDS {
            let (status, stdout, _) = held(hold, end, "json");
            assert_eq!(status, Some(exit), "{hold} {end}: {stdout}");
            assert!(
                stdout.starts_with(&format!("{printed}{line}")),
                "{hold} {end}: {stdout}"
            );
        }
    }
}

#[test]
fn a_held_lock_does_not_delay_the_end_by_a_signal() {
    for (hold, format) in [("both", "json"), ("both", "human"), ("stdout", "json")] {
        let script = r#"
            "$0" held "$1" wait --output "$2" & sleep 0.7
            kill -TERM $!; wait $!; echo "exit $?"
        "#;
        let bash = ["-c", script, env!("CARGO_BIN_EXE_ends"), hold, format];
        let (_, stdout, stderr) = ended_in_time(program("bash", &bash));
        assert!(stdout.ends_with("exit 143\n"), "{hold} {format}: {stdout}");
        assert!(
            (stdout.clone() + &stderr).contains("INTERRUPTED"),
            "{hold} {format}: {stdout}{stderr}"
        );
    }
}
