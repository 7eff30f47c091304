//! Tests of signals, in programs that handle them and in programs that don't.

use crate::endings::{ends, error};
use crate::output;
use crate::signals::heeding_signals;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write as _};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};

/// Sends a signal to the program while it waits. Returns the exit code or the signal, standard
/// output and standard error.
fn signalled(signal: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = ends(arguments);
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut ready = String::new();
    stdout.read_line(&mut ready).unwrap();
    assert_eq!(ready, "ready\n");
    assert!(
        Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status()
            .unwrap()
            .success()
    );
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    let output = child.wait_with_output().unwrap();
    (
        output.status.signal(),
        rest,
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn ctrl_c_is_reported_and_terminates_by_the_signal() {
    let (signal, stdout, stderr) = signalled("-INT", &["wait"]);
    assert_eq!((signal, stderr.as_str()), (Some(2), ""));
    let error = error(&stdout);
    assert_eq!(error["code"], "INTERRUPTED");
    assert_eq!(error["message"], "stopped by SIGINT before it was done");
    assert_eq!(error["context"], json!({"signal": "SIGINT"}));
    assert_eq!(
        error["retryable"],
        Value::Null,
        "not retryable, which is the default"
    );
}

#[test]
fn a_shell_sees_130_after_ctrl_c() {
    let pid =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("ends-{}.pid", std::process::id()));
    let script = r#"
        { until [ -s "$1" ]; do sleep 0.05; done; sleep 0.3; kill -INT "$(cat "$1")"; } &
        sh -c 'echo $$ >"$1"; exec "$0" wait' "$0" "$1"
        echo "exit $?"
    "#;
    let mut shell = heeding_signals("bash");
    shell
        .args(["-c", script, env!("CARGO_BIN_EXE_ends")])
        .arg(&pid);
    let (_, stdout, _) = output(shell);
    std::fs::remove_file(pid).unwrap();
    assert!(stdout.contains("\"code\":\"INTERRUPTED\""), "{stdout}");
    assert!(stdout.ends_with("exit 130\n"), "{stdout}");
}

#[test]
fn other_termination_signals_are_reported() {
    let (signal, stdout, _) = signalled("-TERM", &["wait"]);
    assert_eq!(
        (signal, error(&stdout)["context"]["signal"].as_str()),
        (Some(15), Some("SIGTERM"))
    );
    let (signal, _, stderr) = signalled("-HUP", &["wait", "--output", "human"]);
    assert_eq!(signal, Some(1));
    assert!(
        stderr.starts_with("error[INTERRUPTED]: stopped by SIGHUP"),
        "{stderr}"
    );
}

/// Returns a command that runs a program as the first process of a container, or `None` if this
/// machine doesn't allow it.
fn in_container() -> Option<Command> {
    let rows: [&[&str]; 2] = [&[], &["--user", "--map-root-user"]];
    for arguments in rows {
        let mut command = Command::new("unshare");
        command
            .args(arguments)
            .args(["--pid", "--fork", "--kill-child"]);
        let is_allowed = command
            .arg("true")
            .output()
            .is_ok_and(|tried| tried.status.success());
        if is_allowed {
            let mut command = Command::new("unshare");
            command
                .args(arguments)
                .args(["--pid", "--fork", "--kill-child"]);
            return Some(command);
        }
    }
    None
}

#[test]
fn the_first_process_of_a_container_exits_with_the_number_of_the_signal() {
    for (signal, mode, exit, reported) in [
        ("-TERM", "wait", 143, "INTERRUPTED"),
        ("-INT", "wait", 130, "INTERRUPTED"),
        ("-HUP", "serve", 129, ""),
    ] {
        let Some(mut command) = in_container() else {
            // Not `eprintln`, whose output is captured if the test passes.
            let reason = b"NOT CHECKED: this machine doesn't allow PID namespaces\n";
            std::io::stderr().write_all(reason).unwrap();
            return;
        };
        let program = ends(&[mode]);
        command.arg(program.get_program()).args(program.get_args());
        let mut child = command
            .env_remove("ENDS_OUTPUT")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut ready = String::new();
        stdout.read_line(&mut ready).unwrap();
        let children = format!("/proc/{0}/task/{0}/children", child.id());
        let inner = std::fs::read_to_string(children).unwrap();
        let killed = Command::new("kill").args([signal, inner.trim()]).status();
        assert!(killed.unwrap().success());
        let mut rest = String::new();
        stdout.read_to_string(&mut rest).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(exit), "{signal} {rest}");
        assert!(rest.contains(reported), "{rest}");
    }
}

#[test]
fn a_server_terminated_by_a_signal_reports_no_error() {
    assert_eq!(
        signalled("-INT", &["serve"]),
        (Some(2), String::new(), String::new())
    );
}

#[test]
fn a_program_that_cannot_write_still_terminates() {
    let started = std::time::Instant::now();
    let (signal, stdout, _) = signalled("-TERM", &["print-locked"]);
    assert_eq!(signal, Some(15));
    assert_eq!(error(&stdout)["code"], "INTERRUPTED");
    assert!(started.elapsed() < std::time::Duration::from_secs(20));

    // Keep the pipe open without reading from it, so that the program blocks while it writes.
    let mut child = ends(&["print"]).stdout(Stdio::piped()).spawn().unwrap();
    child
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut [0; 10])
        .unwrap();
    assert!(
        Command::new("kill")
            .args(["-TERM", &child.id().to_string()])
            .status()
            .unwrap()
            .success()
    );
    let held = child.stdout.take();
    assert_eq!(child.wait().unwrap().signal(), Some(15));
    drop(held);
}

#[test]
fn nothing_is_written_after_the_signal_error() {
    let mut child = ends(&["print"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0; 10]).unwrap();
    assert!(
        Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .unwrap()
            .success()
    );
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(2));
    let last = rest.lines().last().unwrap();
    assert_eq!(error(last)["code"], "INTERRUPTED", "{last}");
}

#[test]
fn an_initially_ignored_signal_stays_ignored() {
    let script = "trap '' HUP; \"$0\" wait & read -r go; kill -HUP $!; kill -TERM $!; wait $!; echo \"exit $?\"";
    let mut command = Command::new("bash");
    command.args(["-c", script, env!("CARGO_BIN_EXE_ends")]);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut ready = String::new();
    stdout.read_line(&mut ready).unwrap();
    assert_eq!(ready, "ready\n");
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"go\n").unwrap();
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    child.wait().unwrap();
    assert!(
        rest.contains("SIGTERM") && !rest.contains("SIGHUP"),
        "{rest}"
    );
}

#[test]
fn without_signal_handling_no_error_is_written() {
    assert_eq!(
        signalled("-INT", &["unhandled"]),
        (Some(2), String::new(), String::new())
    );
}
