//! Runs `orders serve` as a child process of a test.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};

/// A running server on a port of its own. Dropping it kills the process.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
}

impl Server {
    /// Starts a server and waits until it's listening.
    pub(crate) fn start(flags: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_orders"));
        command.args(["serve", "--port", "0"]).args(flags).env_clear();
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.strip_suffix('\n').unwrap().to_owned();
        assert!(address.starts_with("http://127.0.0.1:"), "{address:?}");
        Self { child, address }
    }

    /// Stops the server and returns its log.
    pub(crate) fn log(mut self) -> String {
        self.child.kill().unwrap();
        let mut log = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        log
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}
