//! Tests that a closed pipe is a success however it reaches the program's result, and that nothing
//! else is.

use crate::endings::error;
use crate::{ended, output, program};
use std::io::{self, Read};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Command, Stdio};

fn closes(mode: &str, format: &str) -> Command {
    let mut command = program(env!("CARGO_BIN_EXE_closes"), &[mode]);
    command
        .env("CLOSES_OUTPUT", format)
        .env_remove("RUST_BACKTRACE");
    command
}

/// Reads the start of the output, then closes the pipe or, as Node.js uses it, the socket. Returns
/// the exit code and standard error.
fn until_closed(command: &mut Command) -> (Option<i32>, String) {
    let ((pipe, writer), (socket, other)) = (io::pipe().unwrap(), UnixStream::pair().unwrap());
    let readers: [(Box<dyn Read>, OwnedFd); 2] = [
        (Box::new(pipe), writer.into()),
        (Box::new(socket), other.into()),
    ];
    let [pipe, socket] = readers.map(|(mut reader, stdout)| {
        let child = command
            .stdout(stdout)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Closes the copy that the command keeps.
        command.stdout(Stdio::null());
        reader.read_exact(&mut [0; 100]).unwrap();
        drop(reader);
        let (exit, _, stderr) = ended(child.wait_with_output());
        (exit, stderr)
    });
    assert_eq!(pipe, socket);
    pipe
}

#[test]
fn a_closed_pipe_is_a_success() {
    for mode in [
        "print", "joined", "scoped", "task", "report", "boxed", "anyhow", "coded", "json",
    ] {
        for format in ["human", "json"] {
            let mut command = closes(mode, format);
            assert_eq!(
                until_closed(&mut command),
                (Some(0), String::new()),
                "{mode} {format}"
            );
            if ["print", "joined", "scoped"].contains(&mode) {
                let replaced_hook = command.env("OWN_HOOK", "1");
                assert_eq!(
                    until_closed(replaced_hook),
                    (Some(0), String::new()),
                    "{mode} {format}"
                );
            }
        }
    }
}

#[test]
fn a_broken_pipe_of_a_socket_is_a_failure() {
    let (exit, stdout, _) = output(closes("socket", "json"));
    assert_eq!(
        (exit, error(&stdout)["code"].as_str()),
        (Some(74), Some("WRITE_FAILED"))
    );
    // Standard output is a file or a closed descriptor.
    for redirection in [">/dev/null", ">&-"] {
        let script = format!("\"$0\" socket {redirection}");
        let (exit, _, _) = output(program(
            "sh",
            &["-c", &script, env!("CARGO_BIN_EXE_closes")],
        ));
        assert_eq!(exit, Some(74), "{redirection}");
    }
}

#[test]
fn a_bug_in_a_thread_is_a_bug() {
    let (exit, stdout, stderr) = output(closes("joined-bug", "json"));
    assert_eq!(
        (exit, error(&stdout)["code"].as_str()),
        (Some(70), Some("INTERNAL"))
    );
    assert!(stderr.contains("on purpose"), "{stderr}");
}

#[test]
fn a_panicked_task_is_an_internal_error() {
    for mode in ["bug", "bug-boxed", "bug-anyhow", "bug-io", "bug-source"] {
        let (exit, stdout, stderr) = output(closes(mode, "json"));
        assert_eq!(
            (exit, error(&stdout)["code"].as_str()),
            (Some(70), Some("INTERNAL")),
            "{mode}"
        );
        assert!(
            !stdout.contains("on purpose") && stderr.contains("on purpose"),
            "{mode}: {stdout}{stderr}"
        );
        let mut command = closes(mode, "human");
        command.env("PANIC_EXIT", "1");
        let (exit, _, stderr) = output(command);
        assert_eq!(
            (exit, stderr.matches("on purpose").count()),
            (Some(101), 1),
            "{mode}: {stderr}"
        );
        assert!(
            stderr.contains("critical[INTERNAL]: the program has a bug and stopped midway\n"),
            "{mode}: {stderr}"
        );
    }
}

#[test]
fn a_panicked_task_in_a_coded_error_keeps_the_code_without_the_message() {
    let (exit, stdout, _) = output(closes("bug-coded", "json"));
    let error = error(&stdout);
    assert_eq!(
        (exit, error["code"].as_str()),
        (Some(79), Some("WORKER_FAILED"))
    );
    assert_eq!(error["cause"], "a task panicked");
}
