//! Runs filetools in its own root.

use crate::schema;
use rustix::fs::{FlockOperation, flock};
use serde_json::Value;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The environment variables that affect filetools.
pub(crate) const VARIABLES: [&str; 7] =
    ["CI", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FILETOOLS_OUTPUT", "FILETOOLS_TEST_PANIC", "RUST_BACKTRACE"];

/// A root in a temporary directory of its own.
pub(crate) struct Sandbox {
    directory: TempDir,
}

impl Sandbox {
    pub(crate) fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir(directory.path().join("root")).unwrap();
        Self { directory }
    }

    pub(crate) fn root(&self) -> PathBuf {
        self.directory.path().join("root")
    }

    /// Returns a path in the root. With a `..` prefix, the path is next to the root.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.path(name), content).unwrap();
    }

    pub(crate) fn content(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Returns a command that runs filetools in this root without variables that affect it.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_filetools"));
        command.args(arguments).current_dir(self.root());
        for variable in VARIABLES {
            command.env_remove(variable);
        }
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs a command, asserts that it succeeds, and returns its data and standard error.
    #[track_caller]
    pub(crate) fn succeeds(&self, arguments: &[&str]) -> (Value, String) {
        let output = self.run(arguments);
        let (stdout, stderr) = texts(&output);
        assert_eq!(output.status.code(), Some(0), "{stdout}{stderr}");
        (serde_json::from_str(&stdout).unwrap(), stderr)
    }

    /// Asserts that a command fails with this exit code and writes only an error. Returns the error.
    #[track_caller]
    pub(crate) fn fails(&self, arguments: &[&str], exit: i32) -> String {
        failed(&self.run(arguments), exit)
    }

    /// Asserts that a command fails with exactly this error and exit code.
    #[track_caller]
    pub(crate) fn refuses(&self, arguments: &[&str], exit: i32, expected: &str) {
        assert_eq!(self.fails(arguments, exit), format!("{expected}\n"));
    }

    /// Locks the root, so that filetools can't write to files in it until the lock is dropped.
    pub(crate) fn hold_writers(&self) -> File {
        let root = File::open(self.root()).unwrap();
        flock(&root, FlockOperation::LockExclusive).unwrap();
        root
    }

    /// Creates a named pipe.
    pub(crate) fn make_pipe(&self, name: &str) {
        assert!(Command::new("mkfifo").arg(self.path(name)).status().unwrap().success());
    }
}

#[track_caller]
pub(crate) fn failed(output: &Output, exit: i32) -> String {
    let (stdout, stderr) = texts(output);
    assert_eq!(output.status.code(), Some(exit), "{stdout}{stderr}");
    assert_eq!(stderr, "");
    schema::assert_valid_if_envelope(&stdout);
    stdout
}

#[track_caller]
pub(crate) fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.stdout), text(&output.stderr))
}

/// Waits until another process creates the file. Panics after a timeout.
#[track_caller]
pub(crate) fn wait_for(path: &Path) {
    wait_until(&format!("{} exists", path.display()), || path.exists());
}

/// Waits until another process makes the condition true. Panics after a timeout.
#[track_caller]
pub(crate) fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !condition() {
        assert!(Instant::now() < deadline, "never came true: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}
