//! SIGTERM terminates an MCP server, whatever its client does.

use crate::support::heeding_signals;
use std::io::{BufRead as _, BufReader, PipeReader, Read as _, Write as _, pipe};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const PING: &str = r#"{"jsonrpc":"2.0","id":0,"method":"ping"}"#;
const INITIALIZE: &str = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"0"}}}"#;
const LIST_TOOLS: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;

/// The default capacity of a pipe on Linux.
const PIPE_BYTES: usize = 64 * 1024;

/// Starts the server. The client has sent `lines` and read `responses` lines. If `is_full`, the
/// server can't write.
fn start(
    command: &[&str],
    lines: &[&str],
    responses: usize,
    is_full: bool,
) -> (Child, BufReader<PipeReader>) {
    let (reader, mut writer) = pipe().unwrap();
    if is_full {
        writer.write_all(&vec![b' '; PIPE_BYTES]).unwrap();
    }
    let mut server = heeding_signals(command[0]);
    let mut server = server
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let stdin = server.stdin.as_mut().unwrap();
    for line in lines {
        writeln!(stdin, "{line}").unwrap();
    }
    let mut reader = BufReader::with_capacity(1, reader);
    for _ in 0..responses {
        assert!(reader.read_line(&mut String::new()).unwrap() > 0);
    }
    (server, reader)
}

/// Disconnects if `disconnects`, and sends SIGTERM. The server must end at once and without an
/// error.
fn assert_terminated(mut server: Child, disconnects: bool) {
    if disconnects {
        server.stdin = None;
    }
    let sent = Instant::now();
    assert!(
        Command::new("kill")
            .arg(server.id().to_string())
            .status()
            .unwrap()
            .success()
    );
    let mut log = String::new();
    server
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut log)
        .unwrap();
    let status = server.wait().unwrap();
    // After a disconnect, the server may exit before it receives the signal.
    assert!(
        status.signal() == Some(15) || (disconnects && status.success()),
        "{status}"
    );
    assert_eq!(log, "");
    assert!(
        sent.elapsed() < Duration::from_secs(2),
        "{:?}",
        sent.elapsed()
    );
}

/// Tests a server with clients that stay silent, never read or disconnect.
pub(crate) fn assert_sigterm_terminates(command: &[&str]) {
    let (silent, _stdout) = start(command, &[PING], 1, false);
    assert_terminated(silent, false);

    let (initialized, _stdout) = start(command, &[INITIALIZE, LIST_TOOLS], 2, false);
    assert_terminated(initialized, false);

    let lines: Vec<_> = [INITIALIZE].into_iter().chain([LIST_TOOLS; 200]).collect();
    for (responses, is_full) in [(0, true), (1, false)] {
        for disconnects in [false, true] {
            let (unread, _stdout) = start(command, &lines, responses, is_full);
            // Wait until the server is blocked.
            thread::sleep(Duration::from_millis(500));
            assert_terminated(unread, disconnects);
        }
    }
}
