//! SIGTERM ends the server, whatever the client does.

use crate::BILLING;
use crate::support::heeding_signals;
use serde_json::json;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Starts the server, sends a line, and waits for the response.
fn start(line: &str) -> Child {
    let mut command = heeding_signals(BILLING);
    command.arg("serve").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    writeln!(child.stdin.as_mut().unwrap(), "{line}").unwrap();
    let stdout = child.stdout.as_mut().unwrap();
    assert!(BufReader::with_capacity(1, stdout).read_line(&mut String::new()).unwrap() > 0);
    child
}

/// Sends SIGTERM. Returns the exit code and standard error.
fn terminate(mut child: Child) -> (Option<i32>, String) {
    let signalled = Instant::now();
    let kill = Command::new("kill").arg(child.id().to_string()).status().unwrap();
    assert!(kill.success());
    let mut log = String::new();
    child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    let exit = child.wait().unwrap().code();
    assert!(signalled.elapsed() < Duration::from_secs(8), "{:?}", signalled.elapsed());
    (exit, log)
}

#[test]
fn sigterm_before_the_handshake_ends_the_server() {
    assert_eq!(terminate(start(r#"{"jsonrpc":"2.0","id":0,"method":"ping"}"#)), (Some(0), String::new()));
}

#[test]
fn a_client_that_never_reads_does_not_keep_the_server_alive() {
    let client = json!({"name": "test", "version": "0"});
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
    let initialize = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params});
    let mut child = start(&initialize.to_string());
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, r#"{{"jsonrpc":"2.0","method":"notifications/initialized"}}"#).unwrap();
    // The responses exceed the capacity of the pipe.
    for id in 1..=100 {
        writeln!(stdin, r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/list"}}"#).unwrap();
    }
    thread::sleep(Duration::from_millis(500));
    assert_eq!(terminate(child), (Some(0), String::new()));
}
