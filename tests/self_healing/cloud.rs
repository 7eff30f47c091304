//! Runs `cloudctl` in a home directory, with a local server as the cloud.

use crate::call::Call;
use crate::command_line::CommandLine;
use crate::failure::Answer;
use crate::host::Host as _;
use crate::programs::program;
use crate::shell::Shell;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// A server, and the home directory of a user who is logged in. Dropping it stops the server.
pub(crate) struct Cloud {
    home: TempDir,
    server: Child,
    endpoint: String,
}

impl Cloud {
    /// Starts a server with these flags and logs in as `admin`.
    pub(crate) fn new(flags: &[&str]) -> Self {
        let mut command = Command::new(program("cloudctl"));
        command.args(["serve", "--port", "0"]).args(flags).env_clear().stdin(Stdio::null()).stdout(Stdio::piped());
        let mut server = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let cloud = Self { home: tempfile::tempdir().unwrap(), server, endpoint: line.trim_end().to_owned() };
        cloud.settled(&Call::to("auth.login").with("user", "admin"));
        cloud
    }

    /// Returns a client for an agent that has the password of `admin` in its environment.
    pub(crate) fn client(&self) -> CommandLine {
        self.client_with(&[("CLOUDCTL_PASSWORD", "open-sesame")])
    }

    pub(crate) fn client_with(&self, variables: &[(&str, &str)]) -> CommandLine {
        let home = self.home.path().to_str().unwrap();
        let token_file = self.home.path().join("token.json");
        let own = [
            ("HOME", home),
            ("CLOUDCTL_ENDPOINT", &self.endpoint),
            ("CLOUDCTL_TOKEN_FILE", token_file.to_str().unwrap()),
        ];
        CommandLine::new(Shell::new(program("cloudctl"), self.home.path(), &[&own[..], variables].concat()))
    }

    /// Makes a call and returns its data. Panics if the call fails.
    pub(crate) fn settled(&self, call: &Call) -> serde_json::Value {
        match self.client().call(call) {
            Answer::Done(value) => value,
            Answer::Failed(failure) => panic!("{failure:?}"),
        }
    }

    /// Replaces the port and the directory in a trace, which differ between runs.
    pub(crate) fn settled_trace(&self, trace: &str) -> String {
        let home = self.home.path().to_str().unwrap();
        trace.replace(&self.endpoint, "http://cloud.example").replace(home, "/home/agent")
    }
}

impl Drop for Cloud {
    fn drop(&mut self) {
        self.server.kill().unwrap();
        self.server.wait().unwrap();
    }
}
