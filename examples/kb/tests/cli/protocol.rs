//! Tests of `kb mcp` with clients that violate the protocol.

use crate::tool::Sandbox;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// A server to which a test can send arbitrary lines.
struct Raw {
    child: Child,
    lines: Receiver<String>,
}

impl Raw {
    fn start(sandbox: &Sandbox) -> Self {
        Self::start_with(sandbox, &[])
    }

    fn start_with(sandbox: &Sandbox, flags: &[&str]) -> Self {
        let mut command = sandbox.command(&[&["mcp"], flags].concat());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || stdout.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Self { child, lines }
    }

    fn initialized(sandbox: &Sandbox) -> Self {
        Self::initialized_with(sandbox, &[])
    }

    fn initialized_with(sandbox: &Sandbox, flags: &[&str]) -> Self {
        let mut raw = Self::start_with(sandbox, flags);
        let client = json!({"name": "test", "version": "1"});
        let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
        raw.send(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}));
        assert_eq!(raw.next()["result"]["serverInfo"]["name"], "kb");
        raw.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        raw
    }

    fn send(&mut self, message: &Value) {
        self.write(format!("{message}\n").as_bytes());
    }

    fn write(&mut self, bytes: &[u8]) {
        let stdin = self.child.stdin.as_mut().unwrap();
        stdin.write_all(bytes).and_then(|()| stdin.flush()).unwrap();
    }

    fn get(&mut self, id: u64) {
        let params = json!({"name": "kb_get", "arguments": {"id": "parser"}});
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}));
    }

    /// Reads the next line, which must be a JSON-RPC message.
    fn next(&self) -> Value {
        let line = self.lines.recv_timeout(Duration::from_secs(30)).unwrap();
        let message: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(message["jsonrpc"], "2.0", "{message}");
        message
    }

    /// Disconnects the client. Returns the exit code and standard error of the server.
    fn end(mut self) -> (Option<i32>, String) {
        drop(self.child.stdin.take());
        let mut stderr = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        (self.child.wait().unwrap().code(), stderr)
    }
}

#[test]
fn a_client_can_request_all_facts_of_an_error() {
    let sandbox = Sandbox::new();
    sandbox.run(&["init"]);
    let text = |flags: &[&str]| {
        let mut raw = Raw::initialized_with(&sandbox, flags);
        raw.get(1);
        let result = raw.next()["result"].take();
        assert_eq!(result["isError"], true);
        serde_json::from_str::<Value>(result["content"][0]["text"].as_str().unwrap()).unwrap()
    };
    let flat = text(&["--errors", "flat"]);
    assert_eq!((&flat["code"], flat.get("actions")), (&json!("not_found"), None));
    assert_eq!(text(&[]), flat, "what is not asked for");
    let error = text(&["--errors", "envelope"])["error"].take();
    assert_eq!((&error["code"], &error["message"]), (&flat["code"], &flat["message"]));
    assert_eq!(error["actions"], json!(["kb_search", "kb_list"]));
}

#[test]
fn invalid_lines_do_not_stop_the_server() {
    let sandbox = Sandbox::filled();
    let mut raw = Raw::initialized(&sandbox);
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let lines: [&[u8]; 14] = [
        b"",
        b"hello",
        b"{\"jsonrpc\":\"2.0\",\"id\":1,",
        b"\xff\xfe{}",
        b"[]",
        b"7",
        b"null",
        b"{}",
        br#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
        br#"{"jsonrpc":"2.0","id":1}"#,
        br#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
        br#"{"jsonrpc":"2.0","id":1,"method":"no/such"}"#,
        br#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":7}}"#,
        deep.as_bytes(),
    ];
    for (number, line) in (100..).zip(lines) {
        raw.write(&[line, b"\n"].concat());
        raw.get(number);
        // An invalid message may get a protocol error, a tool error or no response. The next call must succeed.
        loop {
            let message = raw.next();
            if message["id"] == number {
                assert_eq!(message["result"]["isError"], false, "{message}");
                break;
            }
            let of_protocol = message["error"]["code"].as_i64().is_some_and(|code| (-32_700..=-32_600).contains(&code));
            assert!(of_protocol || message["result"]["isError"] == true, "{message}");
        }
    }
    assert_eq!(raw.end(), (Some(0), String::new()));
}

#[test]
fn an_unknown_method_is_a_protocol_error() {
    let sandbox = Sandbox::new();
    let mut raw = Raw::initialized(&sandbox);
    raw.send(&json!({"jsonrpc": "2.0", "id": 5, "method": "no/such"}));
    let message = raw.next();
    assert_eq!((&message["id"], &message["error"]["code"]), (&json!(5), &json!(-32601)));
}

#[test]
fn a_pending_call_gets_its_result_after_the_client_closes_its_input() {
    let sandbox = Sandbox::filled();
    let mut raw = Raw::initialized(&sandbox);
    (1..=5).for_each(|id| raw.get(id));
    drop(raw.child.stdin.take());
    let mut answered: Vec<u64> = (1..=5).map(|_| raw.next()["id"].as_u64().unwrap()).collect();
    answered.sort_unstable();
    assert_eq!(answered, [1, 2, 3, 4, 5]);
    assert_eq!(raw.end(), (Some(0), String::new()));
}

#[test]
fn a_client_that_disconnects_immediately_is_not_an_error() {
    let sandbox = Sandbox::new();
    assert_eq!(Raw::start(&sandbox).end(), (Some(0), String::new()));
}

#[test]
fn garbage_stops_the_server_with_a_reason() {
    let sandbox = Sandbox::new();
    let mut raw = Raw::start(&sandbox);
    raw.write(b"hello\n{\n");
    for _ in 0..2 {
        let message = raw.next();
        assert_eq!((&message["id"], &message["error"]["code"]), (&Value::Null, &json!(-32700)), "{message}");
    }
    let (exit, stderr) = raw.end();
    assert_eq!(exit, Some(76), "{stderr}");
    assert!(
        stderr.starts_with("error[client_refused]: ") && stderr.contains("2 lines were not MCP messages"),
        "{stderr}"
    );
}

#[cfg(unix)]
#[test]
fn a_signal_stops_the_server_after_pending_calls() {
    let sandbox = Sandbox::filled();
    let mut raw = Raw::initialized(&sandbox);
    raw.get(1);
    assert_eq!(raw.next()["id"], 1);
    let killed = std::process::Command::new("kill").args(["-TERM", &raw.child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    // Standard input is still open here, so only the signal can stop the server.
    let mut stderr = String::new();
    raw.child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!((raw.child.wait().unwrap().code(), &*stderr), (Some(0), ""));
    assert!(raw.lines.recv().is_err(), "nothing but answers is on standard output");
}

#[test]
fn a_peer_that_is_not_a_client_is_reported_on_standard_error() {
    for first in [
        json!({"jsonrpc": "2.0", "id": 1, "result": {}}),
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}),
    ] {
        let sandbox = Sandbox::new();
        let mut raw = Raw::start(&sandbox);
        raw.send(&first);
        let (exit, stderr) = raw.end();
        assert_eq!(exit, Some(76), "{stderr}");
        assert!(
            stderr.starts_with("error[client_refused]: standard input is not an MCP client: the first message is not"),
            "{stderr}"
        );
        assert!(stderr.contains("help: Start `kb mcp` from an MCP client"), "{stderr}");
    }
}

#[test]
fn a_server_without_system_resources_is_reported() {
    let sandbox = Sandbox::new();
    let mut command = std::process::Command::new("sh");
    command.args(["-c", "ulimit -n 4; exec \"$0\" --format json mcp", env!("CARGO_BIN_EXE_kb")]);
    let output = command.env("KB_DB", sandbox.path("kb.db")).env("KB_OUTPUT", "envelope").output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*output.stdout), (Some(71), &b""[..]), "{stderr}");
    assert!(stderr.starts_with("error[server_not_started]: cannot start the server: Too many open files"), "{stderr}");
}

#[test]
fn a_closed_output_stops_the_server() {
    let sandbox = Sandbox::filled();
    let mut command = sandbox.command(&["mcp"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    drop(child.stdout.take());
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": "ping"});
    let mut stdin = child.stdin.take().unwrap();
    // The server may have exited before the first write.
    while writeln!(stdin, "{message}").is_ok() {}
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
