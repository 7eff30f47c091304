//! Runs `billing serve` without a client library: tests write each line themselves.

use crate::{BILLING, LEDGER};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use tempfile::TempDir;

/// A running server that completed the MCP handshake.
pub(crate) struct Server {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    folder: TempDir,
    last_id: u64,
}

impl Server {
    pub(crate) fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("ledger.json"), LEDGER).unwrap();
        let mut command = Command::new(BILLING);
        command.arg("serve").current_dir(folder.path()).env_clear();
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (stdin, stdout) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut server = Self { child, stdin, stdout, folder, last_id: 0 };
        let client = json!({"name": "test", "version": "0"});
        let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
        let (answer, others) = server.request("initialize", &params);
        assert!(answer["result"]["capabilities"]["tools"].is_object() && others.is_empty(), "{answer}, {others:?}");
        server.line(br#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        server
    }

    /// Sends a line to the server.
    pub(crate) fn line(&mut self, line: &[u8]) {
        self.stdin.write_all(line).unwrap();
        self.stdin.write_all(b"\n").unwrap();
        self.stdin.flush().unwrap();
    }

    /// Sends a request. Returns its response and all messages that the server sent before it.
    pub(crate) fn request(&mut self, method: &str, params: &Value) -> (Value, Vec<Value>) {
        self.last_id += 1;
        let id = self.last_id;
        self.line(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string().as_bytes());
        self.answer(&id.into())
    }

    /// Reads the response to the request with this ID. Also returns all messages that the server sent before it.
    pub(crate) fn answer(&mut self, id: &Value) -> (Value, Vec<Value>) {
        let mut others = Vec::new();
        loop {
            let mut line = String::new();
            assert!(self.stdout.read_line(&mut line).unwrap() > 0, "the server has ended");
            let message: Value = serde_json::from_str(&line).unwrap();
            assert_eq!(message["jsonrpc"], "2.0", "{line}");
            if message["id"] == *id {
                return (message, others);
            }
            others.push(message);
        }
    }

    /// Calls a tool. Returns whether the call failed and the text of the result.
    pub(crate) fn call(&mut self, tool: impl Into<Value>, arguments: impl Into<Value>) -> (bool, String) {
        let params = json!({"name": tool.into(), "arguments": arguments.into()});
        let (answer, others) = self.request("tools/call", &params);
        assert!(others.is_empty(), "{others:?}");
        let result = &answer["result"];
        (result["isError"] == true, result["content"][0]["text"].as_str().unwrap().to_owned())
    }

    /// Deletes the ledger.
    pub(crate) fn remove_ledger(&self) {
        fs::remove_file(self.folder.path().join("ledger.json")).unwrap();
    }

    /// Overwrites the ledger.
    pub(crate) fn write_ledger(&self, text: &str) {
        fs::write(self.folder.path().join("ledger.json"), text).unwrap();
    }

    /// Disconnects and returns the server's standard error.
    pub(crate) fn log(self) -> String {
        let Self { mut child, stdin, .. } = self;
        drop(stdin);
        let mut log = String::new();
        child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        log
    }

    /// Disconnects, asserts that the server wrote nothing more, and returns the ledger.
    pub(crate) fn end(self) -> Value {
        let Self { mut child, stdin, mut stdout, folder, .. } = self;
        drop(stdin);
        let (mut answered, mut logged) = (String::new(), String::new());
        stdout.read_to_string(&mut answered).unwrap();
        child.stderr.take().unwrap().read_to_string(&mut logged).unwrap();
        assert_eq!((child.wait().unwrap().code(), &*answered, &*logged), (Some(0), "", ""));
        serde_json::from_str(&fs::read_to_string(folder.path().join("ledger.json")).unwrap()).unwrap()
    }
}
