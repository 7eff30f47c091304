//! Runs a session and exchanges lines with it.

use crate::sandbox::Sandbox;
use crate::schema;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

/// The timeout for a reply.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running session, from the agent's perspective.
pub(crate) struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Talk {
    pub(crate) fn start(sandbox: &Sandbox, arguments: &[&str]) -> Self {
        let arguments = [&["session"], arguments].concat();
        let mut command = sandbox.command(&arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || output.lines().try_for_each(|line| sender.send(line.unwrap())));
        Self { input: child.stdin.take(), child, lines }
    }

    pub(crate) fn send(&mut self, line: impl AsRef<[u8]>) {
        let input = self.input.as_mut().unwrap();
        input.write_all(&[line.as_ref(), b"\n"].concat()).unwrap();
    }

    /// Reads the next reply. Panics if there is none.
    #[track_caller]
    pub(crate) fn receive(&self) -> Value {
        serde_json::from_str(&self.lines.recv_timeout(PATIENCE).unwrap()).unwrap()
    }

    /// Makes a call and returns the reply.
    #[track_caller]
    pub(crate) fn call(&mut self, tool: &str, args: Value) -> Value {
        self.send(json!({"tool": tool, "args": args}).to_string());
        let answer = self.receive();
        schema::assert_valid_if_envelope(answer["text"].as_str().unwrap());
        answer
    }

    /// Makes a call, asserts that it succeeds, and returns its text.
    #[track_caller]
    pub(crate) fn succeeds(&mut self, tool: &str, args: Value) -> String {
        let answer = self.call(tool, args);
        assert_eq!((&answer["ok"], &answer["exit"]), (&json!(true), &json!(0)), "{answer}");
        answer["text"].as_str().unwrap().to_owned()
    }

    /// Makes a call, asserts that it fails with this code, and returns its text.
    #[track_caller]
    pub(crate) fn fails(&mut self, tool: &str, args: Value, code: &str) -> String {
        let answer = self.call(tool, args);
        assert_eq!(answer["ok"], false, "{answer}");
        let text = answer["text"].as_str().unwrap().to_owned();
        assert!(text.starts_with(&format!("[error:{code}] ")), "{text}");
        text
    }

    /// Kills the process with SIGKILL.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Closes standard input, waits for the process, and returns its exit code.
    pub(crate) fn end(mut self) -> Option<i32> {
        drop(self.input.take());
        self.child.wait().unwrap().code()
    }
}

/// Kills the process if a test fails.
impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
