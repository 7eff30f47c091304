//! Runs `cloudctl serve` as a child process of a test.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

/// A running server on a port of its own. Dropping it kills the process.
pub(crate) struct Server {
    child: Child,
    pub(crate) endpoint: String,
}

impl Server {
    /// Starts a server and waits until it's listening.
    pub(crate) fn start(flags: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cloudctl"));
        command.args(["serve", "--port", "0"]).args(flags).env_clear().stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let endpoint = line.strip_suffix('\n').unwrap().to_owned();
        assert!(endpoint.starts_with("http://127.0.0.1:"), "{endpoint:?}");
        Self { child, endpoint }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}
