//! Tests of running programs, whatever they do.

use crate::{misbehaves, refused, sh};
use agent_error_testing::Tool;
use std::process::Command;
use std::time::{Duration, Instant};

/// A timeout that is long enough for a process to start on a busy machine, but short enough for a
/// test.
const SHORT: Duration = Duration::from_millis(500);

#[test]
fn a_program_that_hangs_is_killed() {
    let started = Instant::now();
    let run = misbehaves("hang").timeout(SHORT).run();
    assert!(run.timed_out());
    assert!(started.elapsed() < Duration::from_secs(10));
    assert!(run.duration() >= SHORT);
    assert_eq!((run.exit_code, run.signal()), (None, None));
    let message = refused(|| run.assert_exit(5));
    assert!(
        message.starts_with("expected exit code 5; found no exit code: the process was killed\n"),
        "{message}"
    );
    assert!(
        message.contains("    end: killed: timed out after 500ms\n"),
        "{message}"
    );
}

#[test]
fn both_pipes_are_read_at_once() {
    let run = misbehaves("flood").run();
    assert_eq!(
        (run.stdout.len(), run.stderr.len()),
        (3 * 1024 * 1024, 3 * 1024 * 1024)
    );
    assert_eq!(run.exit_code, Some(5));
    assert!(!run.is_cut());
    let message = refused(|| run.assert_code("X"));
    assert!(message.len() < 20_000, "{}", message.len());
}

#[test]
fn a_program_with_endless_output_is_killed() {
    let run = misbehaves("flood-forever").run();
    let limit = 16 * 1024 * 1024;
    assert_eq!(run.stdout.len().max(run.stderr.len()), limit);
    assert_eq!(
        (run.is_cut(), run.timed_out(), run.status()),
        (true, false, None)
    );
    let message = refused(|| run.assert_exit(0));
    assert!(
        message.contains("    end: killed: wrote more than 16777216 bytes\n"),
        "{message}"
    );
    let run = misbehaves("flood").max_output(1024).run();
    assert_eq!(
        (run.stdout.len().max(run.stderr.len()), run.is_cut()),
        (1024, true)
    );
}

#[test]
fn a_signal_is_reported() {
    let run = misbehaves("abort").run();
    assert_eq!((run.exit_code, run.signal()), (None, Some(6)));
    let message = refused(|| run.assert_exit(0));
    assert!(message.contains("    end: signal 6 after "), "{message}");
}

#[test]
fn child_processes_are_killed_with_the_program() {
    let directory = tempfile::tempdir().unwrap();
    let fifo = directory.path().join("fifo");
    assert_eq!(Tool::new("mkfifo").arg(&fifo).run().exit_code, Some(0));
    // The read ends once no process has the FIFO open for writing.
    let (sender, ended) = std::sync::mpsc::channel();
    let path = fifo.clone();
    std::thread::spawn(move || sender.send(std::fs::read(path)));
    let run = sh("exec 3>fifo; sleep 1000 & echo started; wait")
        .current_dir(directory.path())
        .timeout(SHORT)
        .run();
    assert!(run.timed_out());
    assert_eq!(run.stdout(), "started\n");
    assert!(
        ended.recv_timeout(Duration::from_secs(10)).is_ok(),
        "something that the program started is alive"
    );
}

#[test]
fn background_processes_are_not_waited_for() {
    let run = sh("sleep 20 & echo done")
        .timeout(Duration::from_secs(15))
        .run();
    assert_eq!((run.stdout().as_str(), run.exit_code), ("done\n", Some(0)));
    assert!(run.duration() < Duration::from_secs(10));
}

#[test]
fn standard_input_is_empty_or_as_given() {
    assert_eq!(misbehaves("echo").run().stdout(), "");
    assert_eq!(misbehaves("echo").stdin("hello").run().stdout(), "hello");
    let much = "x".repeat(1024 * 1024);
    assert_eq!(misbehaves("echo").stdin(much.as_str()).run().stdout(), much);
    // A program may exit without reading its input.
    assert_eq!(misbehaves("good").stdin(much).run().exit_code, Some(5));
}

#[test]
fn the_surroundings_decide_nothing_but_what_a_test_sets() {
    const SURROUNDED: &str = "SURROUNDED_BY_A_TEST";
    if std::env::var_os(SURROUNDED).is_some() {
        let run = misbehaves("surroundings").run();
        assert_eq!(
            run.stdout(),
            "CI=None\nNO_COLOR=None\nMISBEHAVES_OUTPUT=None\nRUST_BACKTRACE=None\n"
        );
        let run = misbehaves("surroundings")
            .env("CI", "1")
            .env("MISBEHAVES_OUTPUT", "xml")
            .env_remove("CI")
            .run();
        assert_eq!(
            run.stdout(),
            "CI=None\nNO_COLOR=None\nMISBEHAVES_OUTPUT=Some(\"xml\")\nRUST_BACKTRACE=None\n"
        );
        return;
    }
    // Run this test again in a process with these variables.
    let mut again = Command::new(std::env::current_exe().unwrap());
    again.args([
        "--exact",
        "runs::the_surroundings_decide_nothing_but_what_a_test_sets",
    ]);
    for variable in [
        SURROUNDED,
        "CI",
        "NO_COLOR",
        "MISBEHAVES_OUTPUT",
        "RUST_BACKTRACE",
    ] {
        again.env(variable, "1");
    }
    let output = again.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{text}"
    );
}

#[test]
fn a_program_that_fails_to_start_is_reported() {
    let tool = Tool::new("/nonexistent/tool").args(["a b", "c"]);
    assert_eq!(
        tool.try_run().unwrap_err().kind(),
        std::io::ErrorKind::NotFound
    );
    let message = refused(|| tool.run());
    assert!(
        message.starts_with("cannot start `/nonexistent/tool 'a b' c`: No such file"),
        "{message}"
    );
}
