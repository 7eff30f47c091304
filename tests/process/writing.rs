//! A table of what programs write and where they write it. Output is complete, or the exit code and
//! the error on standard error say why it isn't.

use crate::terminal::in_terminal;
use crate::{ended, output, program};
use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::{AsRawFd as _, OwnedFd};
use std::os::unix::fs::OpenOptionsExt as _;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// What a program writes: the arguments, and the exit code.
const OUTPUTS: [(&[&str], i32); 6] = [
    (&["response", "--agent"], 0),
    (&["error", "--agent"], 12),
    (&["error", "--output", "brief"], 12),
    (&["panic", "--agent"], 70),
    (&["errors", "list", "--agent"], 0),
    (&["--help"], 0),
];

/// Standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stdout {
    File,
    Terminal,
    Pipe,
    /// Full and non-blocking, with a slow reader. Node.js gives its child processes such pipes.
    FullPipe,
    FullSocket,
    ClosedPipe,
    ClosedSocket,
    Closed,
    /// std ignores `EBADF` when it writes to standard output, so the crate must detect such a
    /// stream.
    ReadOnly,
    FullDisk,
}

use Stdout::{
    Closed, ClosedPipe, ClosedSocket, FullDisk, FullPipe, FullSocket, Pipe, ReadOnly, Terminal,
};

const COMPLETE: [Stdout; 4] = [Stdout::File, Terminal, FullPipe, FullSocket];
const UNREAD: [Stdout; 3] = [ClosedPipe, ClosedSocket, Closed];
const FAILING: [Stdout; 2] = [ReadOnly, FullDisk];

/// With forced colors, clap's own help would be truncated, too.
const SURROUNDINGS: [(&str, &str); 2] = [("CLICOLOR_FORCE", "1"), ("RUST_BACKTRACE", "0")];

/// Runs the program. Returns its exit code, standard output and standard error.
fn written(stdout: Stdout, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = program(env!("CARGO_BIN_EXE_writes"), arguments);
    command.envs(SURROUNDINGS).env_remove("WRITES_OUTPUT");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("stdout");
    match stdout {
        Pipe => output(command),
        Stdout::File => {
            command.stdout(File::create(&path).unwrap());
            let (exit, _, stderr) = output(command);
            (exit, std::fs::read_to_string(path).unwrap(), stderr)
        }
        Terminal => in_a_terminal(command),
        FullPipe => {
            let (reader, writer) = non_blocking_pipe(&path);
            slowly_read(command, reader, writer.into())
        }
        FullSocket => {
            let (reader, writer) = UnixStream::pair().unwrap();
            writer.set_nonblocking(true).unwrap();
            slowly_read(command, reader, writer.into())
        }
        ClosedPipe => {
            let (reader, writer) = non_blocking_pipe(&path);
            drop(reader);
            to(command, writer)
        }
        ClosedSocket => {
            let (socket, _) = UnixStream::pair().unwrap();
            to(command, OwnedFd::from(socket))
        }
        ReadOnly => to(command, File::open("/dev/null").unwrap()),
        FullDisk => to(
            command,
            File::options().write(true).open("/dev/full").unwrap(),
        ),
        Closed => {
            let mut shell = Command::new("sh");
            shell
                .args(["-c", "exec \"$0\" \"$@\" >&-"])
                .arg(command.get_program())
                .args(arguments);
            shell.envs(SURROUNDINGS);
            output(shell)
        }
    }
}

fn to(mut command: Command, stdout: impl Into<Stdio>) -> (Option<i32>, String, String) {
    command.stdout(stdout);
    output(command)
}

fn in_a_terminal(command: Command) -> (Option<i32>, String, String) {
    let terminal = pty_process::blocking::Command::new(command.get_program())
        .args(command.get_args())
        .envs(SURROUNDINGS)
        .env_remove("CI")
        .stderr(Stdio::piped());
    // Help wraps at this width outside of a terminal, too.
    let (child, text) = in_terminal(terminal, 100);
    let (exit, _, stderr) = ended(child.wait_with_output());
    (exit, text, stderr)
}

/// Returns the ends of a pipe. Only the writer is non-blocking.
fn non_blocking_pipe(path: &Path) -> (File, File) {
    const O_NONBLOCK: i32 = 0o4000; // on Linux
    assert!(
        program("mkfifo", &[path.to_str().unwrap()])
            .status()
            .unwrap()
            .success()
    );
    let reader = File::options()
        .read(true)
        .custom_flags(O_NONBLOCK)
        .open(path)
        .unwrap();
    let writer = File::options()
        .write(true)
        .custom_flags(O_NONBLOCK)
        .open(path)
        .unwrap();
    // Opened again, the reader blocks.
    (
        File::open(format!("/proc/self/fd/{}", reader.as_raw_fd())).unwrap(),
        writer,
    )
}

/// Fills the stream, runs the program, and starts to read when the program has to wait.
fn slowly_read(
    mut command: Command,
    mut reader: impl Read,
    stdout: OwnedFd,
) -> (Option<i32>, String, String) {
    let mut writer = File::from(stdout.try_clone().unwrap());
    let mut filled = 0;
    for length in [4096, 1] {
        loop {
            match writer.write(&[b' '; 4096][..length]) {
                Ok(written) => filled += written,
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) => panic!("{error}"),
            }
        }
    }
    drop(writer);
    let child = command
        .stdout(stdout)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The command has its own copy of the writer.
    drop(command);
    thread::sleep(Duration::from_millis(50));
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    let (exit, _, stderr) = ended(child.wait_with_output());
    (exit, text.split_off(filled), stderr)
}

/// Removes what differs between calls: the duration, and the position and thread of a panic.
fn stable(text: &str) -> String {
    let (before, after) = text.split_once("\"duration_ms\":").unwrap_or((text, ""));
    let lines = before
        .lines()
        .filter(|line| !line.starts_with("thread 'main'"));
    lines.collect::<Vec<_>>().join("\n") + after.trim_start_matches(|c: char| c.is_ascii_digit())
}

#[test]
fn output_is_complete_or_a_failure_says_why() {
    for (arguments, exit) in OUTPUTS {
        let (status, stdout, stderr) = written(Pipe, arguments);
        assert_eq!(status, Some(exit), "{arguments:?}");
        assert!(
            stdout.ends_with('\n') && !stdout.trim().is_empty(),
            "{arguments:?}: {stdout}"
        );
        let log = stable(&stderr);
        assert_eq!(
            log.contains("on purpose"),
            arguments[0] == "panic",
            "{arguments:?}: {log}"
        );
        // The other actions are a tool, and a command that doesn't exist.
        let has_actions =
            stdout.contains(r#""actions":["writes response","writes error --as='my error'"]"#);
        assert_eq!(has_actions, arguments == ["error", "--agent"], "{stdout}");
        let check = |sink: Stdout, exit: i32, expected: &str, log: &str| {
            let (status, stdout, stderr) = written(sink, arguments);
            assert_eq!(
                (status, stable(&stderr)),
                (Some(exit), log.to_owned()),
                "{sink:?} {arguments:?}"
            );
            assert!(
                stable(&stdout) == expected,
                "{sink:?} {arguments:?}: {stdout}"
            );
        };
        for sink in COMPLETE {
            check(sink, exit, &stable(&stdout), &log);
        }
        for sink in UNREAD {
            check(sink, exit, "", &log);
        }
        if exit != 0 {
            // The error goes to standard error.
            let both = stable(&(stderr.clone() + &stdout));
            for sink in FAILING {
                check(sink, exit, "", &both);
            }
            continue;
        }
        for (sink, cause) in [(ReadOnly, "EBADF"), (FullDisk, "ENOSPC")] {
            let (status, _, stderr) = written(sink, arguments);
            assert_eq!(status, Some(74), "{sink:?} {arguments:?}");
            let error: serde_json::Value = serde_json::from_str(&stderr).expect(&stderr);
            assert_eq!(error["error"]["code"], "OUTPUT_NOT_WRITTEN", "{stderr}");
            assert_eq!(error["error"]["context"]["stream"], "stdout", "{stderr}");
            assert!(
                error["error"]["cause"].as_str().unwrap().contains(cause),
                "{stderr}"
            );
        }
    }
}
