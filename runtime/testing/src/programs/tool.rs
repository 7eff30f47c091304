//! Calls a program under test.

use super::captured::Captured;
use super::process::{Limits, Output, run};
use super::run::Run;
use agent_error::process::output_variable;
use agent_error_rules::shell::quote;
use std::ffi::{OsStr, OsString};
use std::path::{self, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{env, fmt, io};

/// Environment variables that affect the output of programs. Removed from the environment of each
/// call.
const SCRUBBED_VARIABLES: [&str; 7] = [
    "CI",
    "NO_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "FORCE_COLOR",
    "RUST_BACKTRACE",
    "RUST_LIB_BACKTRACE",
];

/// A builder for running a program and capturing its output.
///
/// ```
/// # #[cfg(unix)] {
/// use agent_error::format::Stream;
/// use agent_error_testing::Tool;
///
/// let login = "echo '[error:LOGIN_FAILED] wrong password' >&2; exit 8";
/// Tool::new("sh")
///     .args(["-c", login])
///     .env("TOOL_PASSWORD", "hunter2")
///     .run()
///     .assert_code("LOGIN_FAILED")
///     .assert_exit(8)
///     .assert_stream(Stream::Stderr)
///     .assert_no_trace()
///     .assert_no_secret(["hunter2"]);
/// # }
/// ```
///
/// The environment of the test doesn't affect the output: `CI`, `<TOOL>_OUTPUT`, `RUST_BACKTRACE`
/// and the color variables are removed, and standard input is empty. If the program exceeds the
/// [`timeout`](Self::timeout) or the [output limit](Self::max_output), it's killed. On Unix, its
/// child processes are killed, too.
#[derive(Clone, Debug)]
#[must_use = "the program isn't run until you call `run`"]
pub struct Tool {
    program: PathBuf,
    args: Vec<OsString>,
    variables: Vec<(OsString, Option<OsString>)>,
    directory: Option<PathBuf>,
    stdin: Option<Vec<u8>>,
    limits: Limits,
}

impl Tool {
    /// Creates a builder for the program at this path, such as `env!("CARGO_BIN_EXE_tool")`.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        let program = program.into();
        let name = program.file_stem().map(OsStr::to_string_lossy);
        let selects_format = output_variable(&name.unwrap_or_default());
        let mut variables = vec![(selects_format.into(), None)];
        for scrubbed in SCRUBBED_VARIABLES {
            variables.push((scrubbed.into(), None));
        }
        Self {
            program,
            variables,
            args: Vec::new(),
            directory: None,
            stdin: None,
            limits: Limits::default(),
        }
    }

    /// Adds an argument.
    pub fn arg(self, arg: impl Into<OsString>) -> Self {
        self.args([arg])
    }

    /// Adds arguments.
    pub fn args(mut self, args: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        self.args.extend(args.into_iter().map(Into::into));
        self
    }

    /// Sets an environment variable.
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.variables.push((name.into(), Some(value.into())));
        self
    }

    /// Removes an environment variable.
    pub fn env_remove(mut self, name: impl Into<OsString>) -> Self {
        self.variables.push((name.into(), None));
        self
    }

    /// Sets the working directory.
    pub fn current_dir(mut self, directory: impl Into<PathBuf>) -> Self {
        self.directory = Some(directory.into());
        self
    }

    /// Sets the content of standard input. Defaults to empty.
    pub fn stdin(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.stdin = Some(bytes.into());
        self
    }

    /// Sets the timeout. Defaults to 30 seconds.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.limits.timeout = timeout;
        self
    }

    /// Sets the maximum size of each output stream, in bytes. Defaults to 16 MiB. A program that
    /// writes more is killed.
    pub fn max_output(mut self, bytes: usize) -> Self {
        self.limits.output = bytes;
        self
    }

    /// Runs the program and waits for it to exit.
    ///
    /// # Panics
    ///
    /// Panics if the program can't be started.
    #[track_caller]
    #[allow(clippy::panic, reason = "a test fails if its program can't be run")]
    pub fn run(&self) -> Run {
        match self.try_run() {
            Ok(run) => run,
            Err(error) => panic!("cannot start `{self}`: {error}"),
        }
    }

    /// Runs the program and waits for it to exit.
    ///
    /// # Errors
    ///
    /// Returns an error if the program can't be started.
    pub fn try_run(&self) -> io::Result<Run> {
        let Output {
            stdout,
            stderr,
            status,
            duration,
            cut,
        } = run(self.command(), self.stdin.clone(), self.limits)?;
        let captured = Captured::new(stdout, stderr, status.and_then(|status| status.code()));
        Ok(Run {
            captured,
            command: self.to_string(),
            status,
            duration,
            limits: self.limits,
            cut,
        })
    }

    /// Creates a `Tool` for another program in the same directory and environment. Adds the
    /// directory of this program to the start of `PATH`, so that a call by name finds this program.
    pub(super) fn beside(&self, program: &str, args: &[String]) -> Self {
        let mut folders = Vec::new();
        if let Some(folder) = self.program.parent()
            && !folder.as_os_str().is_empty()
        {
            folders.extend(path::absolute(folder));
        }
        let own_path = self.search_path();
        folders.extend(env::split_paths(&own_path));
        let search_path = env::join_paths(folders).unwrap_or(own_path);
        let tool = Self {
            program: program.into(),
            args: args.iter().map(Into::into).collect(),
            stdin: None,
            ..self.clone()
        };
        tool.env("PATH", search_path)
    }

    /// Returns the `PATH` of the program.
    fn search_path(&self) -> OsString {
        let mut variables = self.variables.iter();
        match variables.rfind(|(name, _)| name == "PATH") {
            Some((_, Some(value))) => value.clone(),
            _ => env::var_os("PATH").unwrap_or_default(),
        }
    }

    /// Creates a `Tool` for the same program, directory and environment, with other arguments.
    pub(super) fn with_arguments(&self, arguments: &[String]) -> Self {
        Self {
            args: arguments.iter().map(Into::into).collect(),
            stdin: None,
            ..self.clone()
        }
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.args);
        for (name, value) in &self.variables {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        if let Some(directory) = &self.directory {
            command.current_dir(directory);
        }
        command
    }
}

/// Formats the command line, quoted for a POSIX shell.
impl fmt::Display for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&quote(&self.program.to_string_lossy()))?;
        for arg in &self.args {
            write!(f, " {}", quote(&arg.to_string_lossy()))?;
        }
        Ok(())
    }
}
