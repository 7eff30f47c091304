//! Runs cloudctl in its own home directory, and checks the common parts of all answers.

use crate::schema;
use crate::server::Server;
use crate::signals::heeding_signals;
use crate::{ADMIN, READER};
use serde_json::{Value, json};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A home directory, and the server that cloudctl calls from there.
pub(crate) struct Sandbox {
    home: TempDir,
    pub(crate) server: Server,
}

impl Sandbox {
    /// No user is logged in.
    pub(crate) fn new(serve_flags: &[&str]) -> Self {
        Self { home: tempfile::tempdir().unwrap(), server: Server::start(serve_flags) }
    }

    /// A user is logged in.
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

    /// The default place of the token.
    pub(crate) fn token_file(&self) -> PathBuf {
        self.path(".config/cloudctl/token.json")
    }

    /// cloudctl in its home directory, in an environment without settings, with empty input.
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

    /// The data of a call in agent mode that must succeed.
    #[track_caller]
    pub(crate) fn succeeds(&self, arguments: &[&str]) -> Value {
        data(&self.run(&[&["--agent"], arguments].concat()))
    }

    /// A call in agent mode that must fail, with exactly these details.
    #[track_caller]
    pub(crate) fn fails(&self, arguments: &[&str], code: &str, exit: i32, details: &Value) -> String {
        let output = self.run(&[&["--agent"], arguments].concat());
        let message = assert_failure(&output, code, exit, details);
        self.assert_listed(code, exit, details);
        message
    }

    /// `errors list` matches the failure and names every detail; for the two shapes of `NOT_FOUND` and
    /// `INSUFFICIENT_BALANCE` it shows one.
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

/// The data of a successful answer in agent mode.
#[track_caller]
pub(crate) fn data(output: &Output) -> Value {
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    assert_no_secret(&output.stdout);
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The envelope of the seed on standard error, with empty standard output. Returns the message.
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

/// No password and no token, from any source.
#[track_caller]
pub(crate) fn assert_no_secret(output: &[u8]) {
    let text = String::from_utf8_lossy(output);
    for secret in [ADMIN.1, READER.1, "cloud_", "hunter2"] {
        assert!(!text.contains(secret), "{text}");
    }
}
