//! Runs kb in its own directory and checks the properties common to all its output.

use crate::answers::{self, only_line};
use crate::schema;
use agent_error_testing::{Captured, Tool};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// What a test expects of a failure.
pub(crate) struct Expected<'a> {
    pub(crate) code: &'a str,
    pub(crate) exit: i32,
    pub(crate) message: &'a str,
    /// A substring of the detail.
    pub(crate) detail: Option<&'a str>,
    /// A substring of the suggestion.
    pub(crate) suggestion: &'a str,
    pub(crate) fix: Option<&'a str>,
    pub(crate) retryable: bool,
    /// The complete context.
    pub(crate) context: Value,
}

impl Default for Expected<'_> {
    fn default() -> Self {
        Self {
            code: "",
            exit: 0,
            message: "",
            detail: None,
            suggestion: "",
            fix: None,
            retryable: false,
            context: Value::Null,
        }
    }
}

/// The working directory for kb.
pub(crate) struct Sandbox {
    directory: TempDir,
}

impl Sandbox {
    /// Creates a sandbox without a knowledge base.
    pub(crate) fn empty() -> Self {
        Self { directory: tempfile::tempdir().unwrap() }
    }

    /// Creates a sandbox with an empty knowledge base.
    pub(crate) fn new() -> Self {
        let sandbox = Self::empty();
        sandbox.succeeds(&["init"]);
        sandbox
    }

    /// Creates a sandbox whose knowledge base contains the note `parser` and the backlog item `fix-parser`.
    pub(crate) fn filled() -> Self {
        let sandbox = Self::new();
        let note = ["add", "parser", "--title", "How the parser works", "--tag", "design", "--body", "It descends."];
        sandbox.succeeds(&note);
        let item = ["add", "fix-parser", "--title", "Fix the parser", "--type", "backlog_item", "--tag", "bug"];
        sandbox.succeeds(&[&item[..], &["--metadata", r#"{"status":"proposed"}"#]].concat());
        sandbox
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    pub(crate) fn protect(&self, name: &str, mode: u32) {
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(mode)).unwrap();
    }

    /// Opens the database directly, as another program would.
    pub(crate) fn database(&self) -> Connection {
        Connection::open(self.path("kb.db")).unwrap()
    }

    /// Returns a command that runs kb in this directory. Its output is an envelope, which contains all facts of an
    /// error.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kb"));
        command.args(arguments);
        self.settle(&mut command);
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs kb with a string on standard input.
    pub(crate) fn run_with_input(&self, arguments: &[&str], input: &str) -> Output {
        use std::io::Write as _;
        let mut command = self.command(arguments);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        child.wait_with_output().unwrap()
    }

    /// Returns a call of kb in this directory whose advice a test can follow.
    pub(crate) fn tool(&self, arguments: &[&str]) -> Tool {
        let tool = Tool::new(env!("CARGO_BIN_EXE_kb")).args(arguments).current_dir(self.directory.path());
        tool.env("KB_DB", "kb.db").env("KB_OUTPUT", "envelope")
    }

    /// Runs kb as a user to whom file permissions apply. They don't apply to root, so root runs a world-readable copy
    /// of kb as an unprivileged user.
    pub(crate) fn run_unprivileged(&self, arguments: &[&str]) -> Output {
        const UNPRIVILEGED: u32 = 65_534;
        if fs::metadata(self.directory.path()).unwrap().uid() != 0 {
            return self.run(arguments);
        }
        self.protect(".", 0o755);
        // Copy the file in another process. Otherwise, a test that forks at the same time would inherit a write handle
        // to the copy, and the kernel would refuse to run it (`ETXTBSY`).
        let copied = Command::new("cp").arg(env!("CARGO_BIN_EXE_kb")).arg(self.path("kb")).status();
        assert!(copied.unwrap().success());
        let mut command = Command::new(self.path("kb"));
        self.settle(command.args(arguments));
        command.uid(UNPRIVILEGED).gid(UNPRIVILEGED).output().unwrap()
    }

    fn settle(&self, command: &mut Command) {
        command.current_dir(&self.directory).env("KB_DB", "kb.db").env("KB_OUTPUT", "envelope").env_remove("KB_TIER");
        for variable in answers::SETTINGS {
            command.env_remove(variable);
        }
    }

    /// Runs a command, asserts that it succeeds, and returns its data.
    #[track_caller]
    pub(crate) fn succeeds(&self, arguments: &[&str]) -> Value {
        let output = self.run(arguments);
        let envelope = envelope(&output);
        assert_eq!(output.status.code(), Some(0), "{envelope}");
        assert_eq!((&envelope["ok"], &envelope["error"]), (&json!(true), &Value::Null));
        assert_eq!(envelope["warnings"], json!([]));
        envelope["data"].clone()
    }

    /// Asserts that a command fails as expected. Runs it twice: as an envelope and with `--format json`.
    #[track_caller]
    pub(crate) fn fails(&self, arguments: &[&str], expected: &Expected<'_>) {
        let output = self.run(arguments);
        self.failed(&output, expected);
        let flat = self.command(arguments).env("KB_OUTPUT", "flat").output().unwrap();
        assert_flat(&flat, &envelope(&output)["error"]);
    }

    #[track_caller]
    pub(crate) fn failed(&self, output: &Output, expected: &Expected<'_>) {
        let envelope = envelope(output);
        let error = &envelope["error"];
        assert_eq!(error["code"], expected.code, "{envelope}");
        assert_eq!(output.status.code(), Some(expected.exit), "{envelope}");
        assert_eq!((&envelope["ok"], &envelope["data"]), (&json!(false), &Value::Null));
        assert_eq!(error["message"], expected.message);
        assert_eq!(error["context"], expected.context);
        assert_eq!(error["docs_url"], format!("https://kb.example.com/errors/{}", expected.code));
        assert_eq!(error["retryable"], expected.retryable, "{envelope}");
        assert_eq!(error["fix_command"].as_str(), expected.fix);
        let suggestion = error["suggestion"].as_str().unwrap();
        assert!(suggestion.contains(expected.suggestion), "{suggestion}");
        let detail = error["detail"].as_str();
        assert!(expected.detail.is_none_or(|part| detail.unwrap().contains(part)), "{detail:?}");
        answers::assert_listed(&self.listed(), expected.exit, error);
    }

    #[track_caller]
    pub(crate) fn listed(&self) -> Vec<Value> {
        self.succeeds(&["errors", "list", "--all"])["errors"].as_array().unwrap().clone()
    }
}

/// Returns the envelope, which must be the only output.
#[track_caller]
pub(crate) fn envelope(output: &Output) -> Value {
    let envelope = only_line(output);
    let captured = Captured::from(output.clone());
    assert_eq!(captured.check_schema().and_then(|()| captured.check_no_trace()), Ok(()), "{envelope}");
    schema::assert_valid(&envelope);
    assert_eq!(envelope["meta"]["tool_version"], env!("CARGO_PKG_VERSION"));
    let error = &envelope["error"];
    if error.is_object() {
        assert!(error["fix_command"].is_null() || error["retryable"] == false);
        assert!(!error.to_string().contains(".rs:"), "{error}");
    }
    envelope
}

/// Asserts that `--format json` printed the error of the envelope. The flat format lacks some members.
#[track_caller]
pub(crate) fn assert_flat(output: &Output, error: &Value) {
    let flat = only_line(output);
    let members = [("error", Some(json!(true)))]
        .into_iter()
        .chain(["code", "message", "detail", "suggestion", "retryable"].map(|key| (key, error.get(key).cloned())));
    let mut expected: serde_json::Map<String, Value> =
        members.filter_map(|(key, value)| Some((key.to_owned(), value?))).collect();
    // The flat format has no context, so the detail lists similar IDs.
    if let Some([Value::String(nearest)]) = error["context"]["nearest"].as_array().map(Vec::as_slice) {
        expected.insert("detail".to_owned(), format!("nearest: {nearest}").into());
    }
    assert_eq!(flat, Value::Object(expected));
    assert_eq!(agent_error::parse(&flat.to_string()).unwrap().code, error["code"].as_str().unwrap());
}
