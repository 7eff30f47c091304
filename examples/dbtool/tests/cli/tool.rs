//! Runs dbtool in its own directory and checks the properties common to all its output.

use crate::answers::{self, only_line};
use crate::schema::SCHEMA;
use agent_error_testing::{Captured, Tool};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use tempfile::TempDir;

/// What a test expects of a failure.
pub(crate) struct Expected {
    pub(crate) code: &'static str,
    pub(crate) exit: i32,
    pub(crate) message: String,
    /// A substring of the suggestion.
    pub(crate) suggestion: &'static str,
    pub(crate) fix: Option<&'static str>,
    pub(crate) retry_after_ms: Option<u64>,
    pub(crate) retryable: bool,
    /// The complete context.
    pub(crate) context: Value,
}

impl Default for Expected {
    fn default() -> Self {
        Self {
            code: "",
            exit: 0,
            message: String::new(),
            suggestion: "",
            fix: None,
            retry_after_ms: None,
            retryable: false,
            context: Value::Null,
        }
    }
}

/// The working directory for dbtool.
pub(crate) struct Sandbox {
    directory: TempDir,
}

impl Sandbox {
    pub(crate) fn new() -> Self {
        Self { directory: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    /// Returns a command that runs dbtool in this directory, without environment variables that affect its output.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_dbtool"));
        command.args(arguments).current_dir(&self.directory).env_remove("DBTOOL_OUTPUT");
        for variable in answers::SETTINGS {
            command.env_remove(variable);
        }
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Returns a call of dbtool in this directory whose advice a test can follow.
    pub(crate) fn tool(&self, arguments: &[&str]) -> Tool {
        Tool::new(env!("CARGO_BIN_EXE_dbtool")).args(arguments).current_dir(self.directory.path())
    }

    /// Runs a command, asserts that it succeeds, and returns its data and warnings.
    #[track_caller]
    pub(crate) fn succeeds(&self, arguments: &[&str]) -> (Value, Value) {
        let output = self.run(arguments);
        let envelope = envelope(&output);
        assert_eq!(output.status.code(), Some(0), "{envelope}");
        assert_eq!(envelope["ok"], true);
        assert_eq!(envelope["error"], Value::Null);
        (envelope["data"].clone(), envelope["warnings"].clone())
    }

    #[track_caller]
    pub(crate) fn fails(&self, arguments: &[&str], expected: &Expected) {
        self.failed(&self.run(arguments), expected);
    }

    /// Asserts everything that the specification requires of a failure.
    #[track_caller]
    pub(crate) fn failed(&self, output: &Output, expected: &Expected) {
        let envelope = envelope(output);
        let error = &envelope["error"];
        assert_eq!(error["code"], expected.code, "{envelope}");
        assert_eq!(output.status.code(), Some(expected.exit), "{envelope}");
        assert_eq!(envelope["ok"], false);
        assert_eq!(envelope["data"], Value::Null);
        assert_eq!(error["message"], expected.message);
        assert_eq!(error["context"], expected.context);
        assert_eq!(error["docs_url"], format!("https://dbtool.example.com/errors/{}", expected.code));
        assert_eq!(error["retryable"], expected.retryable, "{envelope}");
        assert_eq!(error["retry_after_ms"].as_u64(), expected.retry_after_ms);
        assert_eq!(error["fix_command"].as_str(), expected.fix);
        let suggestion = error["suggestion"].as_str().unwrap();
        assert!(suggestion.contains(expected.suggestion), "{suggestion}");
        let list = self.listed();
        let listed = answers::assert_listed(&list, expected.exit, error);
        assert_eq!(listed["retry_after_ms"].as_u64(), expected.retry_after_ms);
    }

    /// Returns the entries of `errors list --output json`.
    #[track_caller]
    pub(crate) fn listed(&self) -> Vec<Value> {
        let (data, _) = self.succeeds(&["errors", "list", "--all", "--output", "json"]);
        data["errors"].as_array().unwrap().clone()
    }
}

/// Returns the envelope, which must be the only output.
#[track_caller]
pub(crate) fn envelope(output: &Output) -> Value {
    let envelope = only_line(output);
    assert_shape(output, &envelope);
    envelope
}

/// Asserts that an envelope is well-formed.
#[track_caller]
fn assert_shape(output: &Output, envelope: &Value) {
    let captured = Captured::from(output.clone());
    assert_eq!(captured.check_schema().and_then(|()| captured.check_no_trace()), Ok(()), "{envelope}");
    SCHEMA.assert_valid(envelope);
    assert_eq!(envelope["meta"]["tool_version"], env!("CARGO_PKG_VERSION"));
    let error = &envelope["error"];
    if error.is_object() {
        assert!(error["fix_command"].is_null() || error["retryable"] == false);
        let text = error.to_string();
        for internal in [".rs:", "SQLSTATE"] {
            assert!(!text.contains(internal), "{text}");
        }
        assert!(!error["message"].as_str().unwrap().contains("constraint failed"), "SQLite's words are not a message");
    }
}
