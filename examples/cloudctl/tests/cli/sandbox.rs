//! Runs cloudctl in its own home directory and checks the properties common to all its output.

use crate::schema;
use crate::server::Server;
use crate::signals::heeding_signals;
use crate::{ADMIN, READER};
use serde_json::{Value, json};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A home directory for cloudctl, and the server that it calls.
pub(crate) struct Sandbox {
    home: TempDir,
    pub(crate) server: Server,
}

impl Sandbox {
    /// Creates a sandbox without a saved login.
    pub(crate) fn new(serve_flags: &[&str]) -> Self {
        Self { home: tempfile::tempdir().unwrap(), server: Server::start(serve_flags) }
    }

    /// Creates a sandbox and logs in a user.
    pub(crate) fn of(user: (&str, &str), serve_flags: &[&str]) -> Self {
        let sandbox = Self::new(serve_flags);
        sandbox.log_in(user);
        sandbox
    }

    pub(crate) fn admin() -> Self {
        Self::of(ADMIN, &[])
    }

    pub(crate) fn log_in(&self, (user, password): (&str, &str)) -> Value {
        let mut command = self.command(&["--agent", "auth", "login", "--user", user, "--password-stdin"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(format!("{password}\n").as_bytes()).unwrap();
        data(&child.wait_with_output().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// Returns the default path of the token file.
    pub(crate) fn token_file(&self) -> PathBuf {
        self.path(".config/cloudctl/token.json")
    }

    /// Returns a command that runs cloudctl in the home directory with a clean environment and no input.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = heeding_signals(env!("CARGO_BIN_EXE_cloudctl"));
        command.args(arguments).current_dir(&self.home).env_clear().stdin(Stdio::null());
        command.env("HOME", self.home.path()).env("CLOUDCTL_ENDPOINT", &self.server.endpoint);
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        let output = self.command(arguments).output().unwrap();
        assert_no_secret(&output.stdout);
        assert_no_secret(&output.stderr);
        schema::assert_valid(&output);
        output
    }

    /// Runs a command in agent mode, asserts that it succeeds, and returns its data.
    #[track_caller]
    pub(crate) fn succeeds(&self, arguments: &[&str]) -> Value {
        data(&self.run(&[&["--agent"], arguments].concat()))
    }

    /// Runs a command in agent mode and asserts that it fails with these details. Returns the message.
    #[track_caller]
    pub(crate) fn fails(&self, arguments: &[&str], code: &str, exit: i32, details: &Value) -> String {
        let output = self.run(&[&["--agent"], arguments].concat());
        let message = assert_failure(&output, code, exit, details);
        self.assert_listed(code, exit, details);
        message
    }

    /// Asserts that `errors list` matches the failure and documents every detail. `NOT_FOUND` and
    /// `INSUFFICIENT_BALANCE` have two sets of details each, of which the list only shows one.
    #[track_caller]
    fn assert_listed(&self, code: &str, exit: i32, details: &Value) {
        let list = self.succeeds(&["errors", "list", "--all", "--exit", &exit.to_string()]);
        let of_code = |entry: &&Value| entry["code"] == code;
        let listed: Vec<&Value> = list["errors"].as_array().unwrap().iter().filter(of_code).collect();
        assert!(!listed.is_empty(), "{code} with exit code {exit} is not listed");
        let Some(details) = details.as_object().filter(|_| !["NOT_FOUND", "INSUFFICIENT_BALANCE"].contains(&code))
        else {
            return;
        };
        let names = |entry: &&&Value| {
            let context = entry["context"].as_array().map_or(&[][..], Vec::as_slice);
            details.keys().all(|key| context.iter().any(|field| field["name"] == **key))
        };
        assert!(listed.iter().any(|entry| names(&entry)), "{listed:?} does not list {details:?}");
    }
}

/// Asserts that a call in agent mode succeeded, and returns its data.
#[track_caller]
pub(crate) fn data(output: &Output) -> Value {
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    assert_no_secret(&output.stdout);
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Asserts that standard error contains only the specified error envelope, and standard output nothing. Returns the
/// message.
#[track_caller]
pub(crate) fn assert_failure(output: &Output, code: &str, exit: i32, details: &Value) -> String {
    let stderr = str::from_utf8(&output.stderr).unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{stderr}");
    assert!(stderr.ends_with('\n') && stderr.lines().count() == 1, "{stderr}");
    let envelope: Value = serde_json::from_str(stderr).unwrap();
    let message = envelope["error"]["message"].as_str().unwrap_or_default().to_owned();
    assert!(!message.is_empty(), "{stderr}");
    let mut expected = json!({"error": {"code": code, "message": message}});
    if !details.is_null() {
        expected["error"]["details"] = details.clone();
    }
    assert_eq!(envelope, expected);
    schema::assert_valid(output);
    assert_eq!(output.status.code(), Some(exit), "{stderr}");
    message
}

/// Asserts that the output contains no password and no token.
#[track_caller]
pub(crate) fn assert_no_secret(output: &[u8]) {
    let text = String::from_utf8_lossy(output);
    for secret in [ADMIN.1, READER.1, "cloud_", "hunter2"] {
        assert!(!text.contains(secret), "{text}");
    }
}
